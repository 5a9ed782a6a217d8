// The faces of shapes, flat and turned outwards, in world space.
import type { Body, Shape, Vec3 } from 'fulcrum-physics/3d'
import { add, cross, rotate, unit } from './view.ts'

export interface Face {
  readonly corners: readonly Vec3[]
  readonly normal: Vec3
  /** Every other patch of a round shape is darker: one sees it turn. */
  readonly dark: boolean
}

const SLICES = 12
const RINGS = 6

function boxFaces({ x, y, z }: Vec3): Vec3[][] {
  const at = (i: number): Vec3 => ({ x: i & 1 ? x : -x, y: i & 2 ? y : -y, z: i & 4 ? z : -z })
  return [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]].map(face => face.map(at))
}

/** A ball whose upper and lower half are `apart` from its middle, along y. */
function roundFaces(radius: number, apart: number): Vec3[][] {
  const at = (ring: number, slice: number, upper: boolean): Vec3 => {
    const lift = (Math.PI * ring) / RINGS
    const turn = (2 * Math.PI * slice) / SLICES
    const out = radius * Math.sin(lift)
    return { x: out * Math.cos(turn), y: radius * Math.cos(lift) + (upper ? apart : -apart), z: out * Math.sin(turn) }
  }
  const faces: Vec3[][] = []
  for (let slice = 0; slice < SLICES; slice++) {
    for (let ring = 0; ring < RINGS; ring++) {
      const upper = ring < RINGS / 2
      faces.push([at(ring, slice, upper), at(ring, slice + 1, upper), at(ring + 1, slice + 1, upper), at(ring + 1, slice, upper)])
    }
    const middle = RINGS / 2
    if (apart > 0) faces.push([at(middle, slice, true), at(middle, slice + 1, true), at(middle, slice + 1, false), at(middle, slice, false)])
  }
  return faces
}

/** The outline's normal, by the sum over its edges: right even where two corners are one, as at poles. */
function normalOf(corners: readonly Vec3[]): Vec3 {
  let sum: Vec3 = { x: 0, y: 0, z: 0 }
  corners.forEach((corner, i) => (sum = add(sum, cross(corner, corners[(i + 1) % corners.length]!))))
  return unit(sum)
}

function localFaces(shape: Shape): Vec3[][] {
  if (shape.kind === 'box') return boxFaces(shape.halfExtents!)
  if (shape.kind === 'sphere') return roundFaces(shape.radius, 0)
  if (shape.kind === 'capsule') return roundFaces(shape.radius, shape.halfLength)
  const { points, faces } = shape
  if (points === null || faces === null) throw new Error(`Samples draw boxes, balls, capsules and hulls, not shapes of kind ${shape.kind}.`)
  return faces.map(face => face.map(i => ({ x: points[3 * i]!, y: points[3 * i + 1]!, z: points[3 * i + 2]! })))
}

const outlines = new WeakMap<Shape, { faces: Vec3[][]; round: boolean }>()

/** Faces of a body's shape where the body stands. */
export function facesOf(body: Body, shape: Shape): Face[] {
  const known = outlines.get(shape) ?? { faces: localFaces(shape), round: shape.kind === 'sphere' || shape.kind === 'capsule' }
  outlines.set(shape, known)
  const { position, rotation } = body
  return known.faces.map((face, i) => {
    const corners = face.map(corner => add(position, rotate(rotation, add(shape.localPosition, rotate(shape.localRotation, corner)))))
    const normal = normalOf(corners.map(corner => add(corner, corners[0]!, -1)))
    return { corners, normal, dark: known.round && Math.floor(i / RINGS) % 2 === 1 }
  })
}

/** Distance from the body's origin to its farthest corner, m. */
export function reachOf(body: Body): number {
  const corners = [...body.shapes].flatMap(shape => facesOf(body, shape).flatMap(face => face.corners))
  return Math.max(0, ...corners.map(corner => Math.hypot(corner.x - body.position.x, corner.y - body.position.y, corner.z - body.position.z)))
}
