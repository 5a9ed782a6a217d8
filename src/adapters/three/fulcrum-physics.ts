/**
 * Physics for a scene of three.js: meshes become bodies, and bodies move meshes. It has the names of three's own physics addons.
 */

import { Matrix4, Quaternion, Vector3, type BatchedMesh, type InstancedMesh, type Mesh, type Object3D, type Raycaster } from 'three'
import { PhysicsError, requireBoolean } from '../../common/errors.ts'
import type { Fields } from '../../common/options.ts'
import { requireOptions, without } from '../../common/options.ts'
import { WORLD_FIELDS } from '../../common/world/settings.ts'
import {
  Body, heightField, World, type AdvanceOptions, type BodyDefinition, type DrawOptions, type Joint, type NumberArray, type QueryFilter, type Shape,
  type ShapeDefinition, type Vec3, type Quat, type WorldOptions,
} from '../../d3/index.ts'
import { batchGeometry, batchInstances, instanceMatrices } from './instances.ts'
import { DebugLines } from './debug-lines.ts'
import { MeshBinding, type BindingKind } from './mesh-binding.ts'
import { createMeshJoint, type Bodied, type JointName, type JointsByName, type MeshInstance, type MeshJointDefinition } from './mesh-joints.ts'
import { meshOptionsOf, readMeshOptions, type MeshOptions, type MeshPlan } from './mesh-options.ts'
import { ParentFrame } from './parent-frame.ts'
import { shapesOfGeometry, shapesOfObject, withoutShear, type FitOptions } from './shapes.ts'

/** What `FulcrumPhysics` may be told: everything that a world may be told, and how it is shown. */
export interface PhysicsOptions extends WorldOptions {
  /** A world of yours, to which the meshes are added; what else a world may be told does not count then. Default: a new one. */
  world?: World
  /** Are meshes drawn between the last two steps, so that motion is smooth whatever the frame rate? Default true. */
  interpolate?: boolean
  /** Lines of what the engine sees, in the scene: true, or what to show. Default false. */
  debug?: boolean | DrawOptions
}

const PHYSICS_FIELDS: Fields<PhysicsOptions> = { ...WORLD_FIELDS, gravity: 0, world: 0, interpolate: 0, debug: 0 }

/** What a ray of `raycast` has met. */
export interface MeshHit {
  /** The mesh or group of the body; null for a body that no mesh was added for. */
  object: Object3D | null
  /** Index of the instance, of an `InstancedMesh` or a `BatchedMesh`; 0 otherwise. */
  index: number
  /** The body. */
  body: Body
  /** The shape of the body. */
  shape: Shape
  /** Where it was met, m, world space. */
  point: Vector3
  /** Unit vector out of the shape, a direction of the world. */
  normal: Vector3
  /** How far from the ray's origin, m. */
  distance: number
  /** Index of the triangle of a mesh; −1 otherwise. */
  triangle: number
}

/** A ray, such as three's `Ray`. */
export interface RayLike {
  /** Where it starts, m. */
  readonly origin: Vec3
  /** A direction of any length above 0. */
  readonly direction: Vec3
}

/** Where a ray goes: three's `Raycaster`, or an origin and a direction. */
export type MeshRay = Raycaster | RayLike

/** Which of an object's bodies. */
interface Place {
  readonly binding: MeshBinding
  readonly slot: number
}

/** Longest time that one update simulates, s: after a pause the world goes on, it does not catch up. */
const LONGEST_FRAME = 1

/**
 * Bodies for the meshes of a scene. `new FulcrumPhysics(scene)` adds what has `userData.physics`; `update(dt)`, once a frame, steps the world and
 * moves the meshes.
 */
export class FulcrumPhysics {
  /** The world: bodies, joints, queries, events, snapshots. */
  readonly world: World
  /** The scene it was made for, or null. Lines of `debug` are put there. */
  readonly scene: Object3D | null
  /** Are meshes drawn between the last two steps? Default true. */
  interpolate: boolean
  /** Count of the meshes and instances that the last update moved. */
  writtenCount = 0
  private readonly bindings: Map<Object3D, MeshBinding> = new Map()
  private order: MeshBinding[] | null = null
  private readonly frames: WeakMap<Object3D, ParentFrame> = new WeakMap()
  private readonly rootFrame: ParentFrame = new ParentFrame(null)
  private readonly places: WeakMap<Body, Place> = new WeakMap()
  private stamp = 0
  private lines: DebugLines | null = null

  /** Bodies for all objects of the scene that have `userData.physics`; without a scene there are none yet. */
  constructor(scene?: Object3D | null, options: PhysicsOptions = {}) {
    requireOptions(options, PHYSICS_FIELDS, 'physics')
    const { world, interpolate = true, debug = false } = options
    this.world = world ?? new World(without(options, 'world', 'interpolate', 'debug'))
    this.interpolate = requireBoolean(interpolate, 'physics.interpolate')
    this.scene = scene ?? null
    if (scene) this.addScene(scene)
    this.debug = debug
  }

  /** Adds every object at or below `scene` that has `userData.physics`: `{ mass, restitution }`, or any of `MeshOptions`. */
  addScene(scene: Object3D): void {
    requireObject3D(scene, 'physics.addScene.scene')
    scene.updateWorldMatrix(true, true)
    const found: Object3D[] = []
    scene.traverse((child) => {
      if (child.userData['physics'] && !this.bindings.has(child)) found.push(child)
    })
    for (const child of found) this.add(child, child.userData['physics'] as MeshOptions, 'userData.physics')
  }

  /** Adds an `InstancedMesh` or a `BatchedMesh`: one body per instance, each with the given mass in kg. */
  addMesh(mesh: InstancedMesh | BatchedMesh, mass?: number | MeshOptions, restitution?: number): Body[]
  /**
   * Adds a mesh, or a group with meshes: mass in kg (0 stands still) and share of the speed kept in a bounce, or options. Default mass 0, default
   * restitution 0.
   */
  addMesh(mesh: Object3D, mass?: number | MeshOptions, restitution?: number): Body
  addMesh(mesh: Object3D, mass: number | MeshOptions = 0, restitution?: number): Body | Body[] {
    requireObject3D(mesh, 'physics.addMesh.mesh')
    mesh.updateWorldMatrix(true, true)
    return this.add(mesh, meshOptionsOf(mass, restitution), 'physics.addMesh')
  }

  /**
   * Adds terrain. `width` and `depth` are counts of cells, or of vertices, along x and z; `heights` has a height in m for each vertex, x first, as
   * the vertices of three's planes. `scale`: extents along x and z in m, and a factor of the heights.
   */
  addHeightfield(mesh: Object3D, width: number, depth: number, heights: NumberArray, scale: Vec3): Body {
    requireObject3D(mesh, 'physics.addHeightfield.mesh')
    const isCells = heights?.length === (width + 1) * (depth + 1)
    const samplesX = isCells ? width + 1 : width
    const samplesZ = isCells ? depth + 1 : depth
    const shape = heightField({ heights, samplesX, samplesZ, sizeX: scale.x, sizeZ: scale.z, heightScale: scale.y })
    return this.addMesh(mesh, { mass: 0, shapes: [shape] })
  }

  /** Removes the bodies of a mesh, and their joints. The mesh stays as it is. Removing it twice is harmless. */
  removeMesh(mesh: Object3D): void {
    const binding = this.bindings.get(mesh)
    if (binding === undefined) return
    for (const body of binding.bodies) this.world.destroyBody(body)
    this.detach(mesh)
    const data = mesh.userData['physics'] as object | undefined
    if (data !== undefined) Reflect.deleteProperty(data, 'body')
  }

  /** Lets a body that you have made, such as that of a character, move an object. The object's place does not count, its scale does. */
  attach(object: Object3D, body: Body): void {
    requireObject3D(object, 'physics.attach.object')
    if (!(body instanceof Body)) throw new PhysicsError('wrong-type', 'physics.attach.body', body, 'must be a body of the world.')
    this.detach(object)
    object.updateWorldMatrix(true, false)
    this.bind(new MeshBinding(object, 'single', [body], [0], [splitPose(object.matrixWorld).linear], this.frameOf(object.parent)))
  }

  /** Bodies no longer move the object; they stay. Detaching it twice is harmless. */
  detach(object: Object3D): void {
    const binding = this.bindings.get(object)
    if (binding === undefined) return
    binding.release()
    for (const body of binding.bodies) this.places.delete(body)
    this.bindings.delete(object)
    this.order = null
  }

  /** Puts a mesh, or one of its instances, at a place of the world, m, and stops it. */
  setMeshPosition(mesh: Object3D, position: Vec3, index = 0): void {
    const body = this.require(mesh, index, 'physics.setMeshPosition')
    body.position = position
    if (body.type !== 'static') {
      body.linearVelocity = ZERO
      body.angularVelocity = ZERO
    }
    this.bindings.get(mesh)!.write(this.world.state, 1, ++this.stamp)
  }

  /** Sets the velocity of a mesh or one of its instances, m/s. */
  setMeshVelocity(mesh: Object3D, velocity: Vec3, index = 0): void {
    this.require(mesh, index, 'physics.setMeshVelocity').linearVelocity = velocity
  }

  /** Moves a kinematic mesh there during the next step, m, pushing what is in its way. The rotation stays if it is left out. */
  setMeshTarget(mesh: Object3D, position: Vec3, rotation?: Quat, index = 0): void {
    this.require(mesh, index, 'physics.setMeshTarget').setTargetPose(position, rotation)
  }

  /** Pushes a mesh or one of its instances at its centre of mass: impulse in N s. */
  applyImpulse(mesh: Object3D, impulse: Vec3, index = 0): void {
    this.require(mesh, index, 'physics.applyImpulse').applyImpulse(impulse)
  }

  /** The body of a mesh, or of one of its instances; null if it has none. */
  body(mesh: Object3D, index = 0): Body | null {
    const binding = this.bindings.get(mesh)
    const body = binding?.bodies[slotOf(binding, index)]
    return body?.isValid === true ? body : null
  }

  /** The mesh of a body, and which instance; null if it was made without one. */
  objectOf(body: Body): MeshInstance | null {
    const place = this.places.get(body)
    return place === undefined ? null : { mesh: place.binding.object, index: place.binding.instances[place.slot]! }
  }

  /** All meshes and groups that have bodies, in the order they were added. */
  get meshes(): Object3D[] {
    return [...this.bindings.keys()]
  }

  /**
   * Advances the world by the time since the last frame, s, in fixed steps, and moves the meshes. Returns the count of steps. After a pause of more
   * than a second, one second is taken. `callbacks` are those of `world.advance`.
   */
  update(dt: number, callbacks?: AdvanceOptions): number {
    const steps = this.world.advance(dt > LONGEST_FRAME ? LONGEST_FRAME : dt, callbacks)
    this.sync()
    return steps
  }

  /** Moves the meshes to where their bodies are, without a step: after `world.step` or `world.restore`. */
  sync(): void {
    const { state } = this.world
    const t = this.interpolate ? this.world.alpha : 1
    this.stamp++
    this.order ??= this.sortByDepth()
    let written = 0
    for (const binding of this.order) {
      if (binding.kind === 'single' && binding.frame.object !== binding.object.parent) this.adopt(binding)
      written += binding.write(state, t, this.stamp)
    }
    this.writtenCount = written
    this.lines?.update()
  }

  /**
   * Joins meshes by any joint of the engine: `addJoint('hinge', { bodyA: frame, bodyB: door, anchor, axis })`. Anchors and axes are those of the
   * world, as the meshes stand now.
   */
  addJoint<Name extends JointName>(name: Name, definition: MeshJointDefinition<Name>): JointsByName[Name][1] {
    return createMeshJoint(this.world, name, definition, (bodied, field) => this.bodyOf(bodied, field))
  }

  /** Welds two meshes. */
  addFixedJoint(bodyA: Bodied | null, bodyB: Bodied, options: JointRest<'fixed'> = {}): JointsByName['fixed'][1] {
    return this.addJoint('fixed', { ...options, bodyA, bodyB })
  }

  /** Lets B turn about a point of A, m, world space. */
  addBallJoint(bodyA: Bodied | null, bodyB: Bodied, anchor: Vec3, options: JointRest<'ball'> = {}): JointsByName['ball'][1] {
    return this.addJoint('ball', { ...options, bodyA, bodyB, anchor })
  }

  /** Lets B turn about an axis of A: a point in m and a direction, world space. */
  addHingeJoint(bodyA: Bodied | null, bodyB: Bodied, anchor: Vec3, axis: Vec3, options: JointRest<'hinge'> = {}): JointsByName['hinge'][1] {
    return this.addJoint('hinge', { ...options, bodyA, bodyB, anchor, axis })
  }

  /** Lets B move along an axis of A, a direction of the world. */
  addSliderJoint(bodyA: Bodied | null, bodyB: Bodied, axis: Vec3, options: JointRest<'slider'> = {}): JointsByName['slider'][1] {
    return this.addJoint('slider', { ...options, bodyA, bodyB, axis })
  }

  /** A rod between two meshes; with a spring or a range of lengths in the options a spring or a rope. */
  addDistanceJoint(bodyA: Bodied | null, bodyB: Bodied, options: JointRest<'distance'> = {}): JointsByName['distance'][1] {
    return this.addJoint('distance', { ...options, bodyA, bodyB })
  }

  /** Removes a joint. Removing it twice is harmless. */
  removeJoint(joint: Joint): void {
    this.world.destroyJoint(joint)
  }

  /**
   * The nearest body that a ray meets, and its mesh; or null. A `Raycaster` brings its `near` and `far`. `maxDistance` in m; left out: as far as the
   * `Raycaster` looks, or without end.
   */
  raycast(ray: MeshRay, maxDistance?: number, filter?: QueryFilter): MeshHit | null {
    const isRaycaster = 'ray' in ray
    const { origin, direction } = isRaycaster ? ray.ray : ray
    const far = maxDistance ?? (isRaycaster && Number.isFinite(ray.far) ? ray.far : undefined)
    const near = isRaycaster ? ray.near : 0
    const options = { origin, direction, ...(far === undefined ? {} : { maxDistance: far }), ...(filter === undefined ? {} : { filter }) }
    const hit = near > 0 ? this.world.castRayAll(options).find(({ distance }) => distance >= near) : this.world.castRay(options)
    if (!hit) return null
    const at = this.objectOf(hit.body)
    const { body, shape, distance, triangle, point, normal } = hit
    return {
      object: at?.mesh ?? null, index: at?.index ?? 0, body, shape, distance, triangle,
      point: new Vector3(point.x, point.y, point.z), normal: new Vector3(normal.x, normal.y, normal.z),
    }
  }

  /** Lines of what the engine sees, or null. They are part of the scene it was made for; without one, add them where you like. */
  get debugLines(): DebugLines | null {
    return this.lines
  }

  /** Lines of what the engine sees: true, or what to show. False takes them away. */
  get debug(): boolean | DrawOptions {
    return this.lines?.options ?? false
  }

  set debug(value: boolean | DrawOptions) {
    if (value === false) {
      this.lines?.dispose()
      this.lines = null
      return
    }
    const options = value === true ? { contacts: true, joints: true } : value
    if (this.lines === null) {
      this.lines = new DebugLines(this.world, options)
      this.scene?.add(this.lines)
    } else this.lines.options = options
    this.lines.update()
  }

  /** Removes all bodies it has made, its lines and, by `startFulcrumPhysics`, its clock. Meshes stay where they are. */
  dispose(): void {
    for (const mesh of this.meshes) this.removeMesh(mesh)
    this.debug = false
  }

  private add(object: Object3D, options: MeshOptions, field: string): Body | Body[] {
    const plan = readMeshOptions(options, field)
    this.removeMesh(object)
    const kind: BindingKind = 'isInstancedMesh' in object ? 'instanced' : 'isBatchedMesh' in object ? 'batched' : 'single'
    const bodies = kind === 'single' ? this.addSingle(object, plan) : this.addInstances(object as InstancedMesh | BatchedMesh, kind, plan)
    const data = (object.userData['physics'] ??= {}) as object
    // Not listed, so that `clone` and `toJSON` of the mesh do not try to copy a world.
    const body = kind === 'single' ? bodies[0]! : bodies
    Object.defineProperty(data, 'body', { value: body, configurable: true, enumerable: false, writable: true })
    return body
  }

  private addSingle(object: Object3D, plan: MeshPlan): Body[] {
    const { position, rotation, linear, toBody } = splitPose(object.matrixWorld)
    const shapes = plan.shapes ?? shapesOfObject(object, toBody, fitOf(plan), plan.includeInvisible)
    const body = this.world.createBody({ ...plan.body, position, rotation, shapes })
    this.bind(new MeshBinding(object, 'single', [body], [0], [linear], this.frameOf(object.parent)))
    return [body]
  }

  private addInstances(mesh: InstancedMesh | BatchedMesh, kind: 'instanced' | 'batched', plan: MeshPlan): Body[] {
    const instances = kind === 'instanced' ? instanceMatrices(mesh as InstancedMesh) : batchInstances(mesh as BatchedMesh)
    const bodies: Body[] = []
    const linears: Matrix4[] = []
    // Instances of the same geometry and scale share their shapes.
    const made = new Map<string, readonly ShapeDefinition[]>()
    try {
      for (const { matrix, geometryId } of instances) {
        const { position, rotation, linear } = splitPose(matrix.premultiply(mesh.matrixWorld))
        const key = `${geometryId} ${linear.elements.map((value) => Math.fround(value)).join(' ')}`
        let shapes = plan.shapes ?? made.get(key)
        if (shapes === undefined) {
          const geometry = kind === 'instanced' ? mesh.geometry : batchGeometry(mesh as BatchedMesh, geometryId)
          shapes = shapesOfGeometry(geometry, linear, fitOf(plan), { material: mesh.material } as Mesh)
          made.set(key, shapes)
        }
        bodies.push(this.world.createBody({ ...plan.body, position, rotation, shapes } as BodyDefinition))
        linears.push(linear)
      }
    } catch (error) {
      // All or none.
      for (const body of bodies) this.world.destroyBody(body)
      throw error
    }
    this.bind(new MeshBinding(mesh, kind, bodies, instances.map(({ id }) => id), linears, this.frameOf(mesh)))
    return bodies
  }

  private bind(binding: MeshBinding): void {
    this.bindings.set(binding.object, binding)
    binding.bodies.forEach((body, slot) => this.places.set(body, { binding, slot }))
    this.order = null
  }

  private frameOf(object: Object3D | null): ParentFrame {
    if (object === null) return this.rootFrame
    let frame = this.frames.get(object)
    if (frame === undefined) {
      frame = new ParentFrame(object)
      this.frames.set(object, frame)
    }
    return frame
  }

  /** The mesh hangs below another parent now. */
  private adopt(binding: MeshBinding): void {
    binding.move(this.frameOf(binding.object.parent))
    this.order = null
  }

  private sortByDepth(): MeshBinding[] {
    const list = [...this.bindings.values()]
    for (const binding of list) {
      binding.depth = 0
      for (let at = binding.object.parent; at !== null; at = at.parent) binding.depth++
    }
    return list.sort((a, b) => a.depth - b.depth)
  }

  private bodyOf(bodied: Bodied, field: string): Body {
    if (bodied instanceof Body) return bodied
    const isInstance = typeof bodied === 'object' && bodied !== null && 'mesh' in bodied
    return isInstance ? this.require(bodied.mesh, bodied.index, field) : this.require(bodied as Object3D, 0, field)
  }

  private require(mesh: Object3D, index: number, field: string): Body {
    requireObject3D(mesh, `${field}.mesh`)
    const binding = this.bindings.get(mesh)
    if (binding === undefined) {
      throw new PhysicsError('stale-handle', `${field}.mesh`, mesh, `(${nameOf(mesh)}) has no body. Call addMesh with it first.`)
    }
    const body = binding.bodies[slotOf(binding, index)]
    if (body === undefined) {
      const advice = `is no instance of ${nameOf(mesh)}: it had ${binding.bodies.length} when it was added.`
      throw new PhysicsError('out-of-range', `${field}.index`, index, advice)
    }
    return body
  }
}

/** A joint's options but for whom it joins. */
export type JointRest<Name extends JointName> = Partial<Omit<MeshJointDefinition<Name>, 'bodyA' | 'bodyB'>>

const ZERO: Vec3 = { x: 0, y: 0, z: 0 }

function nameOf({ name, type }: Object3D): string {
  return name === '' ? `a ${type}` : name
}

function slotOf(binding: MeshBinding, index: number): number {
  return binding.kind === 'batched' ? binding.instances.indexOf(index) : index
}

function fitOf({ fit, type, surface }: MeshPlan): FitOptions {
  return { fit, dynamic: type === 'dynamic', surface }
}

/** The body's pose, and what is left of a matrix without it: scale, mirroring, shear. */
function splitPose(matrix: Matrix4): { position: Vector3; rotation: Quaternion; linear: Matrix4; toBody: Matrix4 } {
  const position = new Vector3()
  const rotation = new Quaternion()
  matrix.decompose(position, rotation, new Vector3())
  rotation.normalize()
  const toBody = new Matrix4().compose(position, rotation, new Vector3(1, 1, 1)).invert()
  const exact = withoutShear(matrix)
  const linear = new Matrix4()
  if (exact === null) linear.multiplyMatrices(toBody, matrix).setPosition(0, 0, 0)
  else linear.makeScale(exact.scale.x, exact.scale.y, exact.scale.z)
  return { position, rotation, linear, toBody }
}

function requireObject3D(value: unknown, field: string): void {
  if (typeof value === 'object' && value !== null && 'isObject3D' in value) return
  throw new PhysicsError('wrong-type', field, value, 'must be an object of three.js, such as a Mesh.')
}
