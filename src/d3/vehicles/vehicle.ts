/**
 * The vehicle users hold: a thin handle on a row of the vehicle table. What it does in a step is in `solve-wheels.ts`.
 */

import { isMadeBy, PhysicsError, requireBoolean, requireInteger, requireRange } from '../../common/errors.ts'
import { closedTo, HandleCache, labelOf, requireIdle, requireRow } from '../../common/memory/handles.ts'
import { isCurrent, rowOfHandle } from '../../common/memory/ids.ts'
import { Handle } from '../../common/world/handle.ts'
import type { HandleOwner } from '../../common/world/handle-owner.ts'
import type { Body } from '../api/body.ts'
import type { World } from '../api/world.ts'
import { quatRotateAt } from '../math/quaternion.ts'
import type { WorldState } from '../store/world-state.ts'
import { writeVehicle, type WheeledVehicleDefinition } from './vehicle-definition.ts'
import { destroyVehicleRow } from './vehicle-rows.ts'
import { AUTOMATIC, HAS_ENGINE, TOLD, type VehicleColumns } from './vehicle-table.ts'
import { VehicleWheel } from './vehicle-wheel.ts'
import { seenOf, type HandleJson } from '../../common/world/handle-json.ts'

export type { WheeledVehicleDefinition }

const RPM_PER_RAD = 30 / Math.PI
const forward = new Float64Array(3)

/** A car, truck or tricycle: wheels on a chassis, solved with everything else. Made by `world.createVehicle`. */
export class WheeledVehicle extends Handle<World> {
  /** The wheels, in the order of the definition. */
  readonly wheels: readonly VehicleWheel[]
  /** @internal */
  declare protected readonly state: WorldState

  /** Vehicles are made by `world.createVehicle`. */
  constructor(owner: HandleOwner, id: number) {
    super(owner, id)
    const count = this.state.vehicles.columns.wheelCount[rowOfHandle(id)]
    this.wheels = Object.freeze(Array.from({ length: count }, (_, i) => new VehicleWheel(this, owner, i)))
    Object.freeze(this)
  }

  /**
   * What `JSON.stringify` writes: id, its chassis by its id, speed, inputs, gear, turns of the engine; of one that is gone, its id and that it
   * is.
   */
  toJSON(): HandleJson {
    return seenOf(this, ['chassis', 'speed', 'throttle', 'brake', 'handBrake', 'steering', 'gear', 'rpm'])
  }

  /** What errors call it. */
  get [Symbol.toStringTag](): string {
    return 'WheeledVehicle'
  }

  /** False once the vehicle or its chassis was destroyed. */
  get isValid(): boolean {
    return isCurrent(this.state.vehicles, this.id) && isCurrent(this.state.bodies, this.table.chassis[rowOfHandle(this.id)])
  }

  /** The body that the wheels carry. */
  get chassis(): Body {
    return this.owner.bodies.ofRow(rowOfHandle(this.table.chassis[this.rowOf()])) as Body
  }

  /** Throttle, 0 … 1. Setting an input wakes the vehicle. */
  get throttle(): number {
    return this.table.throttle[this.rowOf()]
  }

  set throttle(value: number) {
    this.write('throttle', 0, value)
  }

  /** Brake pedal, 0 … 1: all wheels by their `brakeTorque`. */
  get brake(): number {
    return this.table.brake[this.rowOf()]
  }

  set brake(value: number) {
    this.write('brake', 0, value)
  }

  /** Hand brake, 0 … 1: the wheels that have a `handBrakeTorque`. */
  get handBrake(): number {
    return this.table.handBrake[this.rowOf()]
  }

  set handBrake(value: number) {
    this.write('handBrake', 0, value)
  }

  /** Steering, −1 … 1, above 0 to the left: a share of the wheels' `maxSteer`. */
  get steering(): number {
    return this.table.steering[this.rowOf()]
  }

  set steering(value: number) {
    this.write('steering', -1, value)
  }

  /** Clutch pedal, 0 … 1: 1 parts engine and wheels. */
  get clutch(): number {
    return this.table.clutch[this.rowOf()]
  }

  set clutch(value: number) {
    this.write('clutch', 0, value)
  }

  /**
   * Index of the gear that is in, or on its way: −1 and below are the reverse gears, 0 is neutral. Setting it changes gears; an automatic box
   * then chooses among the forward ones by itself.
   */
  get gear(): number {
    return this.table.gear[this.rowOf()]
  }

  set gear(value: number) {
    const row = this.rowOf()
    this.requireEngine(row, 'vehicle.gear', value)
    const { gearCount, reverseCount, wantedGear } = this.table
    requireInteger(value, -reverseCount[row], gearCount[row], 'vehicle.gear')
    wantedGear[this.tell('vehicle.gear')] = value
  }

  /** Does the gearbox change gears by itself? */
  get automatic(): boolean {
    return (this.table.flags[this.rowOf()] & AUTOMATIC) !== 0
  }

  set automatic(value: boolean) {
    this.requireEngine(this.rowOf(), 'vehicle.automatic', value)
    requireBoolean(value, 'vehicle.automatic')
    const row = this.tell('vehicle.automatic')
    const { flags, wantedGear, gear } = this.table
    flags[row] = value ? flags[row] | AUTOMATIC : flags[row] & ~AUTOMATIC
    wantedGear[row] = gear[row]
  }

  /** Is a change of gears under way? */
  get isShifting(): boolean {
    return this.table.shifting[this.rowOf()] > 0
  }

  /** Speed of the engine, revolutions per minute; 0 without one. */
  get rpm(): number {
    return this.table.engineSpeed[this.rowOf()] * RPM_PER_RAD
  }

  /** Torque that went through the clutch to the wheels in the last substep, N m. */
  get engineTorque(): number {
    return this.table.engineLoad[this.rowOf()]
  }

  /** Speed of the chassis forwards, m/s. */
  get speed(): number {
    const row = this.rowOf()
    const body = rowOfHandle(this.table.chassis[row])
    const { q, v } = this.state.bodies.columns
    quatRotateAt(q, body * 4, this.table.axes, row * 9, forward, 0)
    return forward[0] * v[body * 3] + forward[1] * v[body * 3 + 1] + forward[2] * v[body * 3 + 2]
  }

  /** Row of the vehicle table. @internal */
  rowOf(): number {
    const row = requireRow(this.state.vehicles, this.id, 'vehicle')
    requireRow(this.state.bodies, this.table.chassis[row], 'vehicle.chassis')
    return row
  }

  /** The same for a change of `field`, whose value has been checked: it wakes. @internal */
  tell(field: string): number {
    requireIdle(this.state, field)
    const row = this.rowOf()
    this.table.flags[row] |= TOLD
    return row
  }

  private get table(): VehicleColumns {
    return this.state.vehicles.columns
  }

  private write(input: 'throttle' | 'brake' | 'handBrake' | 'steering' | 'clutch', least: number, value: number): void {
    const field = `vehicle.${input}`
    requireIdle(this.state, field)
    const given = requireRange(value, least, 1, field)
    const column = this.table[input]
    if (column[this.rowOf()] !== given) column[this.tell(field)] = given
  }

  private requireEngine(row: number, field: string, value: unknown): void {
    if ((this.table.flags[row] & HAS_ENGINE) !== 0) return
    throw new PhysicsError('out-of-range', field, value, 'needs an engine. Give createVehicle an engine.')
  }
}

interface Owner extends HandleOwner {
  readonly state: WorldState
}

/** The objects users hold of a world's vehicles. */
export class VehicleHandles {
  private readonly owner: Owner
  private readonly cache: HandleCache<WheeledVehicle, VehicleColumns>

  constructor(owner: Owner) {
    this.owner = owner
    const { vehicles } = owner.state
    const fits = (vehicle: WheeledVehicle): boolean => {
      return !isCurrent(vehicles, vehicle.id) || vehicle.wheels.length === vehicles.columns.wheelCount[rowOfHandle(vehicle.id)]
    }
    this.cache = new HandleCache(vehicles, (id) => new WheeledVehicle(owner, id), fits)
  }

  create(chassis: Body, definition: WheeledVehicleDefinition): WheeledVehicle {
    const { state, world } = this.owner
    requireIdle(state, 'world.createVehicle')
    const userData = labelOf(definition)
    const vehicle = this.cache.ofRow(closedTo(state, () => writeVehicle(state, world, chassis, definition)))
    vehicle.userData = userData
    return vehicle
  }

  /** All live vehicles, rows ascending. */
  *list(): IterableIterator<WheeledVehicle> {
    const { vehicles } = this.owner.state
    for (let row = 0; row < vehicles.count; row++) if (vehicles.columns.alive[row] === 1) yield this.cache.ofRow(row)
  }

  get count(): number {
    const { vehiclePool } = this.owner.state
    return vehiclePool.count === 0 ? 0 : vehiclePool.columns.live[0]
  }

  destroy(vehicle: WheeledVehicle): void {
    const { state, world } = this.owner
    requireIdle(state, 'world.destroyVehicle')
    if (!isMadeBy(vehicle, WheeledVehicle)) {
      throw new PhysicsError('wrong-type', 'world.destroyVehicle', vehicle, 'must be a WheeledVehicle of this world.')
    }
    if (vehicle.world !== world) {
      throw new PhysicsError('foreign-handle', 'world.destroyVehicle', vehicle, 'belongs to another world. Use the world that made it.')
    }
    if (!isCurrent(state.vehicles, vehicle.id)) return
    const row = rowOfHandle(vehicle.id)
    const { chassis } = vehicle
    this.remove(row)
    chassis.wake()
  }

  /** After bodies have gone: vehicles without a chassis go with them. */
  dropOrphans(): void {
    const { state } = this.owner
    const { alive, chassis } = state.vehicles.columns
    for (let row = 0; row < state.vehicles.count; row++) {
      if (alive[row] === 1 && !isCurrent(state.bodies, chassis[row])) this.remove(row)
    }
  }

  private remove(row: number): void {
    destroyVehicleRow(this.owner.state, row)
    this.cache.retire(row)
  }
}
