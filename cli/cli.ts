#!/usr/bin/env node
// The package's `bin`: the command line on the process itself.
import { processIo } from './io.ts'
import { main } from './main.ts'

process.exitCode = await main(process.argv.slice(2), processIo())
