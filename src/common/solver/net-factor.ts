/**
 * Supernodal sparse factor of big nets: LDLᵀ of a sparse symmetric positive definite system with three or six unknowns per node (a body's
 * velocities), factored once per net and solved with again and again. Columns that fill in alike stand in dense panels (`supernodes.ts`).
 *
 * Layout: a panel with n columns and r rows, its own n first, is cut into strips of six columns, the last perhaps narrower. A strip begins
 * at its own diagonal and is kept row by row, so both passes of a solve read it front to back with six unknowns in registers. On the
 * diagonal stands 1 / D; numbers above it are not read.
 */

import { NetPanels } from './net-panels.ts'
import { passBack, passForward } from './net-passes.ts'
import { Supernodes } from './supernodes.ts'

export class NetFactor {
  /** Doubles that the factor takes, and multiplications of one factorisation. Known after `analyse`. */
  entries = 0
  work = 0
  /** False until `factor` has succeeded, and after `clear`. */
  ready = false

  private width = 3
  private readonly plan = new Supernodes()
  private readonly panels = new NetPanels()

  /**
   * Plans for `count` nodes of `width` unknowns, three or six. The neighbours of node i are neighbor[start[i]] … neighbor[start[i + 1] −
   * 1]; each edge stands at both its ends. Takes no memory for the numbers yet: that is for `clear`, so that a caller may look at `entries`
   * and `work` first.
   */
  analyse(count: number, width: number, start: Int32Array, neighbor: Int32Array): void {
    this.width = width
    this.ready = false
    this.plan.plan(count, width, start, neighbor)
    this.panels.layOut(this.plan, width)
    this.entries = this.panels.entries
    this.work = this.panels.work
  }

  /** Sets the system to zero. To be filled by `addDiagonal` and `addEdge`. */
  clear(): void {
    this.ready = false
    this.panels.clear()
  }

  /** Adds a symmetric block, row by row from `at` on, to a node's diagonal block. */
  addDiagonal(node: number, values: Float64Array, at: number): void {
    const p = this.plan.place[node]
    this.panels.add(p, p, values, at, this.width, 1)
  }

  /** Adds a block, row by row from `at` on: rows of node i, columns of node k, which are neighbours. The mirrored block is understood. */
  addEdge(i: number, k: number, values: Float64Array, at: number): void {
    const p = this.plan.place[i]
    const q = this.plan.place[k]
    if (p > q) this.panels.add(p, q, values, at, this.width, 1)
    else this.panels.add(q, p, values, at, 1, this.width)
  }

  /**
   * Turns the system into its factor. False if it is not positive definite (or not finite): the numbers are spoilt then, `ready` stays
   * false, `solve` does nothing, and the system has to be cleared and filled again.
   */
  factor(): boolean {
    this.ready = this.panels.factor()
    return this.ready
  }

  /** Where each node stands in the order of elimination. */
  get place(): Int32Array {
    return this.plan.place
  }

  /** x ← A⁻¹ x; x has `width` unknowns per node, in the order of elimination. Does nothing unless `ready`. */
  solve(x: Float64Array): void {
    if (!this.ready) return
    passForward(this.panels, x)
    passBack(this.panels, x)
  }
}
