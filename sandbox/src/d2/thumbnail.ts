// Pictures of flat scenes for the gallery.
import { World } from 'fulcrum-physics/2d'
import { scenes } from '../../../scenes/d2/index.ts'
import type { DrawThumbnail } from '../pane.ts'
import { PICTURE, runABit } from '../thumbnails.ts'
import { BodyDrawing } from './body-drawing.ts'
import { View } from './view.ts'

export function createThumbnail2d(): DrawThumbnail {
  const canvas = document.createElement('canvas')
  const view = new View(canvas, true, PICTURE)
  const bodies = new BodyDrawing()
  return (name) => {
    const entry = scenes.find((scene) => scene.name === name)!
    const world = new World(entry.worldOptions)
    const { update } = entry.build(world)
    runABit(world, update)
    bodies.clear()
    view.lookAt(entry.camera.center, entry.camera.height)
    view.begin()
    const poses = new Float64Array(world.bodyCount * 3)
    world.readPoses(poses)
    bodies.draw(view, world, poses, false)
    return canvas
  }
}
