/**
 * A mesh and its bodies: how poses become matrices. Bodies live in the world; the mesh may hang below groups that are moved, turned, scaled or
 * mirrored. Only what has moved is written.
 */

import { Matrix4, Vector3, type BatchedMesh, type InstancedMesh, type Object3D } from 'three'
import { isCurrent, rowOfHandle } from '../../common/memory/ids.ts'
import { interpolatePose } from '../../d3/api/poses.ts'
import type { Body } from '../../d3/index.ts'
import type { WorldState } from '../../d3/store/world-state.ts'
import type { ParentFrame } from './parent-frame.ts'

const POSE = 7
const LINEAR = 9

const pose = new Float64Array(POSE)
const matrix = /* @__PURE__ */ new Matrix4()
const position = /* @__PURE__ */ new Vector3()

/** Where a mesh's own matrices are. `single`: one body, the mesh itself. */
export type BindingKind = 'single' | 'instanced' | 'batched'

export class MeshBinding {
  readonly object: Object3D
  readonly kind: BindingKind
  readonly bodies: readonly Body[]
  /** Of a batch: the ids of its instances, in the order of `bodies`. */
  readonly instances: readonly number[]
  /** Depth in the tree: parents are written before their children. */
  depth = 0
  frame: ParentFrame
  /** Scale of the mesh itself when its body was made: it stays. */
  private readonly scale: Vector3
  /** From the geometry to the axes of the body: scale, mirroring, shear; 3 × 3 by columns each. */
  private readonly linear: Float64Array
  /** Is the linear part a scale above 0 along the axes, and the mesh's own as well? Two mirrored axes are a turn. */
  private readonly isScale: boolean
  /** Centre and quaternion of each body when it was written last. */
  private readonly written: Float64Array
  /** Was the final pose of a step written, none between two? */
  private readonly isFinal: Uint8Array
  private frameVersion = -1
  /** Did it set `matrixAutoUpdate`? A mesh with shear has no scale and turn to be updated from. */
  private ownsMatrix = false

  constructor(
    object: Object3D, kind: BindingKind, bodies: readonly Body[], instances: readonly number[], linears: readonly Matrix4[], frame: ParentFrame,
  ) {
    this.object = object
    this.kind = kind
    this.bodies = bodies
    this.instances = instances
    this.frame = frame
    this.scale = object.scale.clone()
    this.linear = new Float64Array(bodies.length * LINEAR)
    let isScale = object.scale.x > 0 && object.scale.y > 0 && object.scale.z > 0
    linears.forEach(({ elements: e }, i) => {
      const columns = [e[0]!, e[1]!, e[2]!, e[4]!, e[5]!, e[6]!, e[8]!, e[9]!, e[10]!]
      this.linear.set(columns, i * LINEAR)
      columns.forEach((value, k) => (isScale &&= k % 4 === 0 ? value > 0 : value === 0))
    })
    this.isScale = isScale
    this.written = new Float64Array(bodies.length * POSE).fill(NaN)
    this.isFinal = new Uint8Array(bodies.length)
  }

  /** Writes what has moved since the last time, blended by `t` between the last two steps. Returns how many were written. */
  write(state: WorldState, t: number, stamp: number): number {
    this.frame.refresh(stamp)
    const moved = this.frame.version !== this.frameVersion
    this.frameVersion = this.frame.version
    const { awake, x, q } = state.bodies.columns
    const { written, isFinal, bodies } = this
    let count = 0
    for (let i = 0; i < bodies.length; i++) {
      const { id } = bodies[i]!
      if (!isCurrent(state.bodies, id)) continue
      const row = rowOfHandle(id)
      if (awake[row] === 0 && !moved && isFinal[i] === 1 && this.isWritten(x, q, row, i)) continue
      interpolatePose(state, row, t, pose, 0)
      const o = i * POSE
      for (let k = 0; k < 3; k++) written[o + k] = x[row * 3 + k]!
      for (let k = 0; k < 4; k++) written[o + 3 + k] = q[row * 4 + k]!
      isFinal[i] = awake[row] === 0 || t === 1 ? 1 : 0
      this.place(i)
      count++
    }
    if (count > 0) this.finish()
    return count
  }

  /** From now on the mesh hangs below another parent. */
  move(frame: ParentFrame): void {
    this.frame = frame
    this.frameVersion = -1
  }

  /** Gives the mesh back as three has it by itself. */
  release(): void {
    if (!this.ownsMatrix) return
    this.object.matrixAutoUpdate = true
    this.ownsMatrix = false
  }

  private isWritten(x: Float64Array, q: Float64Array, row: number, i: number): boolean {
    const { written } = this
    const o = i * POSE
    for (let k = 0; k < 3; k++) if (written[o + k] !== x[row * 3 + k]) return false
    for (let k = 0; k < 4; k++) if (written[o + 3 + k] !== q[row * 4 + k]) return false
    return true
  }

  /** Puts body i where `pose` says. */
  private place(i: number): void {
    if (this.kind === 'single') {
      this.placeObject()
      return
    }
    this.compose(i)
    if (this.kind === 'instanced') {
      const { instanceMatrix } = this.object as InstancedMesh
      matrix.toArray(instanceMatrix.array, this.instances[i]! * 16)
    } else (this.object as BatchedMesh).setMatrixAt(this.instances[i]!, matrix)
  }

  private placeObject(): void {
    const { object, frame } = this
    if (frame.isIdentity && this.isScale) {
      object.position.set(pose[0]!, pose[1]!, pose[2]!)
      object.quaternion.set(pose[3]!, pose[4]!, pose[5]!, pose[6]!)
    } else {
      this.compose(0)
      if (!frame.isEven || !this.isUnsheared()) {
        this.ownsMatrix ||= object.matrixAutoUpdate
        object.matrixAutoUpdate = false
        matrix.decompose(object.position, object.quaternion, object.scale)
        object.matrix.copy(matrix)
        object.matrixWorldNeedsUpdate = true
        return
      }
      object.position.setFromMatrixPosition(matrix)
      const { x, y, z } = this.scale
      const { elements: e } = matrix
      for (let k = 0; k < 3; k++) {
        e[k]! /= x
        e[4 + k]! /= y
        e[8 + k]! /= z
      }
      object.quaternion.setFromRotationMatrix(matrix)
    }
    if (object.matrixAutoUpdate) return
    object.updateMatrix()
    object.matrixWorldNeedsUpdate = true
  }

  /** Is the linear part turn-free scale, mirrored or not? Only then does an even frame leave no shear. */
  private isUnsheared(): boolean {
    const l = this.linear
    return l[1] === 0 && l[2] === 0 && l[3] === 0 && l[5] === 0 && l[6] === 0 && l[7] === 0
  }

  /** matrix = frame⁻¹ · pose · linear part of body i. */
  private compose(i: number): void {
    const [px, py, pz, x, y, z, w] = pose as unknown as readonly number[]
    const r00 = 1 - 2 * (y! * y! + z! * z!)
    const r01 = 2 * (x! * y! - w! * z!)
    const r02 = 2 * (x! * z! + w! * y!)
    const r10 = 2 * (x! * y! + w! * z!)
    const r11 = 1 - 2 * (x! * x! + z! * z!)
    const r12 = 2 * (y! * z! - w! * x!)
    const r20 = 2 * (x! * z! - w! * y!)
    const r21 = 2 * (y! * z! + w! * x!)
    const r22 = 1 - 2 * (x! * x! + y! * y!)
    const { elements: e } = matrix
    const l = this.linear
    for (let c = 0; c < 3; c++) {
      const o = i * LINEAR + c * 3
      const a = l[o]!
      const b = l[o + 1]!
      const d = l[o + 2]!
      e[c * 4] = r00 * a + r01 * b + r02 * d
      e[c * 4 + 1] = r10 * a + r11 * b + r12 * d
      e[c * 4 + 2] = r20 * a + r21 * b + r22 * d
      e[c * 4 + 3] = 0
    }
    matrix.setPosition(position.set(px!, py!, pz!))
    e[15] = 1
    if (!this.frame.isIdentity) matrix.premultiply(this.frame.inverse)
  }

  private finish(): void {
    if (this.kind === 'single') return
    const mesh = this.object as InstancedMesh | BatchedMesh
    if (this.kind === 'instanced') (mesh as InstancedMesh).instanceMatrix.needsUpdate = true
    // Made again by three when it is asked for.
    mesh.boundingSphere = null
    mesh.boundingBox = null
  }
}
