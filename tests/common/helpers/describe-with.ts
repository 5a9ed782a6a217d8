/** The only way to skip tests here: the machine lacks what they need, and their title says what. */

import { describe } from 'vitest'

export function describeWith(has: boolean, lack: string, title: string, body: () => void): void {
  if (has) describe(title, body)
  else describe.skip(`${title}: skipped, ${lack}`, body)
}
