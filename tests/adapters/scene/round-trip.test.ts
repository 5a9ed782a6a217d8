// Every scene of the repository as a file: valid by the published schema, and loaded the same world, to the bit, for 300 steps.
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { World as World2 } from 'fulcrum-physics/2d'
import * as plane from 'fulcrum-physics/2d/scene'
import { World as World3 } from 'fulcrum-physics/3d'
import * as space from 'fulcrum-physics/3d/scene'
import { describe, expect, it } from 'vitest'
import { scenes as scenes2 } from '../../../scenes/d2/index.ts'
import { scenes as scenes3 } from '../../../scenes/d3/index.ts'
import { PROJECT_ROOT } from '../../../scripts/aliases.ts'
import { PLANE } from '../../../src/adapters/scene/d2.ts'
import { SPACE } from '../../../src/adapters/scene/d3.ts'
import type { AnyWorld, Dimension } from '../../../src/adapters/scene/dimension.ts'
import { schemaName } from '../../../src/adapters/scene/file-fields.ts'
import { sceneSchema, schemaText } from '../../../src/adapters/scene/json-schema.ts'
import type { JointTypeLike, SceneFile } from '../../../src/adapters/scene/options.ts'


interface Entry {
  readonly name: string
  readonly worldOptions?: object
  build(world: unknown): unknown
}

interface Case {
  readonly dimension: Dimension
  readonly scenes: readonly Entry[]
  readonly save: (world: AnyWorld, options?: object) => SceneFile
  readonly load: (file: string | SceneFile, options?: object) => { world: AnyWorld; restored: boolean }
  readonly make: (options: object) => AnyWorld
}

const CASES: readonly Case[] = [
  { dimension: PLANE, scenes: scenes2, save: plane.saveScene, load: plane.loadScene, make: (options: object) => new World2(options) },
  { dimension: SPACE, scenes: scenes3, save: space.saveScene, load: space.loadScene, make: (options: object) => new World3(options) },
] as unknown as Case[]

const LONG = process.env['FULCRUM_FAMILIES'] === 'long'
const STEPS = 300
/** Scenes of more bodies than this take fewer steps in the short run: what a file forgets shows in the first ones. */
const MANY = 30

/** The users' own types of joints that a world has. */
function typesOf({ dimension }: Case, { state }: AnyWorld): JointTypeLike[] {
  return state.jointKinds.map((kind) => dimension.typeOf(kind)).filter((type) => type !== null)
}

function validator(dimension: Dimension): ValidateFunction {
  const text = readFileSync(`${PROJECT_ROOT}schema/${schemaName(dimension.dimension)}`, 'utf8')
  return new Ajv2020({ strict: true, strictTypes: false, allErrors: true }).compile(JSON.parse(text) as object)
}

describe.each(CASES)('scene files of $dimension.dimension dimensions', (one) => {
  const validate = validator(one.dimension)

  it('have the schema that the reader goes by', () => {
    const text = readFileSync(`${PROJECT_ROOT}schema/${schemaName(one.dimension.dimension)}`, 'utf8')
    expect(text).toBe(schemaText(sceneSchema(one.dimension)))
  })

  it.each(one.scenes)('hold $name to the bit', (scene) => {
    const world = one.make(scene.worldOptions ?? {})
    scene.build(world)
    // Functions are in no file.
    Object.assign(world, { onContact: null, shouldCollide: null })
    const jointTypes = typesOf(one, world)
    const text = JSON.stringify(one.save(world))
    expect(validate(JSON.parse(text)), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true)
    const loaded = one.load(text, { jointTypes }).world
    expect(loaded.hash()).toBe(world.hash())
    const steps = [...world.bodies].length > MANY && !LONG ? 20 : STEPS
    const first = Math.min(10, steps)
    for (let i = 1; i <= steps; i++) {
      world.step(1 / 60)
      loaded.step(1 / 60)
      if (i === 1 || i === first || i === steps) expect(loaded.hash(), `step ${i}`).toBe(world.hash())
    }
    // In mid-flight the snapshot carries on what definitions cannot say.
    const flying = one.save(world)
    expect(flying.snapshot).toBeDefined()
    expect(validate(JSON.parse(JSON.stringify(flying)))).toBe(true)
    const resumed = one.load(JSON.stringify(flying), { jointTypes })
    expect(resumed.restored).toBe(true)
    for (let i = 0; i < 3; i++) {
      world.step(1 / 60)
      resumed.world.step(1 / 60)
    }
    expect(resumed.world.hash()).toBe(world.hash())
  })

  it('need no snapshot for worlds as they were made', () => {
    const needed = one.scenes.filter((scene) => {
      const world = one.make(scene.worldOptions ?? {})
      scene.build(world)
      return one.save(world).snapshot !== undefined
    })
    // Set in motion after they were made: boxes of the broad phase, which look ahead, remember that.
    expect(needed.map(({ name }) => name)).toEqual(one.dimension.dimension === 2 ? ['chipmunk-set-2d'] : ['cylinders', 'joint-ball'])
  })
})
