// Where a shape sits and how far it reaches, in three's types.
import { Box3, Matrix4, Quaternion, Vector3 } from 'three'
import type { Shape, World } from 'fulcrum-physics/3d'

/** Half the thickness of the slab that a half-space is drawn as, m. */
export const PLANE_DEPTH = 0.5

/** The shape's frame relative to its body, scaled. */
export function localFrame(shape: Shape, size: Vector3): Matrix4 {
  const { localPosition: p, localRotation: q } = shape
  return new Matrix4().compose(new Vector3(p.x, p.y, p.z), new Quaternion(q.x, q.y, q.z, q.w), size)
}

const UNIT = new Vector3(1, 1, 1)
const offset = new Vector3()
const reachVector = new Vector3()
/** Points of a circle that are looked at for its box. */
const RIM = 32

/** The smallest axis-aligned box around a shape whose frame in the world is `frame` (not scaled). */
export function boundsOf(shape: Shape, frame: Matrix4, out: Box3): Box3 {
  out.makeEmpty()
  if (shape.kind === 'sphere') return out.expandByPoint(offset.setFromMatrixPosition(frame)).expandByScalar(shape.radius)
  if (shape.kind === 'capsule') {
    out.expandByPoint(offset.set(0, shape.halfLength, 0).applyMatrix4(frame))
    out.expandByPoint(offset.set(0, -shape.halfLength, 0).applyMatrix4(frame))
    return out.expandByScalar(shape.radius)
  }
  if (shape.kind === 'box' || shape.kind === 'rounded-box') {
    const { x, y, z } = shape.halfExtents!
    out.min.set(-x, -y, -z)
    out.max.set(x, y, z)
    return out.applyMatrix4(frame)
  }
  if (shape.kind === 'cylinder') {
    for (const [radius, y] of [[shape.radiusTop, shape.halfHeight], [shape.radiusBottom, -shape.halfHeight]] as const) {
      for (let i = 0; i < RIM; i++) {
        const angle = (2 * Math.PI * i) / RIM
        out.expandByPoint(offset.set(radius * Math.cos(angle), y, radius * Math.sin(angle)).applyMatrix4(frame))
      }
    }
    return out
  }
  // A plane has no end: its middle is what there is to look at.
  if (shape.kind === 'plane') return out.expandByPoint(offset.setFromMatrixPosition(frame))
  if (shape.kind === 'tapered-capsule') {
    const ball = new Box3()
    for (const [radius, y] of [[shape.radiusTop, shape.halfLength], [shape.radiusBottom, -shape.halfLength]] as const) {
      ball.makeEmpty()
      out.union(ball.expandByPoint(offset.set(0, y, 0).applyMatrix4(frame)).expandByScalar(radius))
    }
    return out
  }
  if (shape.kind === 'ellipsoid') {
    const { x, y, z } = shape.radii!
    const e = frame.elements
    const reach = [0, 1, 2].map((k) => Math.hypot(e[k]! * x, e[4 + k]! * y, e[8 + k]! * z)) as [number, number, number]
    offset.setFromMatrixPosition(frame)
    out.min.copy(offset).sub(reachVector.fromArray(reach))
    out.max.copy(offset).add(reachVector)
    return out
  }
  const points = (shape.mesh ?? shape.heightField ?? shape.voxels)?.triangles() ?? shape.points!
  for (let i = 0; i < points.length; i += 3) out.expandByPoint(offset.fromArray(points, i).applyMatrix4(frame))
  return out.expandByScalar(shape.rounding)
}

/** Ground is at least this wide, as a share of the scene: pegs that a net hangs from are none. */
const LEAST_GROUND = 0.25

/** The lowest point of everything static; null where nothing is that one could call ground. */
export function lowestGround(world: World): number | null {
  const all = new Box3()
  const bounds = new Box3()
  const scene = new Box3()
  let widest = 0
  for (const body of world.bodies) {
    const { position: p, rotation: q } = body
    scene.expandByPoint(offset.set(p.x, p.y, p.z))
    if (body.type !== 'static') continue
    const frame = new Matrix4().compose(new Vector3(p.x, p.y, p.z), new Quaternion(q.x, q.y, q.z, q.w), UNIT)
    for (const shape of body.shapes) {
      all.union(boundsOf(shape, localFrame(shape, UNIT).premultiply(frame), bounds))
      widest = shape.kind === 'plane' ? Infinity : Math.max(widest, bounds.max.x - bounds.min.x, bounds.max.z - bounds.min.z)
      // A plane is drawn as a slab; at its surface the backdrop would fight with it for every pixel.
      if (shape.kind === 'plane') all.min.y = Math.min(all.min.y, bounds.min.y - 2 * PLANE_DEPTH)
    }
  }
  const width = Math.max(scene.max.x - scene.min.x, scene.max.z - scene.min.z)
  return all.isEmpty() || widest < LEAST_GROUND * width ? null : all.min.y
}
