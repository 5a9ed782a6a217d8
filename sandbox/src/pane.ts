// What the page asks of either dimension: a simulation, a picture of it, and the tools that reach into it.
import type { Body as Body2d, World as World2d } from 'fulcrum-physics/2d'
import type { Body as Body3d, World as World3d } from 'fulcrum-physics/3d'
import type { AnyEntry, Pace } from './simulation.ts'

/** What is drawn besides the bodies. */
export interface ShowOptions {
  contacts: boolean
  bounds: boolean
  joints: boolean
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

/** What all panes are made with. */
export interface PaneOptions {
  readonly canvas: HTMLCanvasElement
  readonly pace: Pace
  readonly show: ShowOptions
  /** Leaves out what costs most to draw. */
  readonly plain: boolean
}

/** The part of a simulation that does not depend on the dimension. */
export interface AnySimulation {
  readonly world: World2d | World3d
  readonly entry: Pick<AnyEntry<never>, 'name' | 'title' | 'description' | 'steps' | 'expect'>
  readonly stepMilliseconds: number
  readonly onLoad: (() => void)[]
  load(name: string): void
  restart(): void
  step(count?: number): void
  advance(seconds: number): void
  save(): void
  restore(): void
  measure(): Readonly<Record<string, number>>
}

export interface Pane {
  readonly simulation: AnySimulation
  /** Reads a scene file and returns what shows it; throws what is wrong with it. */
  readFile(title: string, text: string): () => void
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
}
