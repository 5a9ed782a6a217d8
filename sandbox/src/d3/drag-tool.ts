// Takes hold of a body with the mouse: a critically damped spring from the point that was grabbed to the pointer, as a force before
// every step. Elsewhere the pointer turns the camera.
import { BufferGeometry, Line, LineBasicMaterial, Plane, Quaternion, Vector3 } from 'three'
import type { Body } from 'fulcrum-physics/3d'
import { DRAG_LINE } from './palette.ts'
import { forceForAcceleration } from './point-force.ts'
import type { Simulation3d } from './pane.ts'
import type { View } from './view.ts'

/** The spring's natural frequency, rad/s (3 Hz): brisk, and slow enough for one force per step. */
const SPRING_RATE = 2 * Math.PI * 3

/** A body is pulled with at most this acceleration at the grabbed point, per metre of the picture's scale, 1/s². */
const MAX_PULL = 30

interface Grip {
  readonly body: Body
  /** The grabbed point in the body's frame. */
  readonly local: Vector3
  /** Where the pointer wants it. */
  readonly goal: Vector3
  /** Facing the camera, through the point first grabbed: the pointer moves the goal on it. */
  readonly plane: Plane
}

export class DragTool {
  private grip: Grip | null = null
  private readonly line: Line
  private readonly simulation: Simulation3d
  private readonly view: View
  private readonly onGrab: () => void

  constructor(simulation: Simulation3d, view: View, canvas: HTMLCanvasElement, onGrab: () => void) {
    this.simulation = simulation
    this.onGrab = onGrab
    this.view = view
    this.line = new Line(new BufferGeometry().setFromPoints([new Vector3(), new Vector3()]), new LineBasicMaterial({ color: DRAG_LINE }))
    this.line.visible = false
    this.line.frustumCulled = false
    view.scene.add(this.line)
    simulation.beforeStep.push(() => this.pull())
    simulation.onLoad.push(() => this.release())
    // In the capture phase: the decision whether the camera turns is made before its controls see the event.
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
  update(): void {
    this.line.visible = this.grip?.body.isValid ?? false
    if (!this.grip || !this.line.visible) return
    const position = this.line.geometry.getAttribute('position')
    const at = grabbedPoint(this.grip)
    position.setXYZ(0, at.x, at.y, at.z)
    position.setXYZ(1, this.grip.goal.x, this.grip.goal.y, this.grip.goal.z)
    position.needsUpdate = true
  }

  private grab(event: PointerEvent, canvas: HTMLCanvasElement): void {
    if (event.button !== 0) return
    const { origin, direction } = this.view.rayAt(event.clientX, event.clientY)
    const hit = this.simulation.world.castRay({ origin, direction, maxDistance: this.view.camera.far })
    if (!hit || hit.body.type !== 'dynamic') return
    const point = new Vector3(hit.point.x, hit.point.y, hit.point.z)
    const local = point.clone().sub(hit.body.position).applyQuaternion(rotationOf(hit.body).conjugate())
    const normal = this.view.camera.getWorldDirection(new Vector3())
    this.grip = { body: hit.body, local, goal: point.clone(), plane: new Plane().setFromNormalAndCoplanarPoint(normal, point) }
    this.view.controls.enabled = false
    this.onGrab()
    canvas.setPointerCapture(event.pointerId)
  }

  private follow(event: PointerEvent): void {
    if (!this.grip) return
    const { origin, direction } = this.view.rayAt(event.clientX, event.clientY)
    const { normal, constant } = this.grip.plane
    const along = normal.dot(direction)
    if (along > 1e-3) this.grip.goal.copy(origin).addScaledVector(direction, -(normal.dot(origin) + constant) / along)
  }

  /** One step's worth of spring. */
  private pull(): void {
    if (!this.grip) return
    // A restored snapshot may be from before the body was made.
    if (!this.grip.body.isValid) return this.release()
    const { body, goal } = this.grip
    const { gravity } = this.simulation.world
    const at = grabbedPoint(this.grip)
    const acceleration = goal.clone().sub(at).multiplyScalar(SPRING_RATE * SPRING_RATE)
    acceleration.clampLength(0, MAX_PULL * this.view.distance)
    acceleration.addScaledVector(body.velocityAt(at) as Vector3, -2 * SPRING_RATE)
    // The weight is carried too, or a heavy body would hang below the pointer.
    acceleration.addScaledVector(gravity as Vector3, -body.gravityScale)
    body.wake()
    body.applyForce(forceForAcceleration(body, at, acceleration), at)
  }

  private release(): void {
    this.grip = null
    this.view.controls.enabled = true
  }
}

function rotationOf(body: Body): Quaternion {
  const { x, y, z, w } = body.rotation
  return new Quaternion(x, y, z, w)
}

/** Where in the world the grabbed point is now. */
function grabbedPoint({ body, local }: Grip): Vector3 {
  return local.clone().applyQuaternion(rotationOf(body)).add(body.position)
}
