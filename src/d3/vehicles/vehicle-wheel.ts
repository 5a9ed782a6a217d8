/**
 * A wheel of a vehicle as users hold it: what it stands on, how it is loaded, slips and turns, and where to draw it.
 */

import { requireNonNegative, requireSized } from '../../common/bounds.ts'
import { requireRange } from '../../common/errors.ts'
import type { HandleOwner } from '../../common/world/handle-owner.ts'
import type { Body } from '../api/body.ts'
import type { Shape } from '../api/shape.ts'
import { fillQuat, fillVec3, writeVec3, type Quat, type Vec3 } from '../math/types.ts'
import type { WorldState } from '../store/world-state.ts'
import type { VehicleColumns } from './vehicle-table.ts'
import { MAX_WHEELS } from './vehicle-table.ts'
import { groundOf } from './vehicle-rows.ts'
import { wheelPose } from './wheel-pose.ts'

/** What a wheel asks its vehicle for. */
interface WheelOwner {
  /** The vehicle, as a number of its world: no unit. */
  readonly id: number
  /** False once it was destroyed. */
  readonly isValid: boolean
  /** @internal */
  rowOf(): number
  /** @internal */
  tell(field: string): number
}

const pose = new Float64Array(7)

/** A wheel. Made with its vehicle; `vehicle.wheels` has them in the order of the definition. */
export class VehicleWheel {
  /** Index among the vehicle's wheels, from 0. */
  readonly index: number
  private readonly vehicle: WheelOwner
  private readonly owner: HandleOwner
  private readonly state: WorldState

  /** Wheels are made by `world.createVehicle`. */
  constructor(vehicle: WheelOwner, owner: HandleOwner, index: number) {
    this.vehicle = vehicle
    this.owner = owner
    this.state = owner.state as WorldState
    this.index = index
    Object.freeze(this)
  }

  /** What `JSON.stringify` writes: its vehicle by its id, its number there, and what it does. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { index, vehicle } = this
    if (!vehicle.isValid) return { index, vehicle: vehicle.id, isValid: false }
    return { index, vehicle: vehicle.id, isGrounded: this.isGrounded, position: this.position, load: this.load }
  }

  /** What errors call it. */
  get [Symbol.toStringTag](): string {
    return 'VehicleWheel'
  }

  /** Did it bear on something in the last step? */
  get isGrounded(): boolean {
    return this.table.force[this.slot() * 3] > 0
  }

  /** The shape it stands on, or null. */
  get groundShape(): Shape | null {
    const shape = this.ground()
    return shape < 0 ? null : (this.owner.shapes.ofRow(shape) as Shape)
  }

  /** The body it stands on, or null. */
  get groundBody(): Body | null {
    const shape = this.ground()
    return shape < 0 ? null : (this.owner.bodies.ofRow(this.state.shapes.columns.body[shape]) as Body)
  }

  /** Where it touches the ground, m; as of the last step. 0, 0, 0 in the air. */
  get contactPoint(): Readonly<Vec3> {
    return this.vector('groundPoint')
  }

  /** Normal of the ground, a unit vector; 0, 0, 0 in the air. */
  get contactNormal(): Readonly<Vec3> {
    return this.vector('groundNormal')
  }

  /** Force of the ground along its normal, N. */
  get load(): number {
    return this.table.force[this.slot() * 3]
  }

  /** Friction along the wheel, N: above 0 it drives forwards. */
  get longitudinalForce(): number {
    return this.table.force[this.slot() * 3 + 1]
  }

  /** Friction across the wheel, N: above 0 to the left. */
  get lateralForce(): number {
    return this.table.force[this.slot() * 3 + 2]
  }

  /** Slip ratio, −2 … 2: speed of the rim less that of travel, over the greater of the two; −1 is locked. 0 in the air. */
  get longitudinalSlip(): number {
    return this.isGrounded ? this.table.slip[this.slot() * 2] : 0
  }

  /** Slip angle, rad: above 0 it slides to the left. 0 in the air. */
  get slipAngle(): number {
    return this.isGrounded ? this.table.slip[this.slot() * 2 + 1] : 0
  }

  /** Speed of turning relative to the chassis, rad/s, above 0 forwards. */
  get angularVelocity(): number {
    return this.table.spin[this.slot()]
  }

  set angularVelocity(value: number) {
    this.write(this.table.spin, requireSized(value, 'wheel.angularVelocity', 1e6), 'wheel.angularVelocity')
  }

  /** How far it has turned, rad, 0 … 2π. */
  get rotationAngle(): number {
    return this.table.angle[this.slot()]
  }

  /** Steering angle, rad, above 0 to the left; as of the last step. */
  get steerAngle(): number {
    return this.table.steerAngle[this.slot()]
  }

  /** Length of the suspension, m. */
  get suspensionLength(): number {
    return this.table.length[this.slot()]
  }

  /** Radius, m. */
  get radius(): number {
    return this.table.radius[this.slot()]
  }

  /** Width, m. */
  get width(): number {
    return this.table.width[this.slot()]
  }

  /** Coulomb's coefficient of the tyre. */
  get friction(): number {
    return this.table.friction[this.slot()]
  }

  set friction(value: number) {
    this.write(this.table.friction, requireNonNegative(value, 'wheel.friction'), 'wheel.friction')
  }

  /** Rolling resistance: torque per load and radius, a pure number. */
  get rollingResistance(): number {
    return this.table.rolling[this.slot()]
  }

  set rollingResistance(value: number) {
    this.write(this.table.rolling, requireNonNegative(value, 'wheel.rollingResistance'), 'wheel.rollingResistance')
  }

  /** Angle at full steering, rad. */
  get maxSteer(): number {
    return this.table.maxSteer[this.slot()]
  }

  set maxSteer(value: number) {
    this.write(this.table.maxSteer, requireRange(value, -1.5, 1.5, 'wheel.maxSteer'), 'wheel.maxSteer')
  }

  /** Torque of the brake at full pedal, N m. */
  get brakeTorque(): number {
    return this.table.brakeTorque[this.slot()]
  }

  set brakeTorque(value: number) {
    this.write(this.table.brakeTorque, requireNonNegative(value, 'wheel.brakeTorque'), 'wheel.brakeTorque')
  }

  /** Torque of the hand brake, N m. */
  get handBrakeTorque(): number {
    return this.table.handBrakeTorque[this.slot()]
  }

  set handBrakeTorque(value: number) {
    this.write(this.table.handBrakeTorque, requireNonNegative(value, 'wheel.handBrakeTorque'), 'wheel.handBrakeTorque')
  }

  /** Torque that drives it beside the engine, N m, until told otherwise: hub motors. */
  get driveTorque(): number {
    return this.table.driveTorque[this.slot()]
  }

  set driveTorque(value: number) {
    this.write(this.table.driveTorque, requireSized(value, 'wheel.driveTorque'), 'wheel.driveTorque')
  }

  /** Where its hub is, m: what to draw. */
  get position(): Readonly<Vec3> {
    return Object.freeze(this.getPosition({ x: 0, y: 0, z: 0 }))
  }

  /** How it is turned, with steering and rolling: x of it is the axle, to the left. */
  get rotation(): Readonly<Quat> {
    return Object.freeze(this.getRotation({ x: 0, y: 0, z: 0, w: 1 }))
  }

  /** Fills `out` with the place of its hub, m, and returns it: no allocation. */
  getPosition(out: Vec3): Vec3 {
    this.measure()
    return fillVec3(pose, 0, out, 'wheel.getPosition')
  }

  /** Fills `out` with its rotation and returns it: no allocation. */
  getRotation(out: Quat): Quat {
    this.measure()
    return fillQuat(pose, 3, out, 'wheel.getRotation')
  }

  private measure(): void {
    const row = this.vehicle.rowOf()
    wheelPose(this.state, row, row * MAX_WHEELS + this.index, pose)
  }

  private get table(): VehicleColumns {
    return this.state.vehicles.columns
  }

  private slot(): number {
    return this.vehicle.rowOf() * MAX_WHEELS + this.index
  }

  /** Puts a checked number into a column; the vehicle is told, and wakes. */
  private write(column: Float64Array, value: number, field: string): void {
    column[this.vehicle.tell(field) * MAX_WHEELS + this.index] = value
  }

  private ground(): number {
    const slot = this.slot()
    return this.table.force[slot * 3] > 0 ? groundOf(this.state, slot) : -1
  }

  private vector(name: 'groundPoint' | 'groundNormal'): Readonly<Vec3> {
    const slot = this.slot()
    const out = { x: 0, y: 0, z: 0 }
    return Object.freeze(this.table.force[slot * 3] > 0 ? writeVec3(this.table[name], slot * 3, out) : out)
  }
}

