/** Draws lines over two logarithmic axes as an SVG: time against size, for any number of engines. */

export interface PlotSeries {
  readonly name: string
  /** x and y, both above 0, in order of x. */
  readonly points: readonly (readonly [number, number])[]
  /** Drawn thicker, over the others. */
  readonly main?: boolean
}

export interface PlotOptions {
  readonly title: string
  readonly note: string
  readonly xLabel: string
  readonly yLabel: string
  readonly series: readonly PlotSeries[]
}

const WIDTH = 860
const HEIGHT = 540
const LEFT = 70
const RIGHT = 190
const TOP = 70
const BOTTOM = 60
/** Distinct for readers who see colours differently, in this order. */
const COLOURS: readonly string[] = ['#d55e00', '#0072b2', '#009e73', '#cc79a7', '#56b4e9', '#8c6d1f', '#6b4fa0', '#555555']
/** Up to this many sizes are marked themselves; more get round numbers. */
const MAX_DATA_TICKS = 8
/** Pixels between two labels at the right end, at least. */
const LABEL_GAP = 17

interface Axis {
  readonly low: number
  readonly high: number
  place(value: number): number
}

function createAxis(values: readonly number[], from: number, to: number): Axis {
  const low = Math.log10(Math.min(...values)) - 0.08
  const high = Math.log10(Math.max(...values)) + 0.08
  return { low: 10 ** low, high: 10 ** high, place: value => from + ((Math.log10(value) - low) / (high - low)) * (to - from) }
}

/** 1, 2, 5 times powers of ten inside the axis. */
function ticks({ low, high }: Axis): number[] {
  const list: number[] = []
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
    for (const digit of [1, 2, 5]) {
      const value = Number(`${digit}e${power}`)
      if (value >= low && value <= high) list.push(value)
    }
  }
  return list
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Moves labels apart, from the top down, so that none covers another; then back up where they left the picture. */
function spread(wanted: readonly number[], limit: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]!)
  const placed = [...wanted]
  for (let i = 1; i < order.length; i++) placed[order[i]!] = Math.max(placed[order[i]!]!, placed[order[i - 1]!]! + LABEL_GAP)
  let ceiling = limit
  for (let i = order.length - 1; i >= 0; i--) {
    placed[order[i]!] = Math.min(placed[order[i]!]!, ceiling)
    ceiling = placed[order[i]!]! - LABEL_GAP
  }
  return placed
}

const round = (value: number): string => value.toFixed(1)

export function logLogPlot({ title, note, xLabel, yLabel, series }: PlotOptions): string {
  const drawn = series.filter(({ points }) => points.length > 0)
  if (drawn.length === 0) throw new Error('Nothing to draw.')
  const x = createAxis(drawn.flatMap(({ points }) => points.map(point => point[0])), LEFT, WIDTH - RIGHT)
  const y = createAxis(drawn.flatMap(({ points }) => points.map(point => point[1])), HEIGHT - BOTTOM, TOP)
  const parts: string[] = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="13" fill="#222">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="28" font-size="18" font-weight="600">${escape(title)}</text>`,
    `<text x="${LEFT}" y="48" fill="#666">${escape(note)}</text>`,
  ]
  const sizes = [...new Set(drawn.flatMap(({ points }) => points.map(point => point[0])))]
  for (const value of sizes.length <= MAX_DATA_TICKS ? sizes : ticks(x)) {
    const at = round(x.place(value))
    parts.push(`<path d="M${at} ${TOP}V${HEIGHT - BOTTOM}" stroke="#e4e4e4"/>`)
    parts.push(`<text x="${at}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${value}</text>`)
  }
  for (const value of ticks(y)) {
    const at = round(y.place(value))
    parts.push(`<path d="M${LEFT} ${at}H${WIDTH - RIGHT}" stroke="#e4e4e4"/>`)
    parts.push(`<text x="${LEFT - 8}" y="${at}" text-anchor="end" dominant-baseline="middle">${value}</text>`)
  }
  const middle = (LEFT + WIDTH - RIGHT) / 2
  const centre = (TOP + HEIGHT - BOTTOM) / 2
  parts.push(`<text x="${middle}" y="${HEIGHT - 14}" text-anchor="middle">${escape(xLabel)}</text>`)
  parts.push(`<text transform="translate(20 ${centre}) rotate(-90)" text-anchor="middle">${escape(yLabel)}</text>`)

  const labels = spread(drawn.map(({ points }) => y.place(points.at(-1)![1])), HEIGHT - BOTTOM)
  const order = drawn.map((_, i) => i).sort((a, b) => Number(drawn[a]!.main ?? false) - Number(drawn[b]!.main ?? false))
  for (const i of order) {
    const { name, points, main } = drawn[i]!
    const colour = COLOURS[i % COLOURS.length]!
    const places = points.map(([px, py]) => `${round(x.place(px))} ${round(y.place(py))}`)
    const [endX, endY] = [x.place(points.at(-1)![0]), y.place(points.at(-1)![1])]
    parts.push(`<g stroke="${colour}" fill="${colour}">`)
    parts.push(`<path d="M${places.join('L')}" fill="none" stroke-width="${main ? 3.5 : 2}"/>`)
    for (const place of places) {
      const [cx, cy] = place.split(' ')
      parts.push(`<circle cx="${cx}" cy="${cy}" r="${main ? 4.5 : 3}" stroke="none"/>`)
    }
    parts.push(`<path d="M${round(endX + 6)} ${round(endY)}L${WIDTH - RIGHT + 8} ${round(labels[i]!)}" fill="none" stroke-width="1" opacity="0.5"/>`)
    const weight = main ? ' font-weight="700"' : ''
    parts.push(`<text x="${WIDTH - RIGHT + 12}" y="${round(labels[i]!)}" stroke="none" dominant-baseline="middle"${weight}>${escape(name)}</text>`)
    parts.push('</g>')
  }
  parts.push('</svg>')
  return `${parts.join('\n')}\n`
}
