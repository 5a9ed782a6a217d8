/**
 * A world that the classroom's solver steps, beside the engine's: its bodies are shown as kinematic puppets, out of everybody's way. The world of the
 * scene holds the puppets' poses only, so going back in time does not take the classroom back.
 */

import { World, type Body, type Joint, type ShapeDefinition, type Vec3, type WorldOptions } from 'fulcrum-physics/3d'
import { Classroom, type ClassroomOptions } from 'fulcrum-physics/classroom'

const DT = 1 / 60
/** Beyond this a body is thrown out of the scene, m: the lesson is over, and numbers would soon end. */
const THROWN = 200

export interface PuppetsOptions extends ClassroomOptions {
  readonly world: WorldOptions
  /** What all bodies look like. */
  readonly shape: ShapeDefinition
  /** How far beside the classroom's own world the puppets stand, m. */
  readonly shift: Vec3
  /** Builds the classroom's world. */
  build(world: World): { bodies: readonly Body[]; joints: readonly Joint[] }
}

export class Puppets {
  readonly bodies: readonly Body[]
  readonly joints: readonly Joint[]
  /** The fastest that a body of the classroom has been, m/s. */
  topSpeed = 0
  /** The widest that a joint has opened, m. */
  worstGap = 0
  private readonly room: Classroom
  private readonly puppets: readonly Body[]
  private readonly shift: Vec3
  private isOver = false

  constructor(scene: World, { world: options, shape, shift, build, ...how }: PuppetsOptions) {
    const world = new World(options)
    const { bodies, joints } = build(world)
    this.bodies = bodies
    this.joints = joints
    this.shift = shift
    this.room = new Classroom(world, how)
    this.puppets = bodies.map(() => scene.createBody({ type: 'kinematic', shapes: [shape] }))
    for (const puppet of this.puppets) for (const each of puppet.shapes) each.filter = { category: 0, mask: 0 }
    this.show()
  }

  step(): void {
    if (this.isOver) return
    this.room.step(DT)
    for (const { linearVelocity: v } of this.bodies) this.topSpeed = Math.max(this.topSpeed, Math.sqrt(v.x * v.x + v.y * v.y + v.z * v.z))
    for (const { anchorA: a, anchorB: b } of this.joints) {
      const [x, y, z] = [a.x - b.x, a.y - b.y, a.z - b.z]
      this.worstGap = Math.max(this.worstGap, Math.sqrt(x * x + y * y + z * z))
    }
    this.isOver = this.bodies.some(({ position: { x, y, z } }) => !(Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) < THROWN))
    this.show()
  }

  private show(): void {
    const { shift } = this
    this.bodies.forEach(({ position: { x, y, z }, rotation }, i) => {
      this.puppets[i]!.teleport({ x: x + shift.x, y: y + shift.y, z: z + shift.z }, rotation)
    })
  }
}
