// Takes hold of a body with the mouse: a critically damped spring from the point that was grabbed to the pointer, as a force before
// every step. Elsewhere the pointer moves the picture.
import { circle, type Body, type Vec2 } from 'fulcrum/2d'
import { DRAG_LINE } from '../colors.ts'
import type { Simulation2d } from './pane.ts'
import type { View } from './view.ts'

/** The spring's natural frequency, rad/s (3 Hz): brisk, and slow enough for one force per step. */
const SPRING_RATE = 2 * Math.PI * 3

/** A body is pulled with at most this acceleration at the grabbed point, per metre of the picture's height, 1/s². */
const MAX_PULL = 30

/** How close to a body the pointer must be, as a share of the picture's height. */
const REACH = 0.004

interface Grip {
  readonly body: Body
  /** The grabbed point in the body's frame. */
  readonly local: Vec2
  /** Where the pointer wants it. */
  goal: Vec2
}

export class DragTool {
  private grip: Grip | null = null
  private readonly simulation: Simulation2d
  private readonly view: View

  constructor(simulation: Simulation2d, view: View, canvas: HTMLCanvasElement) {
    this.simulation = simulation
    this.view = view
    simulation.beforeStep.push(() => this.pull())
    simulation.onLoad.push(() => this.release())
    // In the capture phase: the decision whether the picture moves is made before the view sees the event.
    canvas.addEventListener('pointerdown', (event) => this.grab(event, canvas), { capture: true })
    canvas.addEventListener('pointermove', (event) => this.follow(event))
    canvas.addEventListener('pointerup', () => this.release())
    canvas.addEventListener('pointercancel', () => this.release())
  }

  /** The body in hand, if any. */
  get body(): Body | null {
    return this.grip?.body ?? null
  }

  /** Draws the line from the grabbed point to the pointer. */
  draw(): void {
    if (!this.grip?.body.isValid) return
    const { context } = this.view
    const from = this.view.pointOnCanvas(this.grip.body.worldPoint(this.grip.local))
    const to = this.view.pointOnCanvas(this.grip.goal)
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.strokeStyle = DRAG_LINE
    context.lineWidth = 2
    context.beginPath()
    context.moveTo(from.x, from.y)
    context.lineTo(to.x, to.y)
    context.stroke()
  }

  private grab(event: PointerEvent, canvas: HTMLCanvasElement): void {
    if (event.button !== 0) return
    const goal = this.view.pointAt(event.clientX, event.clientY)
    const touched = this.simulation.world.overlapShape(circle({ radius: this.view.size * REACH }), { position: goal })
    const body = touched.find((shape) => shape.body.type === 'dynamic')?.body
    if (!body) return
    this.grip = { body, local: body.localPoint(goal), goal }
    this.view.pans = false
    canvas.setPointerCapture(event.pointerId)
  }

  private follow(event: PointerEvent): void {
    if (this.grip) this.grip.goal = this.view.pointAt(event.clientX, event.clientY)
  }

  /** One step's worth of spring. */
  private pull(): void {
    if (!this.grip) return
    // A restored snapshot may be from before the body was made.
    if (!this.grip.body.isValid) return this.release()
    const { body, goal, local } = this.grip
    const { gravity } = this.simulation.world
    const at = body.worldPoint(local)
    const velocity = body.velocityAt(at)
    const pull = clamped({ x: (goal.x - at.x) * SPRING_RATE ** 2, y: (goal.y - at.y) * SPRING_RATE ** 2 }, MAX_PULL * this.view.size)
    // The weight is carried too, or a heavy body would hang below the pointer.
    const acceleration = {
      x: pull.x - 2 * SPRING_RATE * velocity.x - gravity.x * body.gravityScale,
      y: pull.y - 2 * SPRING_RATE * velocity.y - gravity.y * body.gravityScale,
    }
    body.wake()
    body.applyForce(forceForAcceleration(body, at, acceleration), at)
  }

  private release(): void {
    this.grip = null
    this.view.pans = true
  }
}

function clamped({ x, y }: Vec2, most: number): Vec2 {
  const share = Math.min(1, most / Math.max(Math.hypot(x, y), 1e-12))
  return { x: x * share, y: y * share }
}

/**
 * The force at a point of a body that gives that point a wanted acceleration: K f = a with K = 1/m + r⊥ r⊥ᵀ / I, the inverse of the mass that
 * is felt there. A spring that ignored the turning would be too stiff at the rim and blow up there.
 */
function forceForAcceleration(body: Body, point: Vec2, { x, y }: Vec2): Vec2 {
  const center = body.centerOfMass
  const [rx, ry] = [point.x - center.x, point.y - center.y]
  const inverseInertia = 1 / body.getInertia()
  const xx = 1 / body.mass + ry * ry * inverseInertia
  const yy = 1 / body.mass + rx * rx * inverseInertia
  const xy = -rx * ry * inverseInertia
  const determinant = xx * yy - xy * xy
  return { x: (yy * x - xy * y) / determinant, y: (xx * y - xy * x) / determinant }
}
