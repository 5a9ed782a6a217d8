// A scene file of two dimensions as something to show.
import type { World } from 'fulcrum-physics/2d'
import { play } from 'fulcrum-physics/2d/recording'
import { loadScene } from 'fulcrum-physics/2d/scene'
import type { SceneEntry } from '../../../scenes/d2/scene.ts'
import { extentOf, middleOf, reachOf } from '../extent.ts'
import { CLOCK, FILE_ENTRY, openerOf, type FromFile, type OpenedFile } from '../from-file.ts'
import { cornersOf } from './shape-path.ts'

/** Height of the picture per metre of the scene's reach. */
const HEIGHT = 2.4

export function fileEntry2d(file: OpenedFile): FromFile<World, SceneEntry> {
  const { title, text } = file
  const { open, build } = openerOf<World>(file, () => loadScene(text, CLOCK), play)
  const extent = extentOf(boxesOf(open())) ?? { min: [-1, -1], max: [1, 1] }
  const [x, y] = middleOf(extent) as [number, number]
  return { ...FILE_ENTRY, title, open, build, camera: { center: { x, y }, height: HEIGHT * Math.max(reachOf(extent), 1e-3) } }
}

function boxesOf(world: World): { moves: boolean; extent: { min: number[]; max: number[] } }[] {
  return [...world.bodies].map(({ type, position, rotation, shapes }) => {
    const [cosine, sine] = [Math.cos(rotation), Math.sin(rotation)]
    const [min, max] = [[Infinity, Infinity], [-Infinity, -Infinity]]
    const take = (x: number, y: number, radius: number): void => {
      const place = [position.x + cosine * x - sine * y, position.y + sine * x + cosine * y]
      place.forEach((value, i) => {
        min[i] = Math.min(min[i]!, value - radius)
        max[i] = Math.max(max[i]!, value + radius)
      })
    }
    for (const shape of shapes) for (const { x, y } of cornersOf(shape)) take(x, y, Math.max(shape.radius, shape.radii?.x ?? 0, shape.radii?.y ?? 0))
    if (shapes.length === 0) take(0, 0, 0)
    return { moves: type !== 'static', extent: { min, max } }
  })
}
