// Lines over time as an SVG picture, without a library: axes with round numbers, and a legend.
import { escaped, label, roundTicks } from './ticks.ts'

interface Line {
  readonly name: string
  readonly color: string
  readonly values: readonly number[]
}

const [WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM] = [720, 360, 80, 40, 20, 48]
/** More points than these are a line. */
const MOST_MARKS = 60

/** `times` ascend, from 0 s unless `axis` says otherwise. */
export function plotLines(
  title: string, times: readonly number[], lines: readonly Line[], axis: { from: number; name: string } | null = null,
): string {
  const all = lines.flatMap(({ values }) => values)
  const low = all.reduce((least, value) => Math.min(least, value), Infinity)
  const high = all.reduce((most, value) => Math.max(most, value), -Infinity)
  const span = high > low ? high - low : 1
  const end = times.at(-1) ?? 0
  const start = axis?.from ?? 0
  const x = (time: number): number => LEFT + ((WIDTH - LEFT - RIGHT) * (time - start)) / (end > start ? end - start : 1)
  const y = (value: number): number => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * (value - low)) / span
  const text = (at: readonly [number, number], words: string, more = ''): string =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" font-family="sans-serif" font-size="12"${more}>${escaped(words)}</text>`
  const paths = lines.map(({ color, values }) => {
    const points = values.map((value, i) => `${x(times[i]!).toFixed(2)},${y(value).toFixed(2)}`).join(' ')
    return `<polyline fill="none" stroke="${color}" stroke-width="1.5" points="${points}"/>`
  })
  const legend = lines.map(({ name, color }, i) => text([LEFT + 90 * i + 120, 24], name, ` fill="${color}"`))
  // Few points are shown as what they are: the line between them is a guess.
  const marks = lines.flatMap(({ color, values }) => (times.length > MOST_MARKS ? [] : values.map((value, i) => {
    return `<circle cx="${x(times[i]!).toFixed(2)}" cy="${y(value).toFixed(2)}" r="2.5" fill="${color}"/>`
  })))
  const [left, right] = [LEFT, WIDTH - RIGHT]
  const acrosses = roundTicks(start, end, 8).flatMap((at) => [
    `<path d="M${x(at).toFixed(2)},${HEIGHT - BOTTOM}v5" stroke="#888"/>`,
    text([x(at), HEIGHT - BOTTOM + 18], label(at, end - start), ' text-anchor="middle"'),
  ])
  const ups = roundTicks(low, high, 6).flatMap((at) => [
    `<path d="M${left},${y(at).toFixed(2)}H${right}" stroke="#eee"/>`, text([left - 6, y(at) + 4], label(at, span), ' text-anchor="end"'),
  ])
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`, ...ups,
    `<path d="M${left},${TOP}V${HEIGHT - BOTTOM}H${right}" fill="none" stroke="#888"/>`,
    text([left, 24], title, ' font-weight="bold"'), ...legend, ...acrosses,
    text([(left + right) / 2, HEIGHT - 8], axis === null ? 'time, s' : axis.name, ' text-anchor="middle"'),
    ...paths, ...marks, '</svg>', '',
  ].join('\n')
}
