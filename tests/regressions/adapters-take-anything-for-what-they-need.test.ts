// Adapters given a text instead of what its reader makes of it, or a world of the wrong dimension, threw a TypeError of their insides.

import { describe, expect, it } from 'vitest'
import * as d2 from 'fulcrum-physics/2d'
import { World } from 'fulcrum-physics/3d'
import * as gltf from 'fulcrum-physics/gltf'
import { addRobot, readUrdf } from 'fulcrum-physics/urdf'

type Call = (...given: unknown[]) => unknown

const URDF = '<robot name="ball"><link name="ball"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link></robot>'
const GLTF = '{"asset":{"version":"2.0"}}'
const nonsense = [undefined, null, 5, URDF, GLTF, Symbol('x'), 1n, [], {}, new d2.World(), () => 1]
const { json, buffers } = gltf.openGltf(GLTF)
const description = gltf.readPhysics(json, gltf.accessorsOf(json, buffers))

/** What is called, what it must be given, and the names of its arguments. */
const CALLS: readonly (readonly [string, unknown, readonly (readonly [string, unknown])[]])[] = [
  ['addRobot', addRobot, [['world', new World()], ['robot', readUrdf(URDF)]]],
  ['addPhysics', gltf.addPhysics, [['world', new World()], ['description', description]]],
  ['writePhysics', gltf.writePhysics, [['world', new World()]]],
  ['keepAnimations', gltf.keepAnimations, [['physics', gltf.addPhysics(new World(), description)]]],
  ['keepRules', gltf.keepRules, [['physics', gltf.addPhysics(new World(), description)]]],
  ['followAnimations', gltf.followAnimations, [['world', new World()]]],
  ['followRules', gltf.followRules, [['world', new World()]]],
  ['writeGlb', gltf.writeGlb, [['json', json], ['buffer', new Uint8Array(4)]]],
]

describe('adapters', () => {
  it.each(CALLS)('%s names the argument that is not what it needs', (name, call, args) => {
    const right = args.map(([, value]) => value)
    expect(() => (call as Call)(...right)).not.toThrow()
    for (const [i, [argument]] of args.entries()) {
      for (const wrong of nonsense) {
        if (argument === 'json' && typeof wrong === 'object' && wrong !== null && !Array.isArray(wrong)) continue
        const given = right.map((value, k) => (k === i ? wrong : value))
        expect(() => (call as Call)(...given)).toThrow(expect.objectContaining({ name: 'PhysicsError', field: `${name}.${argument}` }) as Error)
      }
    }
  })

  it('openGltf refuses what is neither text nor bytes', () => {
    for (const file of [undefined, null, 5, Symbol('x'), 1n, true]) {
      expect(() => (gltf.openGltf as Call)(file)).toThrow(expect.objectContaining({ name: 'PhysicsError', field: 'file' }) as Error)
    }
  })
})
