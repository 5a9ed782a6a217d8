// Takes hold of a body with the mouse: a mouse joint from the point that was grabbed to the pointer. Elsewhere the pointer moves the picture.
import { circle, type Body, type MouseJoint } from 'fulcrum-physics/2d'
import { DRAG_LINE } from '../colors.ts'
import type { Simulation2d } from './pane.ts'
import type { View } from './view.ts'

/** How close to a body the pointer must be, as a share of the picture's height. */
const REACH = 0.004

export class DragTool {
  private joint: MouseJoint | null = null
  private readonly simulation: Simulation2d
  private readonly view: View
  private readonly onGrab: () => void

  constructor(simulation: Simulation2d, view: View, canvas: HTMLCanvasElement, onGrab: () => void) {
    this.simulation = simulation
    this.onGrab = onGrab
    this.view = view
    simulation.onLoad.push(() => this.release())
    // In the capture phase: the decision whether the picture moves is made before the view sees the event.
    canvas.addEventListener('pointerdown', (event) => this.grab(event, canvas), { capture: true })
    canvas.addEventListener('pointermove', (event) => this.follow(event))
    canvas.addEventListener('pointerup', () => this.release())
    canvas.addEventListener('pointercancel', () => this.release())
  }

  /** The body in hand, if any. */
  get body(): Body | null {
    return this.hand?.bodyB ?? null
  }

  /** Draws the line from the grabbed point to the pointer. */
  draw(): void {
    const { hand } = this
    if (!hand) return
    const { context } = this.view
    const from = this.view.pointOnCanvas(hand.anchorB)
    const to = this.view.pointOnCanvas(hand.target)
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.strokeStyle = DRAG_LINE
    context.lineWidth = 2
    context.beginPath()
    context.moveTo(from.x, from.y)
    context.lineTo(to.x, to.y)
    context.stroke()
  }

  /** The joint, unless a restored snapshot is from before it was made. */
  private get hand(): MouseJoint | null {
    return this.joint?.isValid ? this.joint : null
  }

  private grab(event: PointerEvent, canvas: HTMLCanvasElement): void {
    if (event.button !== 0) return
    const { world } = this.simulation
    const anchor = this.view.pointAt(event.clientX, event.clientY)
    const touched = world.overlapShape(circle({ radius: this.view.size * REACH }), { position: anchor })
    const bodyB = touched.find((shape) => shape.body.type === 'dynamic')?.body
    if (!bodyB) return
    this.joint = world.createMouseJoint({ bodyB, anchor })
    this.onGrab()
    this.view.pans = false
    canvas.setPointerCapture(event.pointerId)
  }

  private follow(event: PointerEvent): void {
    if (this.hand) this.hand.target = this.view.pointAt(event.clientX, event.clientY)
  }

  private release(): void {
    const { hand } = this
    // Another scene has another world, in which there is nothing to destroy.
    if (hand && hand.world === this.simulation.world) hand.world.destroyJoint(hand)
    this.joint = null
    this.view.pans = true
  }
}
