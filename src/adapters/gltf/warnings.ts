/**
 * What a file asks for and the engine answers in another way: told, not hidden.
 */

/** Something in the file that was left out or replaced. */
export interface GltfWarning {
  /** Where it stands, such as `nodes[3].extensions.KHR_physics_rigid_bodies.motion`. */
  readonly path: string
  /** What was done instead. */
  readonly message: string
}

export class Warnings {
  readonly list: GltfWarning[] = []

  add(path: string, message: string): void {
    this.list.push({ path, message })
  }
}
