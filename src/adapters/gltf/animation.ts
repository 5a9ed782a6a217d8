/**
 * Animations of a document, as far as they move bodies: where each of them has a node at a time, without a renderer. Keys are read and interpolated
 * as the format says: steps, straight lines (rotations on the shorter arc), cubic splines.
 */

import type { Body, Quat, Vec3 } from '../../d3/index.ts'
import { atan2, sin } from '../../common/math/deterministic-math.ts'
import type { GetAccessor } from './accessors.ts'
import { field, indexAt, listOf, numbersOf, objectAt, optionalObject, refuse, rootList, textOf, type Fields } from '../shared/json.ts'
import type { NodeTree, TreeNode } from './node-tree.ts'
import { compose, identity, multiply, quatProduct, stretchOf, unit } from './transforms.ts'
import type { Warnings } from './warnings.ts'

/** Numbers of keys that are read at most, all animations together: a small file can name the same numbers many times. */
const MOST_NUMBERS = 10_000_000

/** Sine below which two rotations are so near that a straight line is the arc, to the last digit. */
const SAME = 1e-6

/** Distance, m, and lack of the cosine of half an angle, below which an animation ends where it began. */
const CLOSED = 1e-5

type Property = 'translation' | 'rotation' | 'scale'

const WIDTHS: Readonly<Record<Property, number>> = { translation: 3, rotation: 4, scale: 3 }

/** Keys of one property of one node. */
interface Track {
  readonly times: ArrayLike<number>
  readonly values: ArrayLike<number>
  readonly kind: 'step' | 'linear' | 'cubicspline'
  readonly width: number
}

type Tracks = Partial<Record<Property, Track>>

/** A node on the way from the top to an animated body. */
interface Link {
  /** −1 at the top. */
  readonly parent: number
  readonly translation: Vec3
  readonly rotation: Quat
  readonly scale: Vec3
}

/** Where a node is in the world. */
export interface GltfPose {
  /** Place, m. */
  readonly position: Vec3
  /** Unit quaternion. */
  readonly rotation: Quat
}

/** An animation that moves bodies. */
export interface GltfAnimation {
  /** Its name, or ''. */
  readonly name: string
  /** Time of its last key, s. */
  readonly duration: number
  /** Indices of the nodes of bodies that it moves. */
  readonly nodes: readonly number[]
  /** Where it has one of its nodes at a time, s. Before its first key and after its last one nothing moves. */
  poseOf(node: number, seconds: number): GltfPose
  /** Does one of its nodes end where it began? */
  isClosed(node: number): boolean
}

class TrackedAnimation implements GltfAnimation {
  readonly name: string
  readonly duration: number
  readonly nodes: readonly number[]
  private readonly links: ReadonlyMap<number, Link>
  private readonly tracks: ReadonlyMap<number, Tracks>

  constructor(name: string, nodes: readonly number[], links: ReadonlyMap<number, Link>, tracks: ReadonlyMap<number, Tracks>) {
    this.name = name
    this.nodes = nodes
    this.links = links
    this.tracks = tracks
    let end = 0
    for (const set of tracks.values()) for (const { times } of Object.values(set)) end = Math.max(end, times[times.length - 1])
    this.duration = end
  }

  poseOf(node: number, seconds: number): GltfPose {
    if (!this.links.has(node)) refuse('node', node, 'is no body that this animation moves.', 'out-of-range')
    let matrix = identity()
    let turn: Quat = { x: 0, y: 0, z: 0, w: 1 }
    for (let at = node; at >= 0; ) {
      const link = this.links.get(at)!
      const tracks = this.tracks.get(at)
      const rotation = tracks?.rotation === undefined ? link.rotation : quatAt(tracks.rotation, seconds)
      const [translation, scale] = [vectorAt(tracks?.translation, seconds, link.translation), vectorAt(tracks?.scale, seconds, link.scale)]
      matrix = multiply(compose(translation, rotation, scale), matrix)
      turn = unit(quatProduct(rotation, turn))
      at = link.parent
    }
    return { position: { x: matrix[12], y: matrix[13], z: matrix[14] }, rotation: turn }
  }

  isClosed(node: number): boolean {
    const [first, last] = [this.poseOf(node, 0), this.poseOf(node, this.duration)]
    const apart = (['x', 'y', 'z'] as const).map(axis => Math.abs(first.position[axis] - last.position[axis]))
    const dot = (['x', 'y', 'z', 'w'] as const).reduce((sum, part) => sum + first.rotation[part] * last.rotation[part], 0)
    return Math.max(...apart) < CLOSED && Math.abs(dot) > 1 - CLOSED
  }
}

/** The animations of a document that move bodies; `moved` are the nodes of animated bodies. */
export function readAnimations(
  json: Fields, getAccessor: GetAccessor, tree: NodeTree, moved: readonly TreeNode[], warnings: Warnings,
): GltfAnimation[] {
  const links = new Map<number, Link>()
  for (const node of moved) {
    for (let at: TreeNode | null = node; at !== null && !links.has(at.index); at = at.parent < 0 ? null : tree.nodes[at.parent]) {
      links.set(at.index, linkOf(at))
    }
  }
  if (links.size === 0) return []
  const accessors = rootList(json, 'accessors').length
  const reader = new TrackReader(getAccessor, warnings)
  return rootList(json, 'animations').map((entry, a) => {
    const path = `animations[${a}]`
    const animation = objectAt(entry, path)
    const tracks = reader.read(animation, path, accessors, links)
    // Parents come first: what moves one moves what hangs on it.
    const carried = new Set<number>()
    for (const { index, parent } of tree.order) if (tracks.has(index) || carried.has(parent)) carried.add(index)
    const nodes = moved.map(({ index }) => index).filter(index => carried.has(index))
    return new TrackedAnimation(textOf(animation, 'name', path, ''), nodes, links, tracks)
  }).filter(({ nodes }) => nodes.length > 0)
}

function linkOf({ parent, fields, path, local }: TreeNode): Link {
  const given = stretchOf(local)
  const [x, y, z] = numbersOf(fields, 'scale', 3, path) ?? [given.scale.x, given.scale.y, given.scale.z]
  const turn = numbersOf(fields, 'rotation', 4, path)
  return {
    parent, translation: { x: local[12], y: local[13], z: local[14] }, scale: { x, y, z },
    rotation: turn === null ? given.rotation : unit({ x: turn[0], y: turn[1], z: turn[2], w: turn[3] }),
  }
}

/** What `animate` may be told. */
export interface AnimateOptions {
  /** Index among `description.animations`, or name. Default: all of them; a body that several move follows the first. */
  animation?: number | string
  /** Does it begin again when it is over? Default true. */
  loop?: boolean
}

/** Plays animations on bodies. */
export class Player {
  private readonly animations: readonly GltfAnimation[]
  private readonly bodyOf: (node: number) => Body | null
  /** How often each has been played. */
  private readonly rounds = new Map<GltfAnimation, number>()

  constructor(animations: readonly GltfAnimation[], bodyOf: (node: number) => Body | null) {
    this.animations = animations
    this.bodyOf = bodyOf
  }

  /** Sends bodies to where the animations have them at a time, s, within the next step. */
  play(seconds: number, { animation, loop = true }: AnimateOptions): void {
    if (!Number.isFinite(seconds)) refuse('animate.seconds', seconds, 'must be a finite number.', 'not-finite')
    const done = new Set<number>()
    for (const played of animation === undefined ? this.animations : this.named(animation)) {
      const { duration } = played
      const round = loop && duration > 0 ? Math.floor(seconds / duration) : 0
      const begins = round !== this.rounds.get(played)
      this.rounds.set(played, round)
      for (const node of played.nodes) {
        const body = this.bodyOf(node)
        if (body === null || done.has(node)) continue
        done.add(node)
        const { position, rotation } = played.poseOf(node, seconds - round * duration)
        // Back from its end to its start it goes at once, and pushes nothing on that way.
        if (begins && round !== 0 && !played.isClosed(node)) body.teleport(position, rotation)
        else body.setTargetPose(position, rotation)
      }
    }
  }

  private named(which: number | string): GltfAnimation[] {
    const found = this.animations.filter(({ name }, i) => which === i || which === name)
    if (found.length > 0) return found
    const names = this.animations.map(({ name }, i) => `${i}${name === '' ? '' : ` (${name})`}`).join(', ')
    return refuse('animate.animation', which, `is not there. ${names === '' ? 'No animation moves a body.' : `There are ${names}.`}`, 'out-of-range')
  }
}

/** An animation of one body by its poses in the world: seven numbers each, place and rotation. */
export function posesAnimation(times: readonly number[], poses: readonly number[]): GltfAnimation {
  const part = (first: number, width: number): Track => ({
    times, width, kind: 'linear', values: times.flatMap((_, i) => poses.slice(7 * i + first, 7 * i + first + width)),
  })
  const link = { parent: -1, translation: { x: 0, y: 0, z: 0 }, rotation: { x: 0, y: 0, z: 0, w: 1 }, scale: { x: 1, y: 1, z: 1 } }
  return new TrackedAnimation('', [0], new Map([[0, link]]), new Map([[0, { translation: part(0, 3), rotation: part(3, 4) }]]))
}

class TrackReader {
  private readonly accessor: GetAccessor
  private readonly warnings: Warnings
  private numbers = 0

  constructor(getAccessor: GetAccessor, warnings: Warnings) {
    this.accessor = getAccessor
    this.warnings = warnings
  }

  /** By node: what an animation does to it. */
  read(animation: Fields, path: string, accessors: number, wanted: ReadonlyMap<number, Link>): Map<number, Tracks> {
    const samplers = listOf(animation, 'samplers', path)
    const out = new Map<number, Tracks>()
    listOf(animation, 'channels', path).forEach((entry, c) => {
      const where = `${path}.channels[${c}]`
      const channel = objectAt(entry, where)
      const target = optionalObject(channel, 'target', where)
      const node = target === null ? undefined : field(target, 'node')
      const property = target === null ? undefined : field(target, 'path')
      if (typeof node !== 'number' || !wanted.has(node) || typeof property !== 'string' || !Object.hasOwn(WIDTHS, property)) return
      const which = field(channel, 'sampler')
      if (typeof which !== 'number' || samplers[which] === undefined) {
        this.warnings.add(`${where}.sampler`, 'is not there: the channel moves nothing.')
        return
      }
      const from = `${path}.samplers[${which}]`
      const track = this.track(objectAt(samplers[which], from), from, accessors, WIDTHS[property as Property])
      const tracks: Tracks = out.get(node) ?? {}
      tracks[property as Property] ??= track
      out.set(node, tracks)
    })
    return out
  }

  private track(sampler: Fields, path: string, accessors: number, width: number): Track {
    const word = textOf(sampler, 'interpolation', path, 'LINEAR').toLowerCase()
    if (word !== 'linear' && word !== 'step' && word !== 'cubicspline') refuse(`${path}.interpolation`, word, 'must be LINEAR, STEP or CUBICSPLINE.')
    const numbersAt = (key: string): ArrayLike<number> => this.accessor(indexAt(field(sampler, key), accessors, `${path}.${key}`))
    const [times, values] = [numbersAt('input'), numbersAt('output')]
    this.numbers += times.length + values.length
    if (this.numbers > MOST_NUMBERS) refuse(path, this.numbers, `is more numbers of keys than the ${MOST_NUMBERS} that are read.`, 'limit-exceeded')
    const each = width * (word === 'cubicspline' ? 3 : 1)
    if (times.length === 0 || values.length !== each * times.length) {
      refuse(`${path}.output`, values.length, `must have ${each} numbers for each of the ${times.length} keys, and at least one key.`, 'wrong-size')
    }
    for (let i = 0; i < times.length; i++) {
      if (!(times[i] >= (i === 0 ? -Infinity : times[i - 1])) || times[i] === Infinity) {
        refuse(`${path}.input`, times[i], 'must hold finite times, none before the one in front of it.', 'out-of-range')
      }
    }
    for (let i = 0; i < values.length; i++) {
      if (!Number.isFinite(values[i])) refuse(`${path}.output`, values[i], 'must hold finite numbers.', 'not-finite')
    }
    return { times, values, kind: word, width }
  }
}

/** Index of the last key that is not after a time; −1 before the first. */
function keyAt(times: ArrayLike<number>, seconds: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle] <= seconds) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The value of a track; of two keys between which the time lies, `blend` makes one. */
function sample(track: Track, seconds: number, blend: (a: number[], b: number[], share: number) => number[]): number[] {
  const { times, values, kind, width } = track
  const stride = kind === 'cubicspline' ? 3 * width : width
  /** Part 0, 1, 2 of a key of a spline: tangent in, value, tangent out. */
  const key = (k: number, part: number): number[] => {
    const first = k * stride + (kind === 'cubicspline' ? part * width : 0)
    return Array.from({ length: width }, (_, i) => values[first + i])
  }
  const k = keyAt(times, seconds)
  if (k < 0) return key(0, 1)
  if (k + 1 >= times.length || kind === 'step') return key(k, 1)
  const length = times[k + 1] - times[k]
  const t = (seconds - times[k]) / length
  const [a, b] = [key(k, 1), key(k + 1, 1)]
  if (kind === 'linear') return blend(a, b, t)
  const [out, into] = [key(k, 2), key(k + 1, 0)]
  const [t2, t3] = [t * t, t * t * t]
  const weights = [2 * t3 - 3 * t2 + 1, length * (t3 - 2 * t2 + t), 3 * t2 - 2 * t3, length * (t3 - t2)]
  return a.map((from, i) => weights[0] * from + weights[1] * out[i] + weights[2] * b[i] + weights[3] * into[i])
}

function vectorAt(track: Track | undefined, seconds: number, otherwise: Vec3): Vec3 {
  if (track === undefined) return otherwise
  const [x, y, z] = sample(track, seconds, (a, b, share) => a.map((from, i) => from + share * (b[i] - from)))
  return { x, y, z }
}

function quatAt(track: Track, seconds: number): Quat {
  const [x, y, z, w] = sample(track, seconds, arc)
  const square = x * x + y * y + z * z + w * w
  return square > 1e-12 ? unit({ x, y, z, w }) : { x: 0, y: 0, z: 0, w: 1 }
}

/** Along the shorter arc between two rotations at an even speed. */
function arc(a: number[], b: number[], share: number): number[] {
  const dot = a.reduce((sum, from, i) => sum + from * b[i], 0)
  const side = dot < 0 ? -1 : 1
  const sine = Math.sqrt(Math.max(0, 1 - dot * dot))
  if (sine < SAME) return a.map((from, i) => from + share * (side * b[i] - from))
  const angle = atan2(sine, side * dot)
  const [p, q] = [sin((1 - share) * angle) / sine, (side * sin(share * angle)) / sine]
  return a.map((from, i) => p * from + q * b[i])
}
