/**
 * The space that a mesh's own place is told in: its parent's, or for instances that of the mesh itself. Kept between frames, so that children of one
 * parent share one inverse, and so that sleepers are written again when the parent has moved.
 */

import { Matrix4, type Object3D } from 'three'

/** Largest error of a parent's axes, per scale, that still counts as turn and even scale. */
const EVEN_TOLERANCE = 1e-9

export class ParentFrame {
  readonly object: Object3D | null
  /** Grows whenever the frame has moved. */
  version = 0
  readonly inverse: Matrix4 = new Matrix4()
  isIdentity = true
  /** Turn, mirroring and one scale for all axes: children stay without shear. */
  isEven = true
  private readonly last: Matrix4 = new Matrix4()
  private stamp = -1

  constructor(object: Object3D | null) {
    this.object = object
  }

  /** Brings it up to date, once per writing. */
  refresh(stamp: number): void {
    if (this.stamp === stamp || this.object === null) return
    this.stamp = stamp
    this.object.updateWorldMatrix(true, false)
    const { matrixWorld } = this.object
    if (matrixWorld.equals(this.last)) return
    this.last.copy(matrixWorld)
    this.inverse.copy(matrixWorld).invert()
    this.isIdentity = matrixWorld.equals(IDENTITY)
    this.isEven = hasEvenScale(matrixWorld)
    this.version++
  }
}

const IDENTITY = /* @__PURE__ */ new Matrix4()

function hasEvenScale({ elements: e }: Matrix4): boolean {
  const dot = (a: number, b: number): number => e[a]! * e[b]! + e[a + 1]! * e[b + 1]! + e[a + 2]! * e[b + 2]!
  const [xx, yy, zz] = [dot(0, 0), dot(4, 4), dot(8, 8)]
  const off = Math.max(Math.abs(dot(0, 4)), Math.abs(dot(4, 8)), Math.abs(dot(0, 8)), Math.abs(xx - yy), Math.abs(yy - zz))
  return off <= EVEN_TOLERANCE * Math.max(xx, yy, zz)
}
