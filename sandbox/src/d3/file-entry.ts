// A scene file of three dimensions as something to show.
import { Box3, Matrix4, Quaternion, Vector3 } from 'three'
import type { World } from 'fulcrum-physics/3d'
import { play } from 'fulcrum-physics/3d/recording'
import type { SceneEntry } from '../../../scenes/d3/scene.ts'
import { extentOf, middleOf, reachOf } from '../extent.ts'
import { FILE_ENTRY, openerOf, type FromFile, type OpenedFile } from '../from-file.ts'
import { openWorld } from './open-world.ts'
import { boundsOf, localFrame } from './shape-frame.ts'

/** From the middle of the scene towards the camera. */
const FROM = new Vector3(0.55, 0.4, 1).normalize()
/** Distance of the camera per metre of the scene's reach. */
const DISTANCE = 3.2
const UNIT = new Vector3(1, 1, 1)

export function fileEntry3d(file: OpenedFile): FromFile<World, SceneEntry> {
  const { open, build } = openerOf<World>(file, () => openWorld(file), play)
  const extent = extentOf(boxesOf(open())) ?? { min: [-1, -1, -1], max: [1, 1, 1] }
  const [x, y, z] = middleOf(extent) as [number, number, number]
  const eye = FROM.clone().multiplyScalar(DISTANCE * Math.max(reachOf(extent), 1e-3)).add(new Vector3(x, y, z))
  return { ...FILE_ENTRY, title: file.title, open, build, camera: { position: eye, target: { x, y, z } } }
}

function boxesOf(world: World): { moves: boolean; extent: { min: number[]; max: number[] } }[] {
  return [...world.bodies].map(({ type, position: p, rotation: q, shapes }) => {
    const frame = new Matrix4().compose(new Vector3(p.x, p.y, p.z), new Quaternion(q.x, q.y, q.z, q.w), UNIT)
    const box = new Box3(new Vector3(p.x, p.y, p.z), new Vector3(p.x, p.y, p.z))
    if (shapes.length > 0) box.makeEmpty()
    for (const shape of shapes) box.union(boundsOf(shape, localFrame(shape, UNIT).premultiply(frame), new Box3()))
    return { moves: type !== 'static', extent: { min: box.min.toArray(), max: box.max.toArray() } }
  })
}
