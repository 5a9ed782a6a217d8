/**
 * The character users hold: a thin handle on a row of the character table. What it does in a step is in `characters/move-character.ts`.
 */

import { CharacterHandle } from '../../common/characters/character-handle.ts'
import { requireSkin } from '../../common/characters/character-options.ts'
import { changeShape } from '../characters/change-shape.ts'
import type { CharacterColumns } from '../characters/character-table.ts'
import { fillVec3, readVec3, writeVec3, type Vec3 } from '../math/types.ts'
import type { WorldState } from '../store/world-state.ts'
import type { Body } from './body.ts'
import { readUp, requireMoverShape, thicknessOf } from './character-definition.ts'
import type { ShapeDefinition } from './shape-definition.ts'
import type { Shape } from './shape.ts'
import type { World } from './world.ts'

const a = new Float64Array(3)

/** Somebody who walks, jumps, climbs steps and rides lifts. Made by `world.createCharacter`. */
export class Character extends CharacterHandle<World, Body, Shape> {
  /** @internal */
  declare protected readonly state: WorldState

  /** Origin of its body, m. Setting it moves it there at once. */
  get position(): Readonly<Vec3> {
    return this.body.position
  }

  set position(value: Vec3) {
    this.edit('character.position')
    readVec3(value, 'character.position', a, 0)
    this.body.position = value
  }

  /** Fills `out` with the origin of its body, m, and returns it: no allocation. */
  getPosition(out: Vec3): Vec3 {
    return this.body.getPosition(out)
  }

  /** Velocity over the ground that it wants, m/s, until told otherwise. The part along `up` does not count: that is gravity's and `jump`'s. */
  get move(): Readonly<Vec3> {
    return this.vector('move')
  }

  set move(value: Vec3) {
    this.write('move', value)
  }

  /** Velocity in the world, m/s. Setting it is a blow: on the ground its own will soon has the better of it. */
  get velocity(): Readonly<Vec3> {
    return this.vector('velocity')
  }

  set velocity(value: Vec3) {
    this.write('velocity', value)
  }

  /** Fills `out` with the velocity in the world, m/s, and returns it: no allocation. */
  getVelocity(out: Vec3): Vec3 {
    return fillVec3(this.table.velocity, this.row() * 3, out, 'character.getVelocity')
  }

  /** Which way is up, a unit vector. Setting it does not turn the body. */
  get up(): Readonly<Vec3> {
    return this.vector('up')
  }

  set up(value: Vec3) {
    const row = this.edit('character.up')
    readUp(value, a, 0)
    this.table.up.set(a, row * 3)
  }

  /** Normal of what it stands on or slides down, a unit vector; 0, 0, 0 in the air. */
  get groundNormal(): Readonly<Vec3> {
    return this.vector('groundNormal')
  }

  /** Velocity of the ground at its feet in the last step, m/s: lifts, turntables and belts move it along. In the air that of the ground it left. */
  get groundVelocity(): Readonly<Vec3> {
    return this.vector('groundVelocity')
  }

  /** Where it last touched the ground, m. */
  get groundPoint(): Readonly<Vec3> {
    return this.vector('groundPoint')
  }

  /**
   * Gives it another shape, its feet where they are: to crouch, and to stand up again if there is room. Returns whether there was; if not, nothing
   * has changed. Surface and filter stay those it was made with.
   */
  setShape(shape: ShapeDefinition): boolean {
    const row = this.edit('character.setShape')
    requireMoverShape(shape, 'character.setShape')
    requireSkin(this.table.skin[row], thicknessOf(shape))
    this.shapeRow(row)
    return changeShape(this.state, row, shape, false)
  }

  /** Would `setShape` find room? */
  hasRoomFor(shape: ShapeDefinition): boolean {
    const row = this.row()
    requireMoverShape(shape, 'character.hasRoomFor')
    this.shapeRow(row)
    return changeShape(this.state, row, shape, true)
  }

  private get table(): CharacterColumns {
    return this.state.characters.columns
  }

  private vector(name: 'move' | 'velocity' | 'up' | 'groundNormal' | 'groundVelocity' | 'groundPoint'): Readonly<Vec3> {
    return Object.freeze(writeVec3(this.table[name], this.row() * 3, { x: 0, y: 0, z: 0 }))
  }

  private write(name: 'move' | 'velocity', value: Vec3): void {
    const row = this.edit(`character.${name}`)
    readVec3(value, `character.${name}`, a, 0)
    this.table[name].set(a, row * 3)
  }
}
