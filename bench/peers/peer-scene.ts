/** What a scene of the comparison is, in either dimension: a list, figures of merit, and the gates these are held to. */

export type Figures = Record<string, number>

/** Poses of two steps in a row. */
export interface LastPoses {
  readonly before: Float64Array
  readonly after: Float64Array
}

export interface Judge {
  /** Called between steps now and then, for figures of the whole run. */
  watch?(poses: Float64Array): void
  /** Steps between two looks. Default 30. */
  readonly interval?: number
  /** The figures at the end. */
  measure(poses: LastPoses): Figures
}

export interface PeerScene<List = unknown> {
  readonly name: string
  readonly dimension: 2 | 3
  readonly steps: number
  /** Those that move, and have poses. */
  readonly bodies: number
  /** Does it have ground of triangles? Then only engines whose adapters build that take part. */
  readonly terrain?: true
  /** The most a figure may be for the quality to be held; those without a gate are for information. */
  readonly gates: Readonly<Record<string, number | null>>
  list(): List
  /** A judge of one run. */
  createJudge(list: List): Judge
  /** The scene has not done its work, whatever time it took. */
  isCollapsed(figures: Figures): boolean
}

export function hasBadNumber(figures: Figures): boolean {
  return Object.values(figures).some(value => !Number.isFinite(value))
}

/** Gates that a run misses, by name. */
export function missedGates({ gates }: PeerScene, figures: Figures): string[] {
  return Object.entries(gates).flatMap(([name, gate]) => (gate !== null && !(figures[name]! <= gate) ? [name] : []))
}
