// Finds and starts the system's Chromium. Without one the browser tests are left out with a notice; in continuous integration that
// would hide a failure, so there it is an error.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

const FLAGS = [
  '--headless',
  '--no-sandbox',
  // WebGL in software: the same picture on every machine, and no graphics card needed.
  '--disable-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--force-color-profile=srgb',
]

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The browser's program, or null. `CHROMIUM_PATH` comes first, then the search path. */
export function findChromium(): string | null {
  const { CHROMIUM_PATH: given, PATH: searched = '' } = process.env
  if (given) {
    if (!isExecutable(given)) throw new Error(`CHROMIUM_PATH is ${given}, which cannot be run.`)
    return given
  }
  const folders = [...searched.split(delimiter), '/usr/bin']
  for (const name of NAMES) for (const folder of folders) if (isExecutable(join(folder, name))) return join(folder, name)
  return null
}

/** Whether the browser tests can run. Says so when they cannot. */
export function hasChromium(): boolean {
  if (findChromium()) return true
  if (process.env['CI']) throw new Error('No Chromium found. Install one, or set CHROMIUM_PATH to its program.')
  console.warn('\nNOTICE: no Chromium found, so the browser tests are left out. Install one, or set CHROMIUM_PATH to its program.\n')
  return false
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium()!, args: FLAGS })
}
