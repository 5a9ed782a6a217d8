// Pictures of scenes in space for the gallery.
import { World } from 'fulcrum-physics/3d'
import { scenes } from '../../../scenes/d3/index.ts'
import type { DrawThumbnail } from '../pane.ts'
import { PICTURE, runABit } from '../thumbnails.ts'
import { BodyMeshes } from './body-meshes.ts'
import { lowestGround } from './shape-frame.ts'
import { View } from './view.ts'

export function createThumbnail3d(): DrawThumbnail {
  const canvas = document.createElement('canvas')
  const view = new View(canvas, true, PICTURE)
  const bodies = new BodyMeshes()
  view.scene.add(bodies.group)
  return (name) => {
    const entry = scenes.find((scene) => scene.name === name)!
    const world = new World(entry.worldOptions)
    const { update } = entry.build(world)
    runABit(world, update)
    bodies.clear()
    view.lookFrom(entry.camera.position, entry.camera.target)
    view.setBackdrop(lowestGround(world))
    const poses = new Float64Array(world.bodyCount * 7)
    world.readPoses(poses)
    bodies.update(world, poses, false)
    view.render()
    return canvas
  }
}
