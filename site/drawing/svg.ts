// A picture as SVG: colours of middle lightness, which stand out on white as on black.
import type { Item, Tone } from './picture.ts'
import type { Point } from './view.ts'

/** Red, green and blue of each tone in full light. */
export const TONES: Readonly<Record<Tone, readonly [number, number, number]>> = {
  A: [0xe0, 0x8a, 0x3c],
  B: [0x4c, 0x8d, 0xf0],
  other: [0x8f, 0x9a, 0xab],
  still: [0x9a, 0xa1, 0xad],
  joint: [0xe0, 0x31, 0x6d],
}

export function colorOf(tone: Tone, light: number): string {
  return `#${TONES[tone].map(part => Math.round(part * light).toString(16).padStart(2, '0')).join('')}`
}

function path(points: readonly Point[]): string {
  return points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
}

function draw(item: Item): string {
  if (item.kind === 'face') return `<polygon points="${path(item.points)}" fill="${colorOf(item.tone, item.light)}"/>`
  if (item.kind === 'line') return `<polyline points="${path(item.points)}"${item.style === 'thin' ? ' class="thin"' : ''}/>`
  return `<circle cx="${item.at[0].toFixed(1)}" cy="${item.at[1].toFixed(1)}" r="4.5" fill="${colorOf(item.tone, 1)}"/>`
}

export interface SvgOptions {
  readonly labels: readonly { text: string; at: Point }[]
  readonly title: string
  readonly width: number
  readonly height: number
}

export function svgOf(items: readonly Item[], { labels, title, width, height }: SvgOptions): string {
  const color = colorOf('joint', 1)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${title}</title>`,
    '<style>polygon{stroke:#fff;stroke-opacity:.35;stroke-width:.6;stroke-linejoin:round}',
    `polyline{fill:none;stroke:${color};stroke-width:3;stroke-linecap:round;stroke-linejoin:round}`,
    '.thin{stroke-width:1.6}circle{stroke:#fff;stroke-width:1.2}',
    'text{font:bold 17px sans-serif;fill:#fff;stroke:#222;stroke-width:3;paint-order:stroke;text-anchor:middle;dominant-baseline:central}</style>',
    ...items.map(draw),
    ...labels.map(({ text, at }) => `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}">${text}</text>`),
    '</svg>\n',
  ].join('\n')
}
