/**
 * Physics of a glTF document, read without a renderer: `readPhysics` gives bodies and joints as the engine's own definitions, `addPhysics` puts them
 * into a world. Files may come from anywhere; what is wrong in them is refused with its path.
 *
 * A node with a motion is a body, and its colliders and those of its descendants are its shapes. A collider without a motion above it is a body that
 * stands, or one that goes where an animation takes it.
 */

import type { BodyDefinition, ShapeDefinition } from '../../d3/index.ts'
import type { GetAccessor } from './accessors.ts'
import { readAnimations, type GltfAnimation } from './animation.ts'
import { at, booleanOf, field, indexAt, indexOf, listOf, objectAt, rootList, type Fields } from '../shared/json.ts'
import { readJoint, type GltfJoint, type GltfJointPart } from './joints.ts'
import { MeshReader } from './mesh-points.ts'
import { readMotion, standingBody } from './motion.ts'
import { readTree, type NodeTree, type TreeNode } from './node-tree.ts'
import { ShapeReader } from './shapes.ts'
import { readCatalogue, readGeometry, readNodePhysics, unreadExtensions, type Catalogue, type NodePhysics, type Placed } from './spellings.ts'
import { materialOf, readFilters, readMaterials, rulesDiffer, surfaceOf, type GltfMaterial } from './surfaces.ts'
import { compose, identity, inverse, multiply, stretchOf, type Matrix } from './transforms.ts'
import { Warnings, type GltfWarning } from './warnings.ts'

/** What `readPhysics` may be told. */
export interface ReadPhysicsOptions {
  /** Index of the scene. Default: the one that the document names, or its first. */
  scene?: number
}

/** A body of the document. */
export interface GltfBody {
  /** Index of the node that it moves or stands for. */
  readonly node: number
  /** The node's name, or ''. */
  readonly name: string
  /** Does an animation of the file move it? It is kinematic then, and follows its node. */
  readonly animated: boolean
  /** For `world.createBody`. */
  readonly definition: BodyDefinition
  /** The node of each of its shapes, in their order. */
  readonly shapeNodes: readonly number[]
  /** The material of each of its shapes, in their order. */
  readonly materials: readonly GltfMaterial[]
}

/** A trigger of several parts. */
export interface GltfCompoundTrigger {
  /** Index of the node that has it. */
  readonly node: number
  /** Indices of the nodes whose triggers are its parts. */
  readonly parts: readonly number[]
}

/** Physics of a document, as `readPhysics` gives it and `addPhysics` takes it. */
export interface GltfPhysicsDescription {
  /** Parents before children. */
  readonly bodies: readonly GltfBody[]
  /** In the order of their nodes. */
  readonly joints: readonly GltfJoint[]
  /** Compound triggers: a node, and the nodes whose triggers are parts of it. */
  readonly triggers: readonly GltfCompoundTrigger[]
  /** Animations that move bodies, in their order. */
  readonly animations: readonly GltfAnimation[]
  /** What was left out or replaced. */
  readonly warnings: readonly GltfWarning[]
  /** Do materials differ in their rules of combining? `addPhysics` answers with `world.onContact` then. */
  readonly rulesDiffer: boolean
}

/** What to do about extensions that are not read. */
const ADVICE = 'what it says is left out. Export KHR_physics_rigid_bodies.'

/** Difference of two numbers near 1 that were calculated in two ways. */
const ROUNDING = 1e-9

/** A body while its shapes are gathered. */
interface Draft {
  readonly node: TreeNode
  readonly animated: boolean
  readonly definition: BodyDefinition
  /** From the world to the body's frame. */
  readonly toBody: Matrix
  readonly shapes: ShapeDefinition[]
  readonly shapeNodes: number[]
  readonly materials: GltfMaterial[]
}

/**
 * Reads bodies, shapes and joints of a glTF document. `getAccessor` gives the numbers of an accessor, such as `accessorsOf(json, buffers)`; it is
 * asked for meshes that are colliders and for animations that move bodies. Nothing of the document is changed.
 */
export function readPhysics(json: object, getAccessor: GetAccessor, options: ReadPhysicsOptions = {}): GltfPhysicsDescription {
  return new Reader(objectAt(json, 'gltf'), getAccessor, options).read()
}

class Reader {
  private readonly json: Fields
  private readonly getAccessor: GetAccessor
  private readonly catalogue: Catalogue
  private readonly tree: NodeTree
  private readonly physics: (NodePhysics | null)[]
  private readonly counts: { meshes: number; nodes: number }
  private readonly warnings = new Warnings()
  private readonly shapes: ShapeReader
  private readonly filters: ReturnType<typeof readFilters>
  private readonly materials: GltfMaterial[]
  private readonly drafts: Draft[] = []
  /** Places of the drafts in their final order. */
  private readonly rank = new Map<Draft, number>()
  /** By node: the body that it has. */
  private readonly draftOf = new Map<number, Draft>()
  /** By node: the body that a motion on it or above makes it a part of. */
  private readonly moving = new Map<number, Draft>()
  /** By node: from its frame to that of the body that it is a part of. */
  private readonly inMoving = new Map<number, Matrix>()
  /** By node: the body that a frame on it is fixed to: by its motion, or a collider on it or above; null: the world. */
  private readonly holders = new Map<number, Draft | null>()
  /** Nodes that an animation moves, or that hang below one. */
  private readonly carried = new Set<number>()
  /** By joint of the catalogue. */
  private readonly parts = new Map<number, readonly GltfJointPart[]>()
  /** By trigger node: the compound it is a part of. */
  private readonly compoundOf = new Map<number, number>()

  constructor(json: Fields, getAccessor: GetAccessor, options: ReadPhysicsOptions) {
    this.json = json
    this.getAccessor = getAccessor
    this.catalogue = readCatalogue(json)
    for (const [i, name] of unreadExtensions(json)) this.warnings.add(`extensionsUsed[${i}]`, `(${name.slice(0, 64)}) is not read: ${ADVICE}`)
    this.tree = readTree(json, options.scene)
    this.physics = this.tree.nodes.map(node => (node === null ? null : readNodePhysics(node.fields, node.path)))
    this.counts = { meshes: rootList(json, 'meshes').length, nodes: this.tree.nodes.length }
    this.shapes = new ShapeReader(this.catalogue, new MeshReader(json, getAccessor, this.tree), this.warnings)
    this.filters = readFilters(this.catalogue)
    this.materials = readMaterials(this.catalogue, this.warnings)
  }

  read(): GltfPhysicsDescription {
    const { order, animated } = this.tree
    for (const node of order) {
      if (animated.has(node.index) || this.carried.has(node.parent)) this.carried.add(node.index)
      this.noteCompound(node)
      this.addMotion(node)
    }
    for (const node of order) this.addShapes(node)
    for (const { index, parent } of order) {
      this.holders.set(index, this.moving.get(index) ?? this.draftOf.get(index) ?? this.holders.get(parent) ?? null)
    }
    const rank = new Map(order.map((node, i) => [node, i]))
    this.drafts.sort((a, b) => rank.get(a.node)! - rank.get(b.node)!)
    this.drafts.forEach((draft, i) => this.rank.set(draft, i))
    const joints = order.map(node => this.readJointOf(node)).filter(joint => joint !== null)
    const parts = new Map<number, number[]>()
    for (const [part, node] of this.compoundOf) {
      const list = parts.get(node)
      if (list === undefined) parts.set(node, [part])
      else list.push(part)
    }
    const animatedNodes = this.drafts.filter(draft => draft.animated).map(({ node }) => node)
    const used = this.drafts.flatMap(draft => draft.materials)
    return {
      bodies: this.drafts.map(draft => this.bodyOf(draft)),
      joints,
      triggers: [...parts].map(([node, list]) => ({ node, parts: list })),
      animations: readAnimations(this.json, this.getAccessor, this.tree, animatedNodes, this.warnings),
      warnings: this.warnings.list,
      rulesDiffer: used.length > 0 && rulesDiffer(used),
    }
  }

  private bodyOf({ node, animated, definition, shapes, shapeNodes, materials }: Draft): GltfBody {
    const whole: BodyDefinition = { ...definition, shapes }
    const isDynamic = (definition.type ?? 'dynamic') === 'dynamic'
    // Triggers weigh nothing, and a body must weigh something.
    if (isDynamic && definition.mass === undefined && shapes.length > 0 && shapes.every(shape => shape.density === 0)) whole.mass = 1
    return { node: node.index, name: node.name, animated, definition: whole, shapeNodes, materials }
  }

  private noteCompound(node: TreeNode): void {
    const trigger = this.physics[node.index]?.trigger ?? null
    if (trigger === null || field(trigger.fields, 'nodes') === undefined) return
    listOf(trigger.fields, 'nodes', trigger.path).forEach((part, i) => {
      this.compoundOf.set(indexAt(part, this.counts.nodes, `${trigger.path}.nodes[${i}]`), node.index)
    })
  }

  private addMotion(node: TreeNode): void {
    const motion = this.physics[node.index]!.motion
    const above = this.moving.get(node.parent)
    if (motion !== null) {
      const animated = this.tree.animated.has(node.index)
      const draft = this.addDraft(node, animated, readMotion(node, motion, animated, this.warnings))
      this.moving.set(node.index, draft)
      this.inMoving.set(node.index, settled(multiply(draft.toBody, node.world)))
    } else if (above !== undefined) {
      this.moving.set(node.index, above)
      this.inMoving.set(node.index, multiply(this.inMoving.get(node.parent)!, node.local))
    }
  }

  private addDraft(node: TreeNode, animated: boolean, definition: BodyDefinition): Draft {
    const { position, rotation } = definition
    const toBody = inverse(compose(position!, rotation!))!
    const draft: Draft = { node, animated, definition, toBody, shapes: [], shapeNodes: [], materials: [] }
    this.drafts.push(draft)
    this.draftOf.set(node.index, draft)
    return draft
  }

  private addStanding(node: TreeNode): Draft {
    const animated = this.carried.has(node.index)
    return this.addDraft(node, animated, standingBody(node, animated))
  }

  private addShapes(node: TreeNode): void {
    const { collider, trigger } = this.physics[node.index]!
    if (collider !== null) this.addShape(node, collider, false)
    if (trigger !== null) this.addShape(node, trigger, true)
  }

  private addShape(node: TreeNode, owner: Placed, sensor: boolean): void {
    const geometry = readGeometry(owner, this.catalogue, this.counts)
    if (geometry === null) {
      if (field(owner.fields, 'nodes') === undefined) this.warnings.add(owner.path, 'has no geometry and is left out.')
      return
    }
    const whole = sensor ? this.compoundOf.get(node.index) ?? node.index : node.index
    const home = this.tree.nodes[whole] ?? node
    const draft = this.moving.get(node.index) ?? this.draftOf.get(home.index) ?? this.addStanding(home)
    const material = materialOf(this.materials, indexOf(owner.fields, 'physicsMaterial', this.materials.length, owner.path))
    const filter = this.filters[1 + this.filterOf(owner, sensor ? whole : -1)]
    const surface = sensor ? { sensor, density: 0, filter } : { ...surfaceOf(material), filter }
    const dynamic = (draft.definition.type ?? 'dynamic') === 'dynamic'
    const shape = this.shapes.read(geometry, this.matrixIn(draft, node), dynamic && !sensor, surface)
    if (shape === null) return
    draft.shapes.push(shape)
    draft.shapeNodes.push(node.index)
    draft.materials.push(material)
  }

  /** The filter of a collider or trigger; a part of a compound trigger that has none has that of the whole. */
  private filterOf(owner: Placed, whole: number): number {
    const count = this.catalogue.filters.length
    const own = indexOf(owner.fields, 'collisionFilter', count, owner.path)
    const compound = this.physics[whole]?.trigger ?? null
    return own >= 0 || compound === null ? own : indexOf(compound.fields, 'collisionFilter', count, compound.path)
  }

  /** From a node's frame to that of a body: along the nodes between them, so that no rounding of the world's comes in. */
  private matrixIn(draft: Draft, node: TreeNode): Matrix {
    if (this.moving.get(node.index) === draft) return this.inMoving.get(node.index)!
    return node === draft.node ? settled(multiply(draft.toBody, node.world)) : multiply(draft.toBody, node.world)
  }

  private readJointOf(node: TreeNode): GltfJoint | null {
    const owner = this.physics[node.index]!.joint
    if (owner === null) return null
    const { fields, path } = owner
    const key = field(fields, 'joint') === undefined ? 'jointLimits' : 'joint'
    const which = indexAt(field(fields, key), this.catalogue.joints.length, `${path}.${key}`)
    const connectedNode = indexOf(fields, 'connectedNode', this.counts.nodes, path)
    const other = connectedNode < 0 ? node : this.tree.nodes[connectedNode]
    if (other === null) {
      this.warnings.add(`${path}.connectedNode`, 'is not in the scene, and the joint is left out.')
      return null
    }
    const a = this.holders.get(node.index)!
    const b = connectedNode < 0 ? null : this.holders.get(other.index)!
    if (!isDynamic(a) && !isDynamic(b)) {
      this.warnings.add(path, 'joins nothing that forces move, and is left out.')
      return null
    }
    if (a === b) {
      this.warnings.add(path, 'joins a body to itself, and is left out.')
      return null
    }
    const parts = this.parts.get(which) ?? at(path, () => readJoint(this.catalogue.joints[which], this.warnings))
    this.parts.set(which, parts)
    const collideConnected = booleanOf(fields, 'enableCollision', path, booleanOf(fields, 'enableCollisions', path, false))
    const index = (draft: Draft | null): number => (draft === null ? -1 : this.rank.get(draft)!)
    return {
      node: node.index, connectedNode, bodyA: index(a), bodyB: index(b), frameA: this.frameIn(a, node), frameB: this.frameIn(b, other),
      collideConnected, parts,
    }
  }

  /** A node's frame on a body, or in the world. */
  private frameIn(draft: Draft | null, node: TreeNode): GltfJoint['frameA'] {
    const matrix = draft === null ? node.world : this.matrixIn(draft, node)
    return { position: { x: matrix[12], y: matrix[13], z: matrix[14] }, rotation: draft === null ? node.rotation : relative(draft, node) }
  }
}

/** The identity, if a matrix differs from it by rounding alone. */
function settled(matrix: Matrix): Matrix {
  const plain = identity()
  return matrix.every((entry, i) => Math.abs(entry - plain[i]) < ROUNDING * (1 + Math.abs(entry))) ? plain : matrix
}

function isDynamic(draft: Draft | null): boolean {
  return draft !== null && (draft.definition.type ?? 'dynamic') === 'dynamic'
}

/** The node's rotation in the body's frame. */
function relative(draft: Draft, node: TreeNode): { x: number; y: number; z: number; w: number } {
  const turned = compose({ x: 0, y: 0, z: 0 }, node.rotation)
  return stretchOf(multiply(draft.toBody, turned)).rotation
}

