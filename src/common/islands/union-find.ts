/**
 * Union–find over rows, with the smallest member as the root, so that the result does not depend on the order of links.
 */

export class UnionFind {
  private parent: Int32Array = new Int32Array(64)

  /** Every row its own set. */
  reset(count: number): void {
    if (this.parent.length < count) this.parent = new Int32Array(Math.max(count, this.parent.length * 2))
    const { parent } = this
    for (let i = 0; i < count; i++) parent[i] = i
  }

  find(row: number): number {
    const { parent } = this
    let at = row
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!
      at = parent[at]!
    }
    return at
  }

  link(a: number, b: number): void {
    const rootA = this.find(a)
    const rootB = this.find(b)
    if (rootA < rootB) this.parent[rootB] = rootA
    else if (rootB < rootA) this.parent[rootA] = rootB
  }
}
