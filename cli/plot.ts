// Lines over time as an SVG picture, without a library: axes with their ends, and a legend.

interface Line {
  readonly name: string
  readonly color: string
  readonly values: readonly number[]
}

const [WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM] = [720, 360, 80, 40, 20, 40]

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
    `<text x="${at[0]}" y="${at[1]}" font-family="sans-serif" font-size="12"${more}>${words}</text>`
  const paths = lines.map(({ color, values }) => {
    const points = values.map((value, i) => `${x(times[i]!).toFixed(2)},${y(value).toFixed(2)}`).join(' ')
    return `<polyline fill="none" stroke="${color}" stroke-width="1.5" points="${points}"/>`
  })
  const legend = lines.map(({ name, color }, i) => text([LEFT + 90 * i + 120, 24], name, ` fill="${color}"`))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    `<path d="M${LEFT},${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}" fill="none" stroke="#888"/>`,
    text([LEFT, 24], title, ' font-weight="bold"'), ...legend,
    text([LEFT - 6, y(high) + 4], high.toPrecision(4), ' text-anchor="end"'), text([LEFT - 6, y(low) + 4], low.toPrecision(4), ' text-anchor="end"'),
    text([LEFT, HEIGHT - 16], axis === null ? '0' : start.toPrecision(4)),
    text([WIDTH - RIGHT, HEIGHT - 16], axis === null ? `${end.toPrecision(4)} s` : `${axis.name} ${end.toPrecision(4)}`, ' text-anchor="end"'),
    ...paths, '</svg>', '',
  ].join('\n')
}
