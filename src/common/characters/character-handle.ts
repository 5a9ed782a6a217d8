/**
 * What handles on characters have in common in two and three dimensions: everything that is no place and no direction.
 */

import { requireMass, requireNonNegative, requireSized } from '../bounds.ts'
import { PhysicsError, requireBoolean } from '../errors.ts'
import { requireIdle, requireRow } from '../memory/handles.ts'
import { isCurrent, rowOfHandle } from '../memory/ids.ts'
import { cos } from '../math/deterministic-math.ts'
import { ENABLED } from '../store/column-codes.ts'
import type { WorldTables } from '../store/world-tables.ts'
import { Handle } from '../world/handle.ts'
import { GROUND, JUMPS, SQUEEZED, STEEP, STEPS_ON_DYNAMIC } from './character-codes.ts'
import { requireAcceleration, requireSkin, requireSlope } from './character-options.ts'
import { seenOf, type HandleJson } from '../world/handle-json.ts'

/** What a character stands on: ground that bears it, a slope that is too steep, or nothing. */
export type GroundState = 'ground' | 'steep' | 'air'

/** What users hold of a character, but for places and directions. */
export abstract class CharacterHandle<World, Body, Shape> extends Handle<World> {
  /** @internal */
  declare protected readonly state: WorldTables

  /**
   * What `JSON.stringify` writes: id, its body by its id, position, velocity, what it stands on, whether it is on; of one that is gone, its id
   * and that it is.
   */
  toJSON(): HandleJson {
    return seenOf(this, ['body', 'position', 'velocity', 'ground', 'enabled'])
  }

  /** What errors call it. */
  get [Symbol.toStringTag](): string {
    return 'Character'
  }

  /** False once the character or its body was destroyed. */
  get isValid(): boolean {
    return isCurrent(this.state.characters, this.id)
  }

  /** Its kinematic body: what rays, sensors and pictures see of it. */
  get body(): Body {
    return this.owner.bodies.ofRow(this.columns.body[this.row()]) as Body
  }

  /** The shape that moves about. */
  get shape(): Shape {
    return this.owner.shapes.ofRow(this.shapeRow(this.row())) as Shape
  }

  /** What it stood on after the last step. */
  get ground(): GroundState {
    const ground = this.columns.ground[this.row()]
    return ground === GROUND ? 'ground' : ground === STEEP ? 'steep' : 'air'
  }

  /** Does it stand on ground that bears it? */
  get isGrounded(): boolean {
    return this.columns.ground[this.row()] === GROUND
  }

  /** The shape it stands on or slides down, or null. */
  get groundShape(): Shape | null {
    const handle = this.columns.groundShape[this.row()]
    return handle > 0 && isCurrent(this.state.shapes, handle) ? (this.owner.shapes.ofRow(rowOfHandle(handle)) as Shape) : null
  }

  /** The body it stands on or slides down, or null. */
  get groundBody(): Body | null {
    const handle = this.columns.groundShape[this.row()]
    if (!(handle > 0) || !isCurrent(this.state.shapes, handle)) return null
    return this.owner.bodies.ofRow(this.state.shapes.columns.body[rowOfHandle(handle)]) as Body
  }

  /** Is it squeezed between bodies that do not give way, such as a lift and a ceiling? It overlaps them as long as they stay. */
  get isSqueezed(): boolean {
    return (this.columns.flags[this.row()] & SQUEEZED) !== 0
  }

  /**
   * Jumps in the next step: off the ground with the ground's velocity plus this speed along `up`, m/s, or in the air with this speed.
   * Whether it may jump is yours to say, by `isGrounded` or for a while after it.
   */
  jump(speed: number): void {
    const row = this.edit('character.jump')
    this.columns.jump[row] = requireSized(speed, 'character.jump.speed')
    this.columns.flags[row] |= JUMPS
  }

  /** Mass, kg: its weight on what it stands on, and its part in a collision. */
  get mass(): number {
    return this.columns.mass[this.row()]
  }

  set mass(value: number) {
    this.columns.mass[this.edit('character.mass')] = requireMass(value, 'character.mass')
  }

  /** Greatest force with which it pushes bodies, N. */
  get strength(): number {
    return this.columns.strength[this.row()]
  }

  set strength(value: number) {
    this.columns.strength[this.edit('character.strength')] = requireNonNegative(value, 'character.strength')
  }

  /** Steepest slope that it walks on, rad, 0 … π/2. */
  get maxSlope(): number {
    return this.columns.maxSlope[this.row()]
  }

  set maxSlope(value: number) {
    const row = this.edit('character.maxSlope')
    this.columns.maxSlope[row] = requireSlope(value)
    this.columns.slopeCosine[row] = cos(value)
  }

  /** Highest step that it takes without a jump, m. */
  get stepHeight(): number {
    return this.columns.stepHeight[this.row()]
  }

  set stepHeight(value: number) {
    this.columns.stepHeight[this.edit('character.stepHeight')] = requireNonNegative(value, 'character.stepHeight')
  }

  /** How far it reaches down to stay on the floor where that falls away, m. */
  get stickDistance(): number {
    return this.columns.stickDistance[this.row()]
  }

  set stickDistance(value: number) {
    this.columns.stickDistance[this.edit('character.stickDistance')] = requireNonNegative(value, 'character.stickDistance')
  }

  /** Gap that it keeps from everything, m. */
  get skin(): number {
    return this.columns.skin[this.row()]
  }

  set skin(value: number) {
    const row = this.edit('character.skin')
    this.columns.skin[row] = requireSkin(value, this.state.shapes.columns.thickness[this.shapeRow(row)])
  }

  /** Change of its velocity on the ground by its own will, m/s²; Infinity = at once. */
  get acceleration(): number {
    return orInfinity(this.columns.acceleration[this.row()])
  }

  set acceleration(value: number) {
    this.columns.acceleration[this.edit('character.acceleration')] = requireAcceleration(value, 'character.acceleration')
  }

  /** Change of its velocity in the air by its own will, m/s²; Infinity = at once. */
  get airAcceleration(): number {
    return orInfinity(this.columns.airAcceleration[this.row()])
  }

  set airAcceleration(value: number) {
    this.columns.airAcceleration[this.edit('character.airAcceleration')] = requireAcceleration(value, 'character.airAcceleration')
  }

  /** Factor on the world's gravity: 0 floats. */
  get gravityScale(): number {
    return this.columns.gravityScale[this.row()]
  }

  set gravityScale(value: number) {
    this.columns.gravityScale[this.edit('character.gravityScale')] = requireSized(value, 'character.gravityScale')
  }

  /** Does it step onto dynamic bodies as onto others? If not, it pushes them. */
  get stepsOnDynamic(): boolean {
    return (this.columns.flags[this.row()] & STEPS_ON_DYNAMIC) !== 0
  }

  set stepsOnDynamic(value: boolean) {
    const row = this.edit('character.stepsOnDynamic')
    const { flags } = this.columns
    flags[row] = requireBoolean(value, 'character.stepsOnDynamic') ? flags[row] | STEPS_ON_DYNAMIC : flags[row] & ~STEPS_ON_DYNAMIC
  }

  /** Does it take part? The same as `body.enabled`, which sets it. */
  get enabled(): boolean {
    return (this.state.bodies.columns.flags[this.columns.body[this.row()]] & ENABLED) !== 0
  }

  /** @internal */
  protected get columns(): WorldTables['characters']['columns'] {
    return this.state.characters.columns
  }

  /** @internal */
  protected row(): number {
    return requireRow(this.state.characters, this.id, 'character')
  }

  /** @internal */
  protected edit(what: string): number {
    requireIdle(this.state, what)
    return this.row()
  }

  /** @internal */
  protected shapeRow(row: number): number {
    const shape = this.state.bodies.columns.firstShape[this.columns.body[row]] - 1
    if (shape < 0) throw new PhysicsError('degenerate', 'character.shape', null, 'was taken from its body. Give the body a shape again.')
    return shape
  }
}

function orInfinity(value: number): number {
  return value === Number.MAX_VALUE ? Infinity : value
}
