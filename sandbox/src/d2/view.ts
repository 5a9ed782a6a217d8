// The window on a flat scene: a canvas, the piece of the plane that it shows, and the pointer that moves it.
import type { Vec2 } from 'fulcrum-physics/2d'
import { DARK_HORIZON, DARK_TOP, SKY_HORIZON, SKY_TOP } from '../colors.ts'
import { isDark } from '../theme.ts'

const MAX_PIXEL_RATIO = 2
/** Width over height that scenes are made for, at least. */
const LEAST_ASPECT = 16 / 9
/** One notch of the wheel. */
const WHEEL_STEP = 1.0015
/** The plane is lined every so many pixels, at least. */
const GRID_PIXELS = 40
const GRID_COLOR = 'rgb(29 53 87 / 7%)'
const DARK_GRID = 'rgb(255 255 255 / 7%)'

/** Of a picture, px. */
export interface Size {
  readonly width: number
  readonly height: number
}

export class View {
  readonly context: CanvasRenderingContext2D
  /** Off while a body is in hand. */
  pans = true
  private readonly canvas: HTMLCanvasElement
  private readonly ratio: number
  private readonly fixed: Size | null
  private center: Vec2 = { x: 0, y: 0 }
  /** Metres from the bottom of the picture to its top. */
  private height = 10
  private held: { id: number; x: number; y: number } | null = null

  /** `size`: of a picture that is not on the page, px; the canvas has that of its place otherwise. */
  constructor(canvas: HTMLCanvasElement, plain: boolean, size: Size | null = null) {
    this.canvas = canvas
    this.fixed = size
    this.context = canvas.getContext('2d')!
    this.ratio = plain ? 1 : Math.min(devicePixelRatio, MAX_PIXEL_RATIO)
    canvas.addEventListener('pointerdown', (event) => {
      if (!this.pans) return
      this.held = { id: event.pointerId, x: event.clientX, y: event.clientY }
      canvas.setPointerCapture(event.pointerId)
    })
    canvas.addEventListener('pointermove', (event) => this.pan(event))
    for (const name of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(name, () => (this.held = null))
    canvas.addEventListener('wheel', (event) => this.turnWheel(event), { passive: false })
  }

  /** The scale of the picture, m: what it shows from bottom to top. */
  get size(): number {
    return this.height
  }

  lookAt(center: Vec2, height: number): void {
    this.center = { x: center.x, y: center.y }
    this.height = height
  }

  zoom(times: number): void {
    this.height /= times
  }

  /** Moves the picture by so many pixels of the page. */
  turn(x: number, y: number): void {
    const metre = this.pageScale
    this.center = { x: this.center.x + x / metre, y: this.center.y - y / metre }
  }

  /** Clears the picture and lays the grid. */
  begin(): void {
    const { canvas, context, ratio } = this
    const { width: wide, height: high } = this.fixed ?? { width: canvas.clientWidth, height: canvas.clientHeight }
    const [width, height] = [Math.max(1, Math.round(wide * ratio)), Math.max(1, Math.round(high * ratio))]
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    context.setTransform(1, 0, 0, 1, 0, 0)
    const sky = context.createLinearGradient(0, 0, 0, height)
    const dark = isDark()
    sky.addColorStop(0, dark ? DARK_TOP : mixed(SKY_TOP, SKY_HORIZON, 0.55))
    sky.addColorStop(1, dark ? DARK_HORIZON : SKY_HORIZON)
    context.fillStyle = sky
    context.fillRect(0, 0, width, height)
    this.drawGrid()
  }

  /** Pixels of the canvas per metre. A narrow picture shows as much from left to right as one of the usual shape. */
  get scale(): number {
    return Math.min(this.canvas.height, this.canvas.width / LEAST_ASPECT) / this.height
  }

  /** Pixels of the page per metre. */
  private get pageScale(): number {
    return (this.scale * this.canvas.getBoundingClientRect().height) / this.canvas.height
  }

  /** The context's axes become those of a frame of the world. Places are taken relative to the middle first, or they would be coarse far out. */
  setFrame(x: number, y: number, cosine: number, sine: number): void {
    const { canvas, center, scale } = this
    const [right, down] = [canvas.width / 2 + (x - center.x) * scale, canvas.height / 2 - (y - center.y) * scale]
    this.context.setTransform(scale * cosine, -scale * sine, -scale * sine, -scale * cosine, right, down)
  }

  /** Where on the canvas a point of the world is, in its own pixels. */
  pointOnCanvas({ x, y }: Vec2): Vec2 {
    const { canvas, center, scale } = this
    return { x: canvas.width / 2 + (x - center.x) * scale, y: canvas.height / 2 - (y - center.y) * scale }
  }

  /** Where on the page a point of the world is seen. */
  pointOnPage(point: Vec2): Vec2 {
    const { left, top, width, height } = this.canvas.getBoundingClientRect()
    const { x, y } = this.pointOnCanvas(point)
    return { x: left + (x / this.canvas.width) * width, y: top + (y / this.canvas.height) * height }
  }

  /** The point of the world under a point of the page. */
  pointAt(clientX: number, clientY: number): Vec2 {
    const { left, top, width, height } = this.canvas.getBoundingClientRect()
    const { canvas, center, scale } = this
    const [right, down] = [(clientX - left) / width - 0.5, (clientY - top) / height - 0.5]
    return { x: center.x + (right * canvas.width) / scale, y: center.y - (down * canvas.height) / scale }
  }

  /** A point on the left edge, by the share of the picture's height from its top. */
  leftEdge(share: number): Vec2 {
    const { left, top, height } = this.canvas.getBoundingClientRect()
    return this.pointAt(left, top + height * share)
  }

  /** Can anything within `radius` of the point be seen? */
  shows(x: number, y: number, radius: number): boolean {
    const half = this.canvas.height / (2 * this.scale) + radius
    const wide = this.canvas.width / (2 * this.scale) + radius
    return Math.abs(y - this.center.y) <= half && Math.abs(x - this.center.x) <= wide
  }

  private pan(event: PointerEvent): void {
    if (!this.held || this.held.id !== event.pointerId) return
    const from = this.pointAt(this.held.x, this.held.y)
    const to = this.pointAt(event.clientX, event.clientY)
    this.center = { x: this.center.x + from.x - to.x, y: this.center.y + from.y - to.y }
    this.held = { id: event.pointerId, x: event.clientX, y: event.clientY }
  }

  /** What is under the pointer stays there. */
  private turnWheel(event: WheelEvent): void {
    event.preventDefault()
    const before = this.pointAt(event.clientX, event.clientY)
    this.height *= WHEEL_STEP ** event.deltaY
    const after = this.pointAt(event.clientX, event.clientY)
    this.center = { x: this.center.x + before.x - after.x, y: this.center.y + before.y - after.y }
  }

  private drawGrid(): void {
    const { context, canvas, scale, center } = this
    let pitch = 10 ** Math.ceil(Math.log10((GRID_PIXELS * this.ratio) / scale))
    if ((pitch / 2) * scale >= GRID_PIXELS * this.ratio) pitch /= 2
    context.strokeStyle = isDark() ? DARK_GRID : GRID_COLOR
    context.lineWidth = this.ratio
    context.beginPath()
    const line = (from: number, length: number, draw: (at: number) => void): void => {
      const first = Math.ceil((from - length / scale / 2) / pitch)
      for (let i = first; (i * pitch - from) * scale <= length / 2; i++) draw(Math.round((i * pitch - from) * scale + length / 2) + 0.5)
    }
    line(center.x, canvas.width, (x) => {
      context.moveTo(x, 0)
      context.lineTo(x, canvas.height)
    })
    line(center.y, canvas.height, (y) => {
      context.moveTo(0, canvas.height - y)
      context.lineTo(canvas.width, canvas.height - y)
    })
    context.stroke()
  }
}

/** A mixture of two colours, by the share of the second. */
export function mixed(a: string, b: string, share: number): string {
  return `color-mix(in srgb, ${a} ${100 * (1 - share)}%, ${b})`
}
