// Scene files that the test of `fulcrum view` looks at.
import * as d2 from 'fulcrum-physics/2d'
import { saveScene as save2d } from 'fulcrum-physics/2d/scene'
import * as d3 from 'fulcrum-physics/3d'
import { record } from 'fulcrum-physics/3d/recording'
import { loadScene as load3d, saveScene as save3d } from 'fulcrum-physics/3d/scene'

/** Ground, four boxes on each other, and a ball above. */
export function scene3d(): string {
  const world = new d3.World()
  world.createBody({ type: 'static', position: { x: 0, y: -0.5, z: 0 }, shapes: [d3.box({ halfExtents: { x: 20, y: 0.5, z: 20 } })] })
  for (let i = 0; i < 4; i++) {
    world.createBody({ position: { x: 0, y: 0.5 + i, z: 0 }, shapes: [d3.box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })] })
  }
  world.createBody({ position: { x: 1.5, y: 4, z: 0 }, shapes: [d3.sphere({ radius: 0.5 })] })
  return JSON.stringify(save3d(world))
}

/** The same, struck in its tenth step, for forty steps. */
export function recording3d(): string {
  const { world, bodyList } = load3d(scene3d())
  const recorder = record(world)
  for (let i = 0; i < 40; i++) {
    if (i === 10) bodyList[3]!.applyImpulse({ x: 2000, y: 0, z: 0 })
    world.step(1 / 60)
  }
  return JSON.stringify(recorder.stop())
}

/** Where the ball of the plane is. */
export const ball2d: { readonly x: number; readonly y: number } = { x: 1, y: 3 }

/** Ground, a box and a ball. */
export function scene2d(): string {
  const world = new d2.World()
  world.createBody({ type: 'static', position: { x: 0, y: -0.5 }, shapes: [d2.box({ halfExtents: { x: 5, y: 0.5 } })] })
  world.createBody({ position: { x: -1, y: 0.5 }, shapes: [d2.box({ halfExtents: { x: 0.5, y: 0.5 } })] })
  world.createBody({ position: ball2d, shapes: [d2.circle({ radius: 0.7 })] })
  return JSON.stringify(save2d(world))
}

/** A glTF document whose animation lifts a box by 3 m in 2 s. */
export function lift(): string {
  const keys = Float32Array.of(0, 2, /* times */ 0, 0, 0, 0, 3, 0 /* places */)
  const bytes = Buffer.from(keys.buffer).toString('base64')
  return JSON.stringify({
    asset: { version: '2.0' },
    buffers: [{ byteLength: 32, uri: `data:application/octet-stream;base64,${bytes}` }],
    bufferViews: [{ buffer: 0, byteLength: 8 }, { buffer: 0, byteOffset: 8, byteLength: 24 }],
    accessors: [{ bufferView: 0, componentType: 5126, type: 'SCALAR', count: 2 }, { bufferView: 1, componentType: 5126, type: 'VEC3', count: 2 }],
    animations: [{ samplers: [{ input: 0, output: 1 }], channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }] }],
    nodes: [{ name: 'lift', extensions: { KHR_physics_rigid_bodies: { collider: { geometry: { shape: 0 } } } } }],
    extensions: { KHR_implicit_shapes: { shapes: [{ type: 'box', box: { size: [4, 1, 4] } }] } },
  })
}
