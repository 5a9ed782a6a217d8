/**
 * Meshes cut into convex pieces, near enough. The piece whose hull stands off farthest from its surface is cut by the plane across an axis
 * that leaves the least room between both sides and their hulls, until all hulls are near enough or there are as many as were allowed. Then pieces
 * whose common hull is near enough too are joined again. The hulls are those of the surface itself, not of a grid: what is convex comes out
 * as it went in.
 */

import { PhysicsError, requireInteger } from '../common/errors.ts'
import { requirePositive } from '../common/bounds.ts'
import { requireOptions, type Fields } from '../common/options.ts'
import { connectedParts, cutSurface, joinSurfaces } from './cut.ts'
import { FIELD } from './field-names.ts'
import { type MeshInput, readSurface } from './mesh-input.ts'
import { extentOf, hullOf, measureRoom, type Piece, pieceOf, type Surface, volumeOf } from './surface.ts'

/** What is to be cut, and how finely. */
export interface DecomposeOptions extends MeshInput {
  /** The most that a hull may stand off from the surface, m. Default: a fiftieth of the mesh's longest extent. */
  readonly tolerance?: number
  /** The largest count of pieces, 1 … 256. Default 32. They win over the tolerance. */
  readonly maxPieces?: number
}

export const DECOMPOSE_FIELDS: Fields<DecomposeOptions> = { positions: 0, indices: 0, tolerance: 0, maxPieces: 0 }

const DEFAULT_TOLERANCE = 1 / 50
const DEFAULT_PIECES = 32
/** Planes that are tried across an axis. */
const PLANES = 16
/** Volume that joining may add without room for it, relative: what is more belongs to a piece in between. */
const ROUNDING = 1e-6
/** How near to the end of a piece a plane may be, per extent: thinner slices are no shapes. */
const THINNEST = 1e-3

/** The corners of convex pieces that fill a mesh, near enough: x y z in a row, for `hull({ points })`. */
export function decompose(options: DecomposeOptions): Float64Array[] {
  const given = requireOptions(options, DECOMPOSE_FIELDS, FIELD) as DecomposeOptions
  const maxPieces = given.maxPieces === undefined ? DEFAULT_PIECES : requireInteger(given.maxPieces, 1, 256, `${FIELD}.maxPieces`)
  const surface = readSurface(given)
  const extent = extentOf(surface.positions)
  const longest = Math.max(extent[3] - extent[0], extent[4] - extent[1], extent[5] - extent[2])
  const tolerance = given.tolerance === undefined ? DEFAULT_TOLERANCE * longest : requirePositive(given.tolerance, `${FIELD}.tolerance`)
  let pieces = piecesOf(surface)
  if (pieces.length === 0) {
    const vertices = surface.positions.length / 3
    throw new PhysicsError('degenerate', `${FIELD}.positions`, vertices, 'is the number of its vertices, and it is flat. Give a solid.')
  }
  /** Pieces that no plane makes better. */
  const done = new Set<Piece>()
  for (;;) {
    const worst = pieces.reduce<Piece | null>((most, p) => (done.has(p) || (most && most.standOff >= p.standOff) ? most : p), null)
    if (worst === null || worst.standOff <= tolerance) break
    const parts = cutBest(worst)
    if (parts.length < 2 || pieces.length - 1 + parts.length > maxPieces) done.add(worst)
    else pieces = pieces.flatMap(p => (p === worst ? parts : [p]))
  }
  return joinPieces(pieces, tolerance, maxPieces).map(({ hull }) => hull.vertices.slice())
}

function piecesOf(surface: Surface): Piece[] {
  return connectedParts(surface).flatMap(part => pieceOf(part, FIELD) ?? [])
}

/** The parts that the best of the planes leaves: those with the least room between hulls and surface. */
function cutBest(piece: Piece): Piece[] {
  let best: Piece[] = []
  let least = piece.room * (1 - 1e-6)
  for (let axis = 0; axis < 3; axis++) {
    for (const place of planesAcross(piece.surface, axis)) {
      const parts = cutSurface(piece.surface, axis, place).flatMap(connectedParts).flatMap(part => pieceOf(part, FIELD) ?? [])
      const room = parts.reduce((sum, part) => sum + part.room, 0)
      if (parts.length > 1 && room < least) {
        least = room
        best = parts
      }
    }
  }
  return best
}

/** Where to try: at the vertices, and evenly in between if there are few of them; evenly among them if there are many. */
function planesAcross({ positions }: Surface, axis: number): number[] {
  const extent = extentOf(positions)
  const low = extent[axis]
  const size = extent[3 + axis] - low
  const places = new Set<number>()
  for (let i = axis; i < positions.length; i += 3) places.add(positions[i])
  const sorted = Float64Array.from(places).sort()
  const inner = [...sorted].filter(place => place > low + THINNEST * size && place < low + (1 - THINNEST) * size)
  const chosen = inner.length <= PLANES ? inner : Array.from({ length: PLANES }, (_, k) => inner[Math.floor(((k + 0.5) * inner.length) / PLANES)])
  for (let k = 1; k < PLANES / 2; k++) chosen.push(low + (size * 2 * k) / PLANES)
  return chosen
}

/** Joins pieces whose common hull is near enough to both surfaces, those that add the least volume first; more if there are too many. */
function joinPieces(given: readonly Piece[], tolerance: number, maxPieces: number): Piece[] {
  const pieces: (Piece | null)[] = [...given]
  const extents = given.map(({ surface }) => extentOf(surface.positions))
  let count = pieces.length
  interface Pair { a: number; b: number; joined: Piece; added: number }
  const pairOf = (a: number, b: number): Pair[] => {
    const p = pieces[a]!
    const q = pieces[b]!
    const apart = [0, 1, 2].some(k => extents[a][k] > extents[b][3 + k] + tolerance || extents[b][k] > extents[a][3 + k] + tolerance)
    if (apart && given.length <= maxPieces) return []
    const hull = hullOf(Float64Array.from([...p.hull.vertices, ...q.hull.vertices]), FIELD)
    if (hull === null) return []
    const surface = joinSurfaces(p.surface, q.surface)
    const volume = volumeOf(hull)
    return [{ a, b, joined: { surface, hull, volume, ...measureRoom(surface, hull) }, added: volume - p.volume - q.volume }]
  }
  let pairs: Pair[] = []
  for (let a = 0; a < pieces.length; a++) for (let b = a + 1; b < pieces.length; b++) pairs.push(...pairOf(a, b))
  for (;;) {
    const best = pairs
      .filter(({ joined, added }) => count > maxPieces || (joined.standOff <= tolerance && added <= 2 * joined.room + ROUNDING * joined.volume))
      .reduce<Pair | null>((least, pair) => (least && least.added <= pair.added ? least : pair), null)
    if (best === null) return pieces.filter(piece => piece !== null)
    const { a, b, joined } = best
    pieces[a] = joined
    pieces[b] = null
    extents[a] = extentOf(joined.surface.positions)
    count--
    pairs = pairs.filter(pair => pair.a !== a && pair.a !== b && pair.b !== a && pair.b !== b)
    for (let other = 0; other < pieces.length; other++) {
      if (other !== a && pieces[other]) pairs.push(...pairOf(Math.min(a, other), Math.max(a, other)))
    }
  }
}
