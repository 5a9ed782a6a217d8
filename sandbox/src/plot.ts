// Lines over time on a small canvas, in the colours of the page.
import { short } from './dom.ts'

const COLORS = ['--plot-1', '--plot-2', '--plot-3']
/** Plots higher than this have a scale, px. */
const TALL = 80
const FONT = '11px system-ui, sans-serif'

/** Draws series of the same kind against each other; names stand at the left with the last values. */
export function drawLine(canvas: HTMLCanvasElement, series: readonly (readonly number[])[], names: readonly string[]): void {
  const ratio = Math.min(devicePixelRatio, 2)
  const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)]
  if (width === 0 || height === 0) return
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')!
  const style = getComputedStyle(canvas)
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, width, height)
  let [low, high] = [Infinity, -Infinity]
  for (const values of series) {
    for (const value of values) {
      if (value < low) low = value
      if (value > high) high = value
    }
  }
  if (low > high) return
  // The line of zero is in sight, and a constant is a line in the middle.
  low = Math.min(low, 0)
  high = Math.max(high, 0)
  const span = high - low || 1
  const [right, down] = [canvas.clientWidth, canvas.clientHeight]
  const at = (value: number): number => down - 3 - ((value - low) / span) * (down - 6)
  context.lineWidth = 1
  context.strokeStyle = style.getPropertyValue('--edge')
  context.beginPath()
  context.moveTo(0, at(0))
  context.lineTo(right, at(0))
  context.stroke()
  context.font = FONT
  if (down > TALL) {
    // The scale at the right, in the colour of the page.
    context.fillStyle = style.getPropertyValue('--quiet')
    context.textAlign = 'right'
    if (high > 0) context.fillText(short(high, 3), right - 4, 12)
    if (low < 0) context.fillText(short(low, 3), right - 4, down - 4)
    context.textAlign = 'left'
  }
  context.lineWidth = 1.5
  series.forEach((values, k) => {
    context.strokeStyle = context.fillStyle = style.getPropertyValue(COLORS[k % COLORS.length]!)
    context.beginPath()
    values.forEach((value, i) => context.lineTo(values.length > 1 ? (i / (values.length - 1)) * right : right, at(value)))
    context.stroke()
    const last = values.at(-1)
    if (last === undefined || !names[k]) return
    const text = `${names[k]} ${short(last)}`
    context.strokeStyle = style.getPropertyValue('--panel')
    context.lineWidth = 4
    context.lineJoin = 'round'
    context.strokeText(text, 4, 13 + 13 * k)
    context.fillText(text, 4, 13 + 13 * k)
    context.lineWidth = 1.5
  })
}
