// The published types show what users may use and nothing else: no table, no column, no solver can be reached from them, a world is one class,
// and handles are made by the world alone.
import ts from 'typescript'
import { afterAll, describe, expect, it } from 'vitest'
import * as d2 from '../../src/d2/index.ts'
import * as d3 from '../../src/d3/index.ts'
import * as gltf from '../../src/adapters/gltf/index.ts'
import * as mjcf from '../../src/adapters/mjcf/index.ts'
import * as phaser from '../../src/adapters/phaser/index.ts'
import * as pixi from '../../src/adapters/pixi/index.ts'
import * as classroom from 'fulcrum-physics/classroom'
import * as planeAnalysis from 'fulcrum-physics/2d/analysis'
import * as spaceAnalysis from 'fulcrum-physics/3d/analysis'
import * as planeRecording from '../../src/adapters/recording/recording-2d.ts'
import * as spaceRecording from '../../src/adapters/recording/recording-3d.ts'
import * as rube from '../../src/adapters/rube/index.ts'
import * as planeScene from '../../src/adapters/scene/scene-2d.ts'
import * as spaceScene from '../../src/adapters/scene/scene-3d.ts'
import * as tiled from '../../src/adapters/tiled/index.ts'
import * as linear from '../../src/linear/index.ts'
import * as netcode from '../../src/adapters/netcode/index.ts'
import * as hulls from '../../src/hulls/index.ts'
import * as polygons from '../../src/polygons/index.ts'
import * as three from '../../src/adapters/three/index.ts'
import * as urdf from '../../src/adapters/urdf/index.ts'
import { ENTRIES } from '../../scripts/aliases.ts'
import { PublishedTypes } from './published-types.ts'

const published = new PublishedTypes()
afterAll(() => published.close())

/** Where the engine's inside lives, below src/common, src/d2 and src/d3. */
const INSIDE = /^src\/(?:common|d2|d3)\/(?:memory|store|islands|solver|broad-phase|queries|geometry|contacts|step|joints\/(?:solver|parts))\//
const INSIDE_FILES = /^src\/(?:common|d2|d3)\/joints\/(?:joint-world|joint-kind|joint-codes|world-kind|frames)\.ts$/

/** Words of definitions that stand beside the tables they are written to. */
const WORDS = ['BodyType', 'CollisionFilter', 'CombineRule', 'CoordinateUnit', 'QueryFilterOf', 'ShapeKindName', 'Surface', 'SurfaceMaterial', 'SurfaceOptions']

/** Level geometry, which users build themselves and share between worlds. */
const BUILT = [
  'GridCell', 'HeightField', 'HeightFieldOptions', 'MeshReport', 'NumberArray', 'TriangleMesh', 'TriangleMeshOptions', 'VoxelCell', 'Voxels',
  'VoxelsEdit', 'VoxelsOptions',
]

function findInternals(): string[] {
  const known = [...WORDS, ...BUILT]
  const inside = published.reached.filter(({ source, name }) => (INSIDE.test(source) || INSIDE_FILES.test(source)) && !known.includes(name))
  return inside.map(({ name, source, from }) => `${name} of ${source}, by way of ${from}`)
}

describe('the published types', () => {
  it('lead to everything that is published', () => {
    const names = new Set(published.reached.map(({ name }) => name))
    for (const name of ['World', 'Body', 'HingeJoint', 'BodyHandle', 'WorldStats', 'buildRagdoll', 'Matrix', 'decompose']) expect(names).toContain(name)
  })

  it("lead to nothing of the engine's inside", () => {
    expect(findInternals()).toEqual([])
  })

  it.each(WORDS)('%s is still needed, and says no more than words', (word) => {
    const found = published.reached.filter(({ name }) => name === word)
    expect(found).not.toEqual([])
    for (const { declarations } of found) for (const node of declarations) expect(ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)).toBe(true)
  })
})

const MODULES = [
  ['netcode', netcode],
  ['2d', d2], ['3d', d3], ['linear', linear], ['2d/polygons', polygons], ['3d/hulls', hulls], ['three', three], ['gltf', gltf],
  ['phaser', phaser], ['pixi', pixi], ['2d/rube', rube], ['2d/tiled', tiled],
  ['urdf', urdf], ['mjcf', mjcf], ['2d/scene', planeScene], ['3d/scene', spaceScene], ['2d/recording', planeRecording],
  ['3d/recording', spaceRecording], ['classroom', classroom], ['2d/analysis', planeAnalysis], ['3d/analysis', spaceAnalysis],
] as const

it('are compared with the program for every entry', () => {
  expect(MODULES.map(([entry]) => entry).sort()).toEqual(Object.keys(ENTRIES).sort())
})

it.each(MODULES)('%s has every value its types promise', (entry, module) => {
  expect(published.valuesOf(entry).sort()).toEqual(Object.keys(module).sort())
})

describe.each([['d2', d2.World], ['d3', d3.World]] as const)('World of %s', (dimension, runtime) => {
  const world = published.reached.find(({ name, source }) => name === 'World' && source === `src/${dimension}/api/world.ts`)!
  const declaration = world.declarations[0] as ts.ClassDeclaration

  it('is one class, without a base', () => {
    expect(world.declarations).toHaveLength(1)
    expect(ts.isClassDeclaration(declaration)).toBe(true)
    expect(declaration.heritageClauses).toBeUndefined()
  })

  it('lists every method and property it has', () => {
    const listed = declaration.members.filter((member) =>
      !ts.isConstructorDeclaration(member) && !ts.isPropertyDeclaration(member) && !ts.isComputedPropertyName(member.name!))
    const names = new Set(listed.map((member) => member.name!.getText()))
    expect([...names].sort()).toEqual(Object.getOwnPropertyNames(runtime.prototype).filter((name) => name !== 'constructor').sort())
    for (const name of ['step', 'createHingeJoint', 'castRay', 'destroyJoint', 'snapshot']) expect(names).toContain(name)
  })
})

describe.each(['2d', '3d'])('a user of %s', (entry) => {
  const head = `import { Body, HingeJoint, Joint, Shape, World } from './${entry}.js'\n`
  const given = 'declare const world: World, body: Body, shape: Shape, joint: Joint, hinge: HingeJoint\n'

  it('may ask what a handle is', () => {
    const allowed = ['body instanceof Body', 'joint instanceof HingeJoint && joint.motor', 'joint instanceof Joint', 'hinge.bodyA === body', 'new World()']
    expect(published.refusedLines(`${head}${given}${allowed.join('\n')}`)).toEqual([])
  })

  it('is refused the making of handles, and their inside', () => {
    const refused = [
      'new Body()', 'new Shape()', 'new Joint()', 'new HingeJoint()', 'new Body({}, 1)', 'new HingeJoint({}, 1)', 'world.state', 'world.handles',
      'body.state', 'body.owner', 'shape.state', 'joint.state', 'hinge.row()', 'hinge.readCoordinate(0)',
    ]
    expect(published.refusedLines(`${head}${given}${refused.join('\n')}`)).toEqual(refused)
  })
})
