/**
 * The objects users hold of a world's characters, beside those of bodies, shapes and joints in `world/world-handles.ts`.
 */

import { isMadeBy, PhysicsError } from '../errors.ts'
import { closedTo, HandleCache, labelOf, requireIdle, requireRow } from '../memory/handles.ts'
import type { Table } from '../memory/world-memory.ts'
import type { WorldTables } from '../store/world-tables.ts'
import type { HandleOwner } from '../world/handle-owner.ts'
import type { HandleClass } from '../world/world-handles.ts'
import type { CharacterIndex } from './character-codes.ts'
import { CharacterHandle } from './character-handle.ts'
import { destroyCharacterRow } from './character-rows.ts'

interface AnyCharacter<Body> {
  readonly id: number
  readonly isValid: boolean
  readonly world: unknown
  readonly body: Body
  userData: unknown
}

interface Owner<Body> extends HandleOwner {
  readonly state: WorldTables
  destroyBody(body: Body): void
}

export class CharacterHandles<Character extends AnyCharacter<Body>, Body> {
  private readonly owner: Owner<Body>
  private readonly cache: HandleCache<Character, CharacterIndex>

  constructor(owner: Owner<Body>, type: HandleClass<Character>) {
    this.owner = owner
    this.cache = new HandleCache(owner.state.characters as Table<CharacterIndex>, (id) => {
      return Object.freeze(new (type as unknown as new (owner: HandleOwner, id: number) => Character)(owner, id))
    })
  }

  /** `write` checks the definition and makes a row of it. */
  create<Definition>(definition: Definition, write: (definition: Definition) => number): Character {
    const { state } = this.owner
    requireIdle(state, 'world.createCharacter')
    const userData = labelOf(definition)
    const character = this.cache.ofRow(closedTo(state, () => write(definition)))
    character.userData = userData
    return character
  }

  /** All live characters, rows ascending. */
  *list(): IterableIterator<Character> {
    const { characters } = this.owner.state
    for (let row = 0; row < characters.count; row++) if (characters.columns.alive[row] === 1) yield this.cache.ofRow(row)
  }

  get count(): number {
    const { characterPool } = this.owner.state
    return characterPool.count === 0 ? 0 : characterPool.columns.live[0]
  }

  destroy(character: Character): void {
    const { state, world } = this.owner
    requireIdle(state, 'world.destroyCharacter')
    if (!isMadeBy(character, CharacterHandle)) {
      throw new PhysicsError('wrong-type', 'world.destroyCharacter', character, 'must be a Character of this world.')
    }
    if (character.world !== world) {
      throw new PhysicsError('foreign-handle', 'world.destroyCharacter', character, 'belongs to another world. Use the world that made it.')
    }
    if (!character.isValid) return
    const row = requireRow(state.characters, character.id, 'character')
    const { body } = character
    destroyCharacterRow(state, row)
    this.cache.retire(row)
    this.owner.destroyBody(body)
  }
}
