/**
 * What `readPhysics` read, put into a world, and the way from nodes to bodies and back.
 */

import type { Body, Contact, GenericJoint, Shape, World } from '../../d3/index.ts'
import { requireMade, requireSpace } from '../shared/given.ts'
import { at } from '../shared/json.ts'
import { Player, type AnimateOptions } from './animation.ts'
import type { GltfPhysicsDescription } from './read-physics.ts'
import { combineContact, type GltfMaterial } from './surfaces.ts'
import type { GltfWarning } from './warnings.ts'

/** Physics of a document in a world: bodies, shapes and joints by the index of their node. */
export class GltfPhysics {
  /** The world that they are in. */
  readonly world: World
  /** What was read. */
  readonly description: GltfPhysicsDescription
  /** What was left out or replaced. */
  readonly warnings: readonly GltfWarning[]
  private readonly bodyOf = new Map<number, Body>()
  private readonly jointsOf = new Map<number, GenericJoint[]>()
  private readonly nodes = new Map<Body | Shape, number>()
  private readonly materials = new Map<Shape, GltfMaterial>()
  private readonly player: Player
  private readonly compounds = new Map<number, number>()
  private readonly made: Body[] = []

  /** Made by `addPhysics`. */
  constructor(world: World, description: GltfPhysicsDescription) {
    this.world = world
    this.description = description
    this.player = new Player(description.animations, node => this.body(node))
    for (const { node, parts } of description.triggers) for (const part of parts) this.compounds.set(part, node)
    const warnings = [...description.warnings]
    this.warnings = warnings
    try {
      this.addBodies()
      this.addJoints()
    } catch (error) {
      this.remove()
      throw error
    }
    if (!description.rulesDiffer) return
    if (world.onContact === null) world.onContact = contact => this.onContact(contact)
    else {
      const advice = 'differ in their rules of combining, and world.onContact is taken: call onContact(contact) of what addPhysics returns in it.'
      warnings.push({ path: 'extensions.KHR_physics_rigid_bodies.physicsMaterials', message: advice })
    }
  }

  private addBodies(): void {
    for (const { node, definition, shapeNodes, materials } of this.description.bodies) {
      const body = at(`nodes[${node}]`, () => this.world.createBody(definition))
      this.made.push(body)
      this.bodyOf.set(node, body)
      this.nodes.set(body, node)
      body.shapes.forEach((shape, i) => {
        this.nodes.set(shape, shapeNodes[i])
        this.materials.set(shape, materials[i])
      })
    }
  }

  private addJoints(): void {
    const { bodies, joints } = this.description
    let ground: Body | null = null
    for (const { node, bodyA, bodyB, frameA, frameB, collideConnected, parts } of joints) {
      if (bodyB < 0 && ground === null) {
        // Axes are those of the joint's own node, so the world must be the second body.
        ground = this.world.createBody({ type: 'static' })
        this.made.push(ground)
      }
      const definition = {
        bodyA: bodyA < 0 ? null : this.bodyOf.get(bodies[bodyA].node)!, bodyB: bodyB < 0 ? ground! : this.bodyOf.get(bodies[bodyB].node)!,
        frameA, frameB, collideConnected,
      }
      const list = parts.map(part => at(`nodes[${node}]`, () => this.world.createGenericJoint({ ...definition, ...part })))
      this.jointsOf.set(node, list)
    }
  }

  /** The body of a node with a motion, or with a collider that stands; null if it has none. */
  body(node: number): Body | null {
    return this.bodyOf.get(node) ?? null
  }

  /** The joint of a node, or null. What one generic joint could not hold is in `joints`. */
  joint(node: number): GenericJoint | null {
    return this.jointsOf.get(node)?.[0] ?? null
  }

  /** All generic joints that stand for the joint of a node, mostly one. */
  joints(node: number): readonly GenericJoint[] {
    return this.jointsOf.get(node) ?? []
  }

  /**
   * Sends the bodies that animations move to where these have them at a time, s, within the next step: call it before each step with the time at
   * which the step ends. With three call `update` instead, and the animation mixer moves them.
   */
  animate(seconds: number, options: AnimateOptions = {}): void {
    this.player.play(seconds, options)
  }

  /** The node of a body or shape, or −1: the collider of a contact, the trigger of an event. */
  nodeOf(thing: Body | Shape): number {
    return this.nodes.get(thing) ?? -1
  }

  /** The node of a trigger as a whole: of a part of a compound trigger the compound, of any other the node itself. */
  triggerOf(shape: Shape): number {
    const node = this.nodeOf(shape)
    return this.compounds.get(node) ?? node
  }

  /**
   * Friction and restitution of a contact by the format's order of rules: average before minimum before maximum before multiply. In use by itself
   * where materials differ in their rules; call it in a `world.onContact` of your own.
   */
  onContact(contact: Contact): void {
    combineContact(contact, this.materials.get(contact.shapeA), this.materials.get(contact.shapeB))
  }

  /**
   * Materials of all shapes.
   * @internal
   */
  shapeMaterials(): ReadonlyMap<Shape, GltfMaterial> {
    return this.materials
  }

  /** Takes everything out of the world again. */
  remove(): void {
    for (const body of this.made.splice(0)) this.world.destroyBody(body)
    this.bodyOf.clear()
    this.jointsOf.clear()
    this.nodes.clear()
    this.materials.clear()
  }
}

/** Puts what `readPhysics` read into a world. What is refused leaves the world as it was. */
export function addPhysics(world: World, description: GltfPhysicsDescription): GltfPhysics {
  requireSpace(world, 'addPhysics.world')
  requireMade(description, ['bodies', 'joints', 'animations'], 'addPhysics.description', 'readPhysics')
  return new GltfPhysics(world, description)
}
