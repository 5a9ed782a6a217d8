/**
 * The nodes of a document that its scene shows: parents before children, with their transforms in the world. Walked without recursion; nodes that
 * have two parents or are their own ancestors are refused.
 */

import type { Quat } from '../../d3/index.ts'
import { field, indexAt, indexOf, listOf, objectAt, optionalObject, refuse, rootList, textOf, type Fields } from '../shared/json.ts'
import { localOf, multiply, quatProduct, unit, type Matrix } from './transforms.ts'

export interface TreeNode {
  readonly index: number
  readonly path: string
  readonly name: string
  readonly fields: Fields
  /** −1 at the top. */
  readonly parent: number
  readonly local: Matrix
  /** From the node's frame to the world. */
  readonly world: Matrix
  /** Product of the rotations from the top to here. */
  readonly rotation: Quat
}

export interface NodeTree {
  /** By index; null for nodes that the scene does not show. */
  readonly nodes: readonly (TreeNode | null)[]
  /** Parents before children. */
  readonly order: readonly TreeNode[]
  /** Nodes that an animation moves. */
  readonly animated: ReadonlySet<number>
}

export function childrenOf(fields: Fields, count: number, path: string): number[] {
  return listOf(fields, 'children', path).map((child, i) => indexAt(child, count, `${path}.children[${i}]`))
}

/** `scene`: which scene; undefined: the document's own choice. */
export function readTree(json: Fields, scene: number | undefined): NodeTree {
  const list = rootList(json, 'nodes')
  const all = list.map((node, i) => objectAt(node, `nodes[${i}]`))
  const parents = new Int32Array(all.length).fill(-1)
  all.forEach((node, i) => {
    for (const child of childrenOf(node, all.length, `nodes[${i}]`)) {
      if (parents[child] >= 0) refuse(`nodes[${i}].children`, child, `is a child of nodes[${parents[child]}] already. A node has one parent.`)
      parents[child] = i
    }
  })
  const nodes: (TreeNode | null)[] = all.map(() => null)
  const order: TreeNode[] = []
  const waiting = rootsOf(json, parents, scene).toReversed()
  while (waiting.length > 0) {
    const index = waiting.pop()!
    const path = `nodes[${index}]`
    if (nodes[index] !== null) refuse(path, index, 'is shown twice, or is its own ancestor.', 'degenerate')
    const fields = all[index]
    const parent = parents[index] >= 0 ? nodes[parents[index]] : null
    const { matrix, rotation } = localOf(fields, path)
    const node: TreeNode = {
      index, path, fields, name: textOf(fields, 'name', path, ''), parent: parent === null ? -1 : parent.index, local: matrix,
      world: parent === null ? matrix : multiply(parent.world, matrix),
      rotation: parent === null ? rotation : unit(quatProduct(parent.rotation, rotation)),
    }
    if (!node.world.every(Number.isFinite)) refuse(path, index, 'has a transform that is too large.', 'not-finite')
    nodes[index] = node
    order.push(node)
    for (const child of childrenOf(fields, all.length, path).toReversed()) waiting.push(child)
  }
  return { nodes, order, animated: readAnimated(json, all.length) }
}

function rootsOf(json: Fields, parents: Int32Array, wanted: number | undefined): number[] {
  const scenes = rootList(json, 'scenes')
  const fromDocument = indexOf(json, 'scene', scenes.length, 'gltf')
  const scene = wanted === undefined ? Math.max(fromDocument, 0) : indexAt(wanted, scenes.length, 'options.scene')
  if (scenes.length === 0) {
    // Without a scene every node that has no parent is one.
    return Array.from(parents.keys()).filter(i => parents[i] < 0)
  }
  const path = `scenes[${scene}]`
  const roots = listOf(objectAt(scenes[scene], path), 'nodes', path)
  return roots.map((node, i) => {
    const index = indexAt(node, parents.length, `${path}.nodes[${i}]`)
    if (parents[index] >= 0) refuse(`${path}.nodes[${i}]`, index, `is a child of nodes[${parents[index]}]. Name nodes without a parent.`)
    return index
  })
}

/** Nodes whose place or rotation an animation changes. */
function readAnimated(json: Fields, count: number): Set<number> {
  const moved = new Set<number>()
  rootList(json, 'animations').forEach((animation, a) => {
    const path = `animations[${a}]`
    listOf(objectAt(animation, path), 'channels', path).forEach((channel, c) => {
      const where = `${path}.channels[${c}]`
      const target = optionalObject(objectAt(channel, where), 'target', where)
      if (target === null) return
      const what = field(target, 'path')
      const node = indexOf(target, 'node', count, `${where}.target`)
      if (node >= 0 && (what === 'translation' || what === 'rotation' || what === 'scale')) moved.add(node)
    })
  })
  return moved
}
