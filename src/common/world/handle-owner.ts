/**
 * What a handle knows of the world it belongs to. Empty in the published types: users cannot make an owner, and so no handle either.
 */

/** Something that users may keep data of their own with. */
export interface Labelled {
  /** Anything you like; the engine does not look at it. */
  userData: unknown
}

/** The world's objects, for the handles among them. */
export interface HandleOwner {
  /** @internal */
  readonly world: object
  /** @internal */
  readonly state: object
  /** @internal */
  readonly bodies: { ofRow(row: number): unknown }
  /** @internal */
  readonly shapes: { ofRow(row: number): unknown }
  /** @internal */
  jointsOf(bodyRow: number): unknown[]
  /** @internal */
  destroyShape(shape: never, owner: never): void
  /** @internal */
  destroyJoint(joint: never): void
}
