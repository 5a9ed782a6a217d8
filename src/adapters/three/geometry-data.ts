/**
 * Vertices and triangles of three's geometries, whatever buffers they are kept in, and the primitive that a geometry still is.
 *
 * A geometry that was made as a box may have been turned, moved or stretched since (`geometry.rotateX`), or given other vertices altogether: what
 * its parameters say holds only up to the affine map that its vertices tell, if there is one.
 */

import { Matrix4, Vector3, type BufferAttribute, type BufferGeometry, type InterleavedBufferAttribute, type Mesh } from 'three'

/** Corners that are off by more than this share of the extent do not belong to the primitive: positions are kept in single precision. */
const VERTEX_TOLERANCE = 1e-5

type Positions = BufferAttribute | InterleavedBufferAttribute

/** A primitive of three, as its constructor was told, and the map from there to where its vertices are now. */
export interface Primitive {
  readonly type: string
  readonly parameters: Readonly<Record<string, number | boolean | undefined>>
  /** Null: nothing was done to it. */
  readonly map: Matrix4 | null
}

const vertex = new Vector3()

/** Vertices as x y z in a row, through `map`; with skin and morph targets as they are now. */
export function readVertices(geometry: BufferGeometry, map: Matrix4, mesh?: Mesh): Float64Array {
  const position = geometry.getAttribute('position') as Positions | undefined
  if (position === undefined) return new Float64Array(0)
  const isPosed = mesh !== undefined && ('isSkinnedMesh' in mesh || mesh.morphTargetInfluences !== undefined)
  const out = new Float64Array(position.count * 3)
  for (let i = 0; i < position.count; i++) {
    if (isPosed) mesh.getVertexPosition(i, vertex)
    else vertex.fromBufferAttribute(position, i)
    vertex.applyMatrix4(map).toArray(out, i * 3)
  }
  return out
}

/** Triangles that are drawn, three vertices each; `flip` turns them over. */
export function readTriangles(geometry: BufferGeometry, flip: boolean): Uint32Array {
  const index = geometry.getIndex()
  const position = geometry.getAttribute('position') as Positions | undefined
  const available = index === null ? (position?.count ?? 0) : index.count
  const start = Math.min(geometry.drawRange.start, available)
  const count = Math.floor(Math.min(geometry.drawRange.count, available - start) / 3) * 3
  const out = new Uint32Array(count)
  for (let i = 0; i < count; i++) {
    const corner = i % 3
    const from = start + (flip && corner > 0 ? i + 3 - 2 * corner : i)
    out[i] = index === null ? from : index.getX(from)
  }
  return out
}

interface Known {
  readonly position: Positions
  readonly version: number
  readonly primitive: Primitive | null
}

const known = new WeakMap<BufferGeometry, Known>()

/** The primitive that a geometry is, up to an affine map; or null. */
export function primitiveOf(geometry: BufferGeometry): Primitive | null {
  const { type, parameters } = geometry as BufferGeometry & { parameters?: Primitive['parameters'] }
  const position = geometry.getAttribute('position') as Positions | undefined
  if (position === undefined || parameters === undefined || parameters === null) return null
  const version = 'version' in position ? position.version : 0
  const found = known.get(geometry)
  if (found !== undefined && found.position === position && found.version === version) return found.primitive
  const primitive = compare(geometry, type, parameters, position)
  known.set(geometry, { position, version, primitive })
  return primitive
}

function compare(geometry: BufferGeometry, type: string, parameters: Primitive['parameters'], position: Positions): Primitive | null {
  // Parameters stand in the order of the constructor's arguments.
  const pristine = new (geometry.constructor as new (...args: unknown[]) => BufferGeometry)(...Object.values(parameters))
  const original = pristine.getAttribute('position') as Positions | undefined
  if (original === undefined || original.count !== position.count || position.count === 0) return null
  if (isSame(original, position)) return { type, parameters, map: null }
  const map = findMap(original, position)
  return map === null ? null : { type, parameters, map }
}

function isSame(a: Positions, b: Positions): boolean {
  for (let i = 0; i < a.count; i++) if (a.getX(i) !== b.getX(i) || a.getY(i) !== b.getY(i) || a.getZ(i) !== b.getZ(i)) return false
  return true
}

/** The affine map that takes all vertices of one list to the other's; null if there is none. */
function findMap(from: Positions, to: Positions): Matrix4 | null {
  const at = (list: Positions, i: number): Vector3 => new Vector3().fromBufferAttribute(list, i)
  const farthest = (measure: (p: Vector3) => number): number => {
    let best = 0
    let most = -1
    for (let i = 0; i < from.count; i++) {
      const size = measure(at(from, i))
      if (size > most) {
        most = size
        best = i
      }
    }
    return best
  }
  const origin = at(from, 0)
  const i1 = farthest((p) => p.distanceToSquared(origin))
  const u = at(from, i1).sub(origin)
  if (u.lengthSq() === 0) return null
  const i2 = farthest((p) => p.sub(origin).cross(u).lengthSq())
  const v = at(from, i2).sub(origin)
  const normal = u.clone().cross(v)
  if (normal.lengthSq() === 0) return null
  const i3 = farthest((p) => Math.abs(p.sub(origin).dot(normal)))
  const isFlat = Math.abs(at(from, i3).sub(origin).dot(normal)) < 1e-9 * normal.length() * u.length()
  const origin2 = at(to, 0)
  const u2 = at(to, i1).sub(origin2)
  const v2 = at(to, i2).sub(origin2)
  // What is flat says nothing of its third axis: it keeps its length, and right-handedness.
  const w = isFlat ? normal.clone().normalize() : at(from, i3).sub(origin)
  const w2 = isFlat ? u2.clone().cross(v2).normalize() : at(to, i3).sub(origin2)
  const before = new Matrix4().makeBasis(u, v, w).setPosition(origin)
  if (before.determinant() === 0) return null
  const map = new Matrix4().makeBasis(u2, v2, w2).setPosition(origin2).multiply(before.invert())
  const reach = Math.max(u2.length(), v2.length(), w2.length(), origin2.length())
  for (let i = 0; i < from.count; i++) {
    if (at(from, i).applyMatrix4(map).distanceTo(at(to, i)) > VERTEX_TOLERANCE * reach) return null
  }
  return map
}
