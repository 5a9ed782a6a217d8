#!/usr/bin/env node
// The package's `bin`: the command line on the process itself. Threads of a sweep run the same file.
import { isMainThread } from 'node:worker_threads'
import { processIo } from './io.ts'
import { main } from './main.ts'
import { serveJobs } from './sweep-worker.ts'

if (isMainThread) process.exitCode = await main(process.argv.slice(2), processIo(new URL(import.meta.url)))
else await serveJobs()
