/**
 * Physics of a glTF file on the objects that the GLTFLoader of three makes of it. A plugin for the loader finds the object of each node; what moves
 * writes its pose to its object, what an animation moves takes it from there. three itself is not imported: anything of the same form fits.
 */

import { World, type Body, type Quat, type Vec3 } from '../../d3/index.ts'
import { GltfPhysics } from './add-physics.ts'
import { refuse } from '../shared/json.ts'
import { meshAccessors } from './mesh-points.ts'
import { readPhysics, type GltfPhysicsDescription } from './read-physics.ts'
import { compose, inverse, multiply, stretchOf, type Matrix } from './transforms.ts'

/** What is used of a Vector3 of three. */
export interface ScenePlace {
  /** Sets all three, m. */
  set(x: number, y: number, z: number): unknown
}

/** What is used of a Quaternion of three. */
export interface SceneTurn {
  /** Sets all four. */
  set(x: number, y: number, z: number, w: number): unknown
}

/** What is used of a Matrix4 of three. */
export interface SceneMatrix {
  /** Sixteen numbers, by columns. */
  readonly elements: ArrayLike<number>
  /** Sets all of them. */
  fromArray(numbers: ArrayLike<number>): unknown
}

/** What is used of a map from objects to what they were made of. */
export interface SceneAssociations {
  /** Parts of the document, among them the index of the node, in `nodes`. */
  get(object: never): object | undefined
}

/** What a GLTFLoader of three takes. */
export interface ScenePlugin {
  /** The extension. */
  name: string
  /** Called when a file is loaded. */
  afterRoot(gltf: LoadedScene): Promise<void>
}

/** What is used of an Object3D of three. */
export interface SceneObject {
  /** Place in its parent, m. */
  readonly position: ScenePlace
  /** Orientation in its parent. */
  readonly quaternion: SceneTurn
  /** Ratio of its size to its geometry's, by axis; left as it is. */
  readonly scale: Vec3
  /** Transform to its parent, by columns. */
  readonly matrix: SceneMatrix
  /** Is `matrix` made of place, orientation and scale for each frame? False where the three cannot say it: below a parent of uneven scale. */
  matrixAutoUpdate: boolean
  /** True: `matrixWorld` is made anew for the next frame. */
  matrixWorldNeedsUpdate: boolean
  /** What it hangs on, or null. */
  readonly parent: SceneObject | null
  /** Transform to the world, by columns. */
  readonly matrixWorld: SceneMatrix
  /** Brings `matrixWorld` up to date. */
  updateWorldMatrix(parents: boolean, children: boolean): void
  /** Calls back for it and everything below. */
  traverse(callback: (object: SceneObject) => void): void
}

/** What is used of a BufferAttribute. */
interface Attribute {
  readonly count: number
  readonly itemSize: number
  getComponent(index: number, component: number): number
}

/** What is used of the parser of a GLTFLoader. */
export interface SceneParser {
  /** The document. */
  readonly json: object
  /** Objects, and the nodes that they were made of. */
  readonly associations: SceneAssociations
  /** Loads a part of the document, or gives what was loaded. */
  getDependency(type: string, index: number): Promise<unknown>
}

/** What is used of what a GLTFLoader loads. */
export interface LoadedScene {
  /** The scene's root. */
  readonly scene: SceneObject
  /** Where the plugin leaves `physics`. */
  userData: Record<string, unknown>
}

/** What is used of a GLTFLoader. */
export interface SceneLoader<Loaded extends LoadedScene> {
  /** Takes plugins. */
  register(plugin: (parser: SceneParser) => ScenePlugin): unknown
  /** Gives them up. */
  unregister(plugin: (parser: SceneParser) => ScenePlugin): unknown
  /** Loads a file. */
  loadAsync(url: string): Promise<Loaded>
}

/** What the plugin may be told. */
export interface GltfSceneOptions {
  /** The world to put bodies into. Default: a new one. */
  world?: World
}

/** Least share by which scales of an object that turns must differ to be told: places and rotations of files hold single precision. */
const UNEVEN = 1e-5

/** An object that a body moves, or that moves a body. */
interface Link {
  readonly body: Body
  readonly object: SceneObject
  /** From the object's frame to the body's: scale and the like. */
  readonly toBody: Matrix
  readonly animated: boolean
  /** Pose that the animation had at the last update. */
  from: Matrix
  to: Matrix
  /** Has it been written since it fell asleep? */
  settled: boolean
}

/** Physics of a loaded file with the objects of its scene. */
export class GltfScenePhysics extends GltfPhysics {
  /** The scene's root. */
  readonly scene: SceneObject
  private readonly links: Link[] = []
  private readonly objects = new Map<number, SceneObject>()
  private poses = new Float64Array(0)

  /** Made by the plugin. `objectOf` gives the object of a node. */
  constructor(world: World, description: GltfPhysicsDescription, scene: SceneObject, objectOf: ReadonlyMap<number, SceneObject>) {
    super(world, description)
    this.scene = scene
    for (const { node, animated, definition } of description.bodies) {
      const object = objectOf.get(node)
      if (object === undefined) continue
      this.objects.set(node, object)
      if (definition.type === 'static') continue
      object.updateWorldMatrix(true, false)
      const body = this.body(node)!
      const pose = compose(body.position, body.rotation)
      this.links.push({ body, object, toBody: multiply(inverse(pose)!, object.matrixWorld.elements), animated, from: pose, to: pose, settled: false })
    }
  }

  /** The object of a body, or null. */
  objectOf(body: Body): SceneObject | null {
    return this.objects.get(this.nodeOf(body)) ?? null
  }

  /**
   * Advances the world by the time since the last frame, s, and moves the objects; animated ones are followed. Returns how many steps were taken.
   * Update the animation mixer before. With several files in one world call it on one of them, and `follow` before and `sync` after on the others.
   */
  update(seconds: number): number {
    const { world } = this
    const time = Math.min(Math.max(seconds, 0), 1)
    const steps = Math.max(1, Math.floor(world.alpha + time / world.fixedStep + 1e-9))
    this.follow()
    let done = 0
    const taken = world.advance(time, { beforeStep: () => this.aim(Math.min(1, ++done / steps)) })
    this.sync()
    return taken
  }

  /** Reads where animations have taken their objects. `aim` moves bodies there. */
  follow(): void {
    for (const link of this.links) {
      if (!link.animated) continue
      link.object.updateWorldMatrix(true, false)
      const back = inverse(link.toBody)
      link.from = link.to
      if (back !== null) link.to = multiply(link.object.matrixWorld.elements, back)
    }
  }

  /** Sends animated bodies a share of the way, 0 … 1, to where `follow` found their objects, within the next step. */
  aim(share: number): void {
    for (const { body, animated, from, to } of this.links) {
      if (!animated) continue
      const [a, b] = [stretchOf(from).rotation, stretchOf(to).rotation]
      const position = { x: 0, y: 0, z: 0 }
      position.x = from[12] + share * (to[12] - from[12])
      position.y = from[13] + share * (to[13] - from[13])
      position.z = from[14] + share * (to[14] - from[14])
      body.setTargetPose(position, blend(a, b, share))
    }
  }

  /** Moves the objects to where their bodies are, between the last two steps as `world.alpha` says. Bodies that sleep are left alone. */
  sync(): void {
    const { world } = this
    if (this.poses.length < 7 * world.bodyCount) this.poses = new Float64Array(7 * world.bodyCount)
    world.readInterpolatedPoses(this.poses)
    const rows = new Map<Body, number>()
    let row = 0
    for (const body of world.bodies) rows.set(body, row++)
    for (const link of this.links) {
      if (link.animated || !link.body.isValid) continue
      const awake = link.body.isAwake
      if (!awake && link.settled) continue
      link.settled = !awake
      const o = rows.get(link.body)! * 7
      const [x, y, z, qx, qy, qz, qw] = this.poses.subarray(o, o + 7)
      place(link.object, multiply(compose({ x, y, z }, { x: qx, y: qy, z: qz, w: qw }), link.toBody))
    }
  }
}

/**
 * Gives an object a transform in the world, its scale as it is. What turns below a parent of uneven scale is sheared, which place, rotation and scale
 * cannot say: it gets the matrix itself.
 */
function place(object: SceneObject, world: Matrix): void {
  let local = world
  if (object.parent !== null) {
    object.parent.updateWorldMatrix(true, false)
    const back = inverse(object.parent.matrixWorld.elements)
    if (back === null) return
    local = multiply(back, world)
  }
  const { scale } = object
  const turned = Float64Array.from(local)
  const factors = [scale.x, scale.y, scale.z]
  for (let c = 0; c < 3; c++) for (let r = 0; r < 3; r++) turned[4 * c + r] /= factors[c]
  const { rotation: { x, y, z, w }, scale: left, straight } = stretchOf(turned)
  object.position.set(local[12], local[13], local[14])
  object.quaternion.set(x, y, z, w)
  const whole = straight && [left.x, left.y, left.z].every(ratio => Math.abs(ratio - 1) < UNEVEN)
  if (whole && object.matrixAutoUpdate) return
  object.matrixAutoUpdate = false
  object.matrix.fromArray(local)
  object.matrixWorldNeedsUpdate = true
}

/** Between two rotations, the shorter way. */
function blend(a: Quat, b: Quat, share: number): Quat {
  const side = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w < 0 ? -share : share
  const rest = 1 - share
  return { x: rest * a.x + side * b.x, y: rest * a.y + side * b.y, z: rest * a.z + side * b.z, w: rest * a.w + side * b.w }
}

/**
 * The plugin for the GLTFLoader of three: `loader.register(parser => gltfPhysicsPlugin(parser))`. What was loaded has its physics in
 * `gltf.userData.physics`, a `GltfScenePhysics`.
 */
export function gltfPhysicsPlugin(parser: SceneParser, options: GltfSceneOptions = {}): ScenePlugin {
  return {
    name: 'KHR_physics_rigid_bodies',
    async afterRoot(gltf): Promise<void> {
      const attributes = new Map<number, Attribute>()
      await Promise.all(meshAccessors(parser.json).map(async index => {
        attributes.set(index, await parser.getDependency('accessor', index) as Attribute)
      }))
      const description = readPhysics(parser.json, index => numbersOf(attributes.get(index), index))
      const objects = new Map<number, SceneObject>()
      gltf.scene.traverse(object => {
        const { nodes: node } = (parser.associations.get(object as never) ?? {}) as { nodes?: number }
        // Objects of a node's primitives may bear its number, too; the node itself comes first.
        if (node !== undefined && !objects.has(node)) objects.set(node, object)
      })
      gltf.userData['physics'] = new GltfScenePhysics(options.world ?? new World(), description, gltf.scene, objects)
    },
  }
}

function numbersOf(attribute: Attribute | undefined, index: number): ArrayLike<number> {
  if (attribute === undefined) refuse(`accessors[${index}]`, index, 'was not loaded.')
  const { count, itemSize } = attribute
  const out = new Float64Array(count * itemSize)
  for (let i = 0; i < count; i++) for (let k = 0; k < itemSize; k++) out[i * itemSize + k] = attribute.getComponent(i, k)
  return out
}

/** A file with its scene and its physics. */
export interface LoadedGltf<Loaded extends LoadedScene> {
  /** What the loader loaded. */
  readonly gltf: Loaded
  /** The scene's root. */
  readonly scene: Loaded['scene']
  /** Its physics. */
  readonly physics: GltfScenePhysics
}

/** Loads a file with a GLTFLoader of three: its scene and its physics, ready for `scene.add` and `physics.update(dt)`. */
export async function loadGltfPhysics<Loaded extends LoadedScene>(
  loader: SceneLoader<Loaded>, url: string, options: GltfSceneOptions = {},
): Promise<LoadedGltf<Loaded>> {
  const plugin = (parser: SceneParser): ScenePlugin => gltfPhysicsPlugin(parser, options)
  loader.register(plugin)
  const gltf = await loader.loadAsync(url).finally(() => loader.unregister(plugin))
  return { gltf, scene: gltf.scene, physics: gltf.userData['physics'] as GltfScenePhysics }
}
