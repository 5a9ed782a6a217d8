// Starts the system's Chromium, without a window, driven by Playwright.
import { chromium, type Browser } from 'playwright-core'
import { CHROMIUM, findProgram, hasProgram } from './programs.ts'

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

/** Whether the browser tests can run. Says so when they cannot. */
export function hasChromium(): boolean {
  return hasProgram(CHROMIUM)
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: findProgram(CHROMIUM)!, args: FLAGS })
}
