/** Compares a scene's figures with what it expects, and what it misses with the list of known misses. */

import { boundsText, findMisses, type Expectations, type Figures } from './expectation.ts'
import { NOT_REACHED } from './not-reached.ts'

export interface Verdict {
  /** Expectations that were asked. */
  readonly asked: number
  /** Misses that are listed as not reached. */
  readonly known: number
  /** What is wrong, a line each: expectations missed, and known misses that are met. Empty where all is as it should be. */
  readonly complaints: readonly string[]
}

/** Figures must be those after the scene's own number of steps. */
export function judgeScene({ name, expect }: { readonly name: string; readonly expect: Expectations }, figures: Figures): Verdict {
  const listed = Object.keys(NOT_REACHED[name] ?? {})
  const misses = findMisses(figures, expect)
  const known = misses.filter(miss => listed.includes(miss.figure)).length
  const complaints: string[] = []
  for (const { figure, value, expectation } of misses) {
    if (!listed.includes(figure)) complaints.push(`${name}: ${figure} is ${value}, expected ${boundsText(expectation)}: ${expectation.why}`)
  }
  for (const figure of listed) {
    if (!misses.some(miss => miss.figure === figure)) complaints.push(`${name}: ${figure} is met now. Take it off scenes/not-reached.ts.`)
  }
  return { asked: Object.keys(expect).length, known, complaints }
}
