// Finds the programs that tests drive. Where one is missing its tests are left out with a notice; in continuous integration that would hide
// a failure, so there it is an error.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface Program {
  /** What a notice calls it. */
  readonly title: string
  /** The environment variable that says where it is, before any search. */
  readonly variable: string
  /** The names it goes by on the search path. */
  readonly names: readonly string[]
}

export const CHROMIUM: Program = {
  title: 'Chromium',
  variable: 'CHROMIUM_PATH',
  names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
}

export const FIREFOX: Program = { title: 'Firefox', variable: 'FIREFOX_PATH', names: ['firefox-esr', 'firefox'] }

/** The shell of JavaScriptCore, WebKit's engine. */
export const JSC: Program = { title: 'JavaScriptCore', variable: 'JSC_PATH', names: ['jsc'] }

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Where a program is, or null. Its variable comes first, then the search path. */
export function findProgram({ variable, names }: Program): string | null {
  const { [variable]: given, PATH: searched = '' } = process.env
  if (given) {
    if (!isExecutable(given)) throw new Error(`${variable} is ${given}, which cannot be run.`)
    return given
  }
  const folders = [...searched.split(delimiter), '/usr/bin']
  for (const name of names) for (const folder of folders) if (isExecutable(join(folder, name))) return join(folder, name)
  return null
}

/** Whether the tests that need a program can run. Says so when they cannot. */
export function hasProgram(program: Program): boolean {
  if (findProgram(program)) return true
  const { title, variable } = program
  if (process.env['CI']) throw new Error(`No ${title} found. Install one, or set ${variable} to its program.`)
  console.warn(`\nNOTICE: no ${title} found, so its tests are left out. Install one, or set ${variable} to its program.\n`)
  return false
}
