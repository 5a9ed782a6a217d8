// Worlds of either dimension as the commands see them.
import { World as World2 } from 'fulcrum-physics/2d'
import * as analysis2 from 'fulcrum-physics/2d/analysis'
import * as recording2 from 'fulcrum-physics/2d/recording'
import * as scene2 from 'fulcrum-physics/2d/scene'
import { World as World3 } from 'fulcrum-physics/3d'
import * as analysis3 from 'fulcrum-physics/3d/analysis'
import * as recording3 from 'fulcrum-physics/3d/recording'
import * as scene3 from 'fulcrum-physics/3d/scene'
import { followAnimations, followRules } from 'fulcrum-physics/gltf'
import { Failure } from './io.ts'

export interface CliBody {
  readonly type: string
  readonly mass: number
  readonly kineticEnergy: number
  readonly isAwake: boolean
  readonly gravityScale: number
  readonly position: Readonly<Record<string, number>>
  readonly rotation: Readonly<Record<string, number>> | number
  readonly linearVelocity: Readonly<Record<string, number>>
  readonly centerOfMass: Readonly<Record<string, number>>
  readonly shapes: readonly { readonly kind: string }[]
  joints(): readonly CliJoint[]
  contacts(): readonly { readonly body: CliBody; readonly points: readonly { readonly depth?: number; readonly separation?: number }[] }[]
}

export interface CliJoint {
  readonly type: string
  readonly bodyA: CliBody | null
  readonly bodyB: CliBody
  readonly enabled: boolean
  readonly isBroken: boolean
}

export interface CliWorld {
  readonly bodies: Iterable<CliBody>
  readonly joints: Iterable<CliJoint>
  readonly characters: Iterable<unknown>
  readonly vehicles?: Iterable<unknown>
  readonly gravity: Readonly<Record<string, number>>
  readonly stepCount: number
  readonly awakeBodyCount: number
  readonly stats: Readonly<Record<string, unknown>>
  step(dt: number): void
  hash(): string
  readContacts(out: Float64Array): number
}

export interface CliScene {
  readonly world: CliWorld
  readonly bodyList: readonly CliBody[]
  readonly names: ReadonlyMap<object, string>
  readonly restored: boolean
  /** Moves what the animations of a glTF document move, before a step; null: nothing. */
  readonly animate?: ((seconds: number) => void) | null
}

/** What one dimension's entries give. */
export interface Entry {
  readonly dimension: 2 | 3
  readonly axes: readonly string[]
  make(): CliWorld
  load(text: string): CliScene
  save(world: CliWorld, names: ReadonlyMap<object, string>): object
  /** Does a recording again, or its first steps. */
  replay(text: string, steps?: number): { world: CliWorld; steps: number; difference: Difference | null }
  bisect(a: string, b: string): Difference | null
  analyse(world: CliWorld): CliAnalysis
}

export interface CliAnalysis {
  readonly degreesOfFreedom: number
  readonly redundant: readonly { readonly joint: CliJoint; readonly name: string }[]
}

export interface Difference {
  readonly step: number
  readonly body: number | null
  readonly name: string | null
  readonly column: string | null
  readonly hashes: readonly [string, string]
}

/** A scene of space; materials of glTF documents in it follow that format's rules, and bodies their animations. */
function loadSpace(text: string): scene3.Scene & Pick<CliScene, 'animate'> {
  const scene = scene3.loadScene(text)
  followRules(scene.world)
  return Object.assign(scene, { animate: followAnimations(scene.world) })
}

const ENTRIES = {
  2: {
    dimension: 2, axes: ['x', 'y'], make: () => new World2(), load: (text: string) => scene2.loadScene(text),
    save: (world: World2, names: ReadonlyMap<object, string>) => scene2.saveScene(world, { names }),
    replay: (text: string, steps?: number) => recording2.replay(text, steps === undefined ? {} : { steps }),
    bisect: (a: string, b: string) => recording2.bisect(a, b),
    analyse: (world: World2) => analysis2.analyse(world),
  },
  3: {
    dimension: 3, axes: ['x', 'y', 'z'], make: () => new World3(), load: loadSpace,
    save: (world: World3, names: ReadonlyMap<object, string>) => scene3.saveScene(world, { names }),
    replay: (text: string, steps?: number) => recording3.replay(text, steps === undefined ? {} : { steps }),
    bisect: (a: string, b: string) => recording3.bisect(a, b),
    analyse: (world: World3) => analysis3.analyse(world),
  },
} as unknown as Record<number, Entry>

/** The entries of a dimension. */
export function entryFor(dimension: 2 | 3): Entry {
  return ENTRIES[dimension]!
}

/** The entries of the dimension that a file says it has. */
export function entryOf(text: string, path: string): Entry {
  let dimension: unknown
  try {
    dimension = (JSON.parse(text) as { dimension?: unknown } | null)?.dimension
  } catch (error) {
    throw new Failure(`${path}: is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const entry = typeof dimension === 'number' ? ENTRIES[dimension] : undefined
  if (entry !== undefined) return entry
  const found = dimension === undefined ? 'is missing: it' : `(${JSON.stringify(dimension)})`
  throw new Failure(`${path}: dimension ${found} must be 2 or 3. Is this a scene file?`)
}

/** Is it a recording? The text is known to be JSON. */
export function isRecording(text: string): boolean {
  return (JSON.parse(text) as { format?: unknown }).format === 'fulcrum-recording'
}

/** The scene of a file; errors name the file. */
export function loadFile(text: string, path: string): { entry: Entry; scene: CliScene } {
  const entry = entryOf(text, path)
  return { entry, scene: within(path, () => entry.load(text)) }
}

/** Errors of the engine as messages about a file. */
export function within<T>(path: string, call: () => T): T {
  try {
    return call()
  } catch (error) {
    if (error instanceof Error && error.name === 'PhysicsError') throw new Failure(`${path}: ${error.message}`)
    throw error
  }
}

/** Kinetic and potential energy, J; potential energy is told from the origin. */
export function energyOf(world: CliWorld): { kinetic: number; potential: number } {
  let kinetic = 0
  let potential = 0
  for (const body of world.bodies) {
    if (body.type !== 'dynamic') continue
    kinetic += body.kineticEnergy
    for (const axis of Object.keys(world.gravity)) potential -= body.mass * body.gravityScale * world.gravity[axis]! * body.centerOfMass[axis]!
  }
  return { kinetic, potential }
}

/** Lines with aligned columns. */
export function table(rows: readonly (readonly [string, string | number])[]): string[] {
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`)
}

/** A number for people. */
export function short(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toPrecision(6)
}
