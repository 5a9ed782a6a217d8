/**
 * Invariants of the broad phase: who has a proxy, what its flags and sets say, and the two trees. Boxes are rows of numbers here; whether a
 * fat box holds its shape is for the dimensions to say (`tightBox`).
 *
 */

import type { BitSet } from '../memory/bit-set.ts'
import { FORGOTTEN, MOVABLE, MOVED, NONE, STATIC as STATIC_PROXY, type ProxyColumns } from '../broad-phase/proxy-columns.ts'
import { DEAD, INNER, type PreorderTree } from '../broad-phase/tree-walk.ts'
import type { Table } from '../memory/world-memory.ts'
import { checkMembership } from './state-rules.ts'
import { fail } from './state-tables.ts'
import type { InspectedState } from './validate-world.ts'

interface InspectedGroup {
  readonly tree: PreorderTree & { readonly leafCount: number; readonly parent: Int32Array }
  readonly waiting: Int32Array
  readonly waitingCount: number
  readonly count: number
}

/** The fields of `broad-phase/broad-phase.ts`, the private ones too. */
export interface InspectedBroadPhase {
  readonly proxies: Table<ProxyColumns>
  readonly statics: InspectedGroup
  readonly movables: InspectedGroup
  readonly touchedSet: BitSet
  readonly touchedCount: number
  readonly touchedMovables: number
  readonly movedSet: BitSet
  readonly anyMoved: boolean
  readonly staleSet: BitSet
  readonly anyStale: boolean
}

/** The box of a shape at its pose, lowest coordinates first; valid until the next call. */
type TightBox = (shape: number) => Float64Array

export function validateBroadPhase(state: InspectedState, broadPhase: InspectedBroadPhase, tightBox: TightBox): void {
  const { proxies, statics, movables } = broadPhase
  checkMembership(state, proxies)
  validateBoxes(proxies, tightBox)
  validateFlags(broadPhase)
  validateGroup('statics', statics, STATIC_PROXY, broadPhase)
  validateGroup('movables', movables, MOVABLE, broadPhase)
}

/** Fat boxes hold their shapes; the old ones are as `touched` says. */
function validateBoxes(proxies: Table<ProxyColumns>, tightBox: TightBox): void {
  const { fat, oldFat, kind, touched } = proxies.columns
  const { width } = proxies.schema.fat
  const axes = width / 2
  for (let proxy = 0; proxy < proxies.count; proxy++) {
    if (kind[proxy] === NONE) continue
    const o = proxy * width
    const tight = tightBox(proxy)
    for (let k = 0; k < axes; k++) {
      // Written so that what is no number fails.
      if (!(fat[o + k] <= tight[k] && fat[o + axes + k] >= tight[axes + k])) {
        fail('proxies', proxy, 'fat', 'does not hold the box of its shape.')
      }
    }
    if (touched[proxy] !== 0 && touched[proxy] !== FORGOTTEN && touched[proxy] !== MOVED) {
      fail('proxies', proxy, 'touched', `is ${touched[proxy]}.`)
    }
    for (let k = 0; k < width; k++) {
      const old = oldFat[o + k]
      if (touched[proxy] === 0 && old !== fat[o + k]) {
        fail('proxies', proxy, 'oldFat', 'differs from the fat box, but the proxy is not touched.')
      }
      if (touched[proxy] === FORGOTTEN && old !== (k < axes ? Infinity : -Infinity)) {
        fail('proxies', proxy, 'oldFat', 'is known, but counts as forgotten.')
      }
    }
  }
}

/** The sets hold what the columns say. */
function validateFlags(broadPhase: InspectedBroadPhase): void {
  const { proxies, touchedSet, movedSet, staleSet } = broadPhase
  const { kind, touched, moved } = proxies.columns
  let count = 0
  let movables = 0
  let anyMoved = false
  let anyStale = false
  for (let proxy = 0; proxy < proxies.count; proxy++) {
    const isTouched = touched[proxy] !== 0
    if (touchedSet.has(proxy) !== isTouched) {
      fail('proxies', proxy, 'touched', `is ${touched[proxy]}, but the set of touched ones says otherwise.`)
    }
    if (isTouched && kind[proxy] === NONE) fail('proxies', proxy, 'touched', `is ${touched[proxy]}, but there is no proxy.`)
    if (isTouched) count++
    if (isTouched && kind[proxy] === MOVABLE) movables++
    if (movedSet.has(proxy) !== (moved[proxy] === 1)) {
      fail('proxies', proxy, 'moved', `is ${moved[proxy]}, but the set of moved ones says otherwise.`)
    }
    anyMoved ||= moved[proxy] === 1
    if (!staleSet.has(proxy)) continue
    anyStale = true
    if (!isTouched) fail('proxies', proxy, 'touched', 'is 0, but its leaf waits for its new box.')
  }
  if (count !== broadPhase.touchedCount) fail('proxies', 0, 'touched', `is set ${count} times, but counted as ${broadPhase.touchedCount}.`)
  if (movables !== broadPhase.touchedMovables) {
    fail('proxies', 0, 'touched', `is set for ${movables} movable ones, counted as ${broadPhase.touchedMovables}.`)
  }
  if (anyMoved && !broadPhase.anyMoved) fail('proxies', 0, 'moved', 'is set, but the broad phase says that none has moved.')
  if (anyStale && !broadPhase.anyStale) {
    fail('proxies', 0, 'touched', 'is set with a leaf that waits, but the broad phase says that none does.')
  }
}

/** Every proxy of a kind has one leaf in the tree, or one place among those that wait for one. */
function validateGroup(name: string, group: InspectedGroup, own: number, broadPhase: InspectedBroadPhase): void {
  const { kind, leaf } = broadPhase.proxies.columns
  const { waiting, waitingCount } = group
  const { item, nodeCount } = group.tree
  let count = 0
  for (let proxy = 0; proxy < broadPhase.proxies.count; proxy++) {
    if (kind[proxy] !== own) continue
    count++
    const place = leaf[proxy]
    if (place >= 0 ? place >= nodeCount || item[place] !== proxy : ~place >= waitingCount || waiting[~place] !== proxy) {
      fail('proxies', proxy, 'leaf', `is ${place}, where another proxy of the ${name} stands, or none.`)
    }
  }
  if (count !== group.count) fail(name, 0, 'count', `is ${group.count}, but there are ${count} proxies of the kind.`)
  const leaves = validateTree(name, group, broadPhase)
  if (leaves + waitingCount !== count) {
    fail(name, 0, 'waitingCount', `is ${waitingCount} beside ${leaves} leaves, but there are ${count} proxies.`)
  }
}

/** Nodes stand in preorder, parents hold their children, leaves have the boxes of their proxies. Returns the leaves that are not dead. */
function validateTree(name: string, group: InspectedGroup, broadPhase: InspectedBroadPhase): number {
  const { nodeCount, leafCount, box, skip, item, parent } = group.tree
  const { fat } = broadPhase.proxies.columns
  const { width } = broadPhase.proxies.schema.fat
  const axes = width / 2
  const table = `tree of ${name}`
  if (nodeCount !== (leafCount === 0 ? 0 : 2 * leafCount - 1)) fail(table, 0, 'nodeCount', `is ${nodeCount} with ${leafCount} leaves.`)
  if (nodeCount > 0 && (parent[0] !== -1 || skip[0] !== nodeCount)) fail(table, 0, 'skip', 'does not end the tree at its root.')
  let leaves = 0
  for (let k = 0; k < nodeCount; k++) {
    if (item[k] === INNER) {
      const right = skip[k + 1]
      if (!(right > k + 1 && right < skip[k] && skip[right] === skip[k])) {
        fail(table, k, 'skip', `is ${skip[k]}, not where the right child ${right} ends.`)
      }
      for (let child = k + 1; ; child = right) {
        if (parent[child] !== k) fail(table, child, 'parent', `is ${parent[child]} instead of ${k}.`)
        for (let c = 0; c < axes; c++) {
          const isIn = box[k * width + c] <= box[child * width + c] && box[k * width + axes + c] >= box[child * width + axes + c]
          if (!isIn) fail(table, k, 'box', `does not hold that of its child ${child}.`)
        }
        if (child === right) break
      }
      continue
    }
    if (item[k] === DEAD) continue
    leaves++
    if (broadPhase.staleSet.has(item[k])) continue
    for (let c = 0; c < width; c++) {
      if (box[k * width + c] !== fat[item[k] * width + c]) fail(table, k, 'box', `is not the fat box of proxy ${item[k]}.`)
    }
  }
  return leaves
}
