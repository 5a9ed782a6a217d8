// Worlds in space from files: scenes, glTF with physics, URDF.
import { World } from 'fulcrum-physics/3d'
import { loadScene } from 'fulcrum-physics/3d/scene'
import { accessorsOf, addPhysics, followAnimations, followRules, openGltf, readPhysics } from 'fulcrum-physics/gltf'
import { addRobot, readUrdf } from 'fulcrum-physics/urdf'
import { CLOCK, type Opened, type OpenedFile } from '../from-file.ts'

export function openWorld({ title, kind, bytes, text }: OpenedFile): Opened<World> {
  if (kind === 'scene') {
    // Scenes that were glTF keep its materials and animations as user data.
    const { world } = loadScene(text, CLOCK)
    followRules(world)
    return { world, animate: followAnimations(world) }
  }
  const world = new World(CLOCK)
  if (kind === 'urdf') {
    addRobot(world, readUrdf(text), { fixedBase: true })
    return { world }
  }
  const { json, buffers } = openGltf(text === '' ? bytes : text)
  const description = readPhysics(json, accessorsOf(json, buffers))
  if (description.bodies.length === 0) throw new Error(`${title} has no physics: no node with KHR_physics_rigid_bodies.`)
  const physics = addPhysics(world, description)
  return { world, animate: (seconds) => physics.animate(seconds) }
}
