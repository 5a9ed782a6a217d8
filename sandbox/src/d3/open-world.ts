// Worlds in space from files: scenes, glTF with physics, URDF.
import { World } from 'fulcrum-physics/3d'
import { loadScene } from 'fulcrum-physics/3d/scene'
import { accessorsOf, addPhysics, openGltf, readPhysics } from 'fulcrum-physics/gltf'
import { addRobot, readUrdf } from 'fulcrum-physics/urdf'
import { CLOCK, type OpenedFile } from '../from-file.ts'

export function openWorld({ title, kind, bytes, text }: OpenedFile): World {
  if (kind === 'scene') return loadScene(text, CLOCK).world
  const world = new World({ clock: () => performance.now() })
  if (kind === 'urdf') addRobot(world, readUrdf(text), { fixedBase: true })
  else {
    const { json, buffers } = openGltf(text === '' ? bytes : text)
    const description = readPhysics(json, accessorsOf(json, buffers))
    if (description.bodies.length === 0) throw new Error(`${title} has no physics: no node with KHR_physics_rigid_bodies.`)
    addPhysics(world, description)
  }
  return world
}
