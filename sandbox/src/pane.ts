// What the page asks of either dimension: a simulation, a picture of it, and the tools that reach into it.
import type { Body as Body2d, Joint as Joint2d, World as World2d } from 'fulcrum-physics/2d'
import type { Body as Body3d, Joint as Joint3d, World as World3d } from 'fulcrum-physics/3d'
import type { OpenedFile } from './from-file.ts'
import type { AnyEntry, Pace } from './simulation.ts'

/** What is drawn besides the bodies. */
export interface ShowOptions {
  contacts: boolean
  bounds: boolean
  joints: boolean
  /** Joints as what they are, with labels. */
  signs: boolean
  islands: boolean
  centersOfMass: boolean
  /** Sleeping bodies in another colour. */
  sleep: boolean
  shadows: boolean
}

/** A place in a world of either dimension. */
export interface AnyPoint {
  readonly x: number
  readonly y: number
  readonly z?: number
}

/** Builds a scene by name and gives its picture, which lasts until the next one. */
export type DrawThumbnail = (name: string) => HTMLCanvasElement

/** What all panes are made with. */
export interface PaneOptions {
  readonly canvas: HTMLCanvasElement
  readonly pace: Pace
  readonly show: ShowOptions
  /** Leaves out what costs most to draw. */
  readonly plain: boolean
  /** Told that there is no worker to be had. */
  fail(reason: string): void
  /** Called when a body is taken hold of, or something is thrown. */
  onGrab(): void
}

/** The part of a simulation that does not depend on the dimension. */
export interface AnySimulation {
  readonly world: World2d | World3d
  readonly entry: Pick<AnyEntry<never>, 'name' | 'title' | 'description' | 'source' | 'steps' | 'expect'>
  readonly stepMilliseconds: number
  /** Times of the stages in the last step, ms. */
  readonly profile: Readonly<Record<string, number>>
  readonly guards: Readonly<Record<string, number>>
  readonly onLoad: (() => void)[]
  readonly afterStep: (() => void)[]
  load(name: string): void
  restart(): void
  /** Tells that something other than a step has changed the world. */
  touch(): void
  step(count?: number): void
  advance(seconds: number): void
  save(): void
  restore(): void
  measure(): Readonly<Record<string, number>>
}

/** Loads of the joints so far. */
export interface AnyLoads {
  note(): void
  readonly weakest: { readonly joint: Joint2d | Joint3d; readonly use: number } | null
}

export interface Pane {
  readonly simulation: AnySimulation
  /** Reads a scene file and returns what shows it; throws what is wrong with it. */
  readFile(file: OpenedFile): () => void
  /** m/s², along y. */
  gravity: number
  /** The body in hand, if any. */
  readonly dragged: Body2d | Body3d | null
  draw(): void
  /** Sends a ball into the picture. */
  shoot(): void
  /** Where on the page a point of the world is seen. */
  pointOnPage(point: AnyPoint): { x: number; y: number }
  /** Moves so many times closer. */
  zoom(times: number): void
  /** Turns the camera, or moves the picture, by so many pixels. */
  turn(x: number, y: number): void
  /** The body under a point of the page. */
  pick(clientX: number, clientY: number): Body2d | Body3d | null
  /** Metres that the picture shows, about. */
  readonly scale: number
  /** Shows another state of the same scene as lines beside the present one, and returns its world. */
  showGhost(snapshot: Uint8Array): World2d | World3d
  hideGhost(): void
  /** Where the bodies of a world are. */
  readPlaces(world: World2d | World3d): AnyPoint[]
  /** Freedoms and redundant rows, in a sentence. */
  analyse(): string
  recordLoads(): AnyLoads
}
