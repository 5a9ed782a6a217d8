// A number over two parameters as an SVG picture: cells from dark (low) to light (high), with their values on the axes, and a scale.
import { escaped, fewOf, label, roundTicks } from './ticks.ts'

export interface HeatMap {
  readonly title: string
  readonly xName: string
  readonly yName: string
  readonly xs: readonly number[]
  readonly ys: readonly number[]
  /** By y, then by x. */
  readonly values: readonly (readonly number[])[]
}

const [WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM] = [720, 480, 90, 40, 110, 50]
/** Colours of the scale, evenly spaced: they differ in brightness too, so that they can be told apart in grey. */
const SCALE = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]] as const

export function colorOf(share: number): string {
  const at = Math.max(0, Math.min(1, share)) * (SCALE.length - 1)
  const below = Math.min(SCALE.length - 2, Math.floor(at))
  const [a, b] = [SCALE[below]!, SCALE[below + 1]!]
  return `rgb(${a.map((value, i) => Math.round(value + (b[i]! - value) * (at - below))).join(',')})`
}

export function heatMap({ title, xName, yName, xs, ys, values }: HeatMap): string {
  const all = values.flat().filter(Number.isFinite)
  const low = Math.min(...all)
  const high = Math.max(...all)
  const share = (value: number): number => (high > low ? (value - low) / (high - low) : 0)
  const [wide, tall] = [(WIDTH - LEFT - RIGHT) / xs.length, (HEIGHT - TOP - BOTTOM) / ys.length]
  const text = (x: number, y: number, words: string, anchor = 'start', more = ''): string =>
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-family="sans-serif" font-size="12" text-anchor="${anchor}"${more}>${escaped(words)}</text>`
  const cells = values.flatMap((row, j) => row.map((value, i) => {
    const fill = Number.isFinite(value) ? colorOf(share(value)) : '#dddddd'
    const [x, y] = [LEFT + i * wide, HEIGHT - BOTTOM - (j + 1) * tall]
    return `<rect x="${x.toFixed(2)}" y="${y.toFixed(2)}" width="${wide.toFixed(2)}" height="${tall.toFixed(2)}" fill="${fill}"/>`
  }))
  const steps = 20
  const [scaleX, scaleTall] = [WIDTH - RIGHT + 20, (HEIGHT - TOP - BOTTOM) / steps]
  const scale = Array.from({ length: steps }, (_, i) => {
    const y = (HEIGHT - BOTTOM - (i + 1) * scaleTall).toFixed(2)
    return `<rect x="${scaleX}" y="${y}" width="16" height="${scaleTall.toFixed(2)}" fill="${colorOf(i / (steps - 1))}"/>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" shape-rendering="crispEdges">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    text(LEFT, 24, title, 'start', ' font-weight="bold"'), ...cells, ...scale,
    ...roundTicks(low, high, 6).map((value) => {
      return text(scaleX + 22, HEIGHT - BOTTOM - share(value) * (HEIGHT - TOP - BOTTOM) + 4, label(value, high - low))
    }),
    ...fewOf(xs.length, 10).map((i) => text(LEFT + (i + 0.5) * wide, HEIGHT - BOTTOM + 16, label(xs[i]!, 1), 'middle')),
    ...fewOf(ys.length, 12).map((j) => text(LEFT - 6, HEIGHT - BOTTOM - (j + 0.5) * tall + 4, label(ys[j]!, 1), 'end')),
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, xName, 'middle'),
    text(20, (TOP + HEIGHT - BOTTOM) / 2, yName, 'middle', ` transform="rotate(-90 20 ${(TOP + HEIGHT - BOTTOM) / 2})"`), '</svg>', '',
  ].join('\n')
}
