/**
 * What `saveScene` and `loadScene` may be told and what they give back, and the file as types.
 */

/** A type of joint of a user's own, made by `defineJoint`. */
export interface JointTypeLike {
  /** By which files find it. */
  readonly name: string
}

/** Whatever JSON holds. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined }

/** A thing of a scene file: its fields are those of the engine's definitions, vectors as lists of numbers. */
export interface SceneThing {
  /** By which other things refer to it. Default: none. */
  readonly name?: string
  readonly [field: string]: Json | undefined
}

/** A shape of a body. */
export interface SceneShape extends SceneThing {
  /** What it is, such as 'box'. */
  readonly kind: string
}

/** A body. */
export interface SceneBody extends SceneThing {
  /** What it collides with and weighs. Default: none. */
  readonly shapes?: readonly SceneShape[]
}

/** A joint. */
export interface SceneJoint extends SceneThing {
  /** Its kind, such as 'hinge'. */
  readonly type: string
}

/** A scene file, as `JSON.parse` gives it and `JSON.stringify` takes it. Its JSON Schema comes with the package. */
export interface SceneFile {
  /** Address of the schema, for editors. Default: none. */
  readonly $schema?: string
  /** Always 'fulcrum-scene'. */
  readonly format: 'fulcrum-scene'
  /** Version of the format. */
  readonly version: 1
  /** Of the space that it lies in. */
  readonly dimension: 2 | 3
  /** For people. Default: none. */
  readonly comment?: string
  /** Options of the world. Default: the engine's. */
  readonly world?: { readonly [option: string]: Json | undefined }
  /** Geometry that shapes share, by name. Default: none. */
  readonly geometries?: { readonly [name: string]: SceneShape }
  /** Default: none. */
  readonly bodies?: readonly SceneBody[]
  /** Default: none. */
  readonly joints?: readonly SceneJoint[]
  /** Default: none. */
  readonly characters?: readonly SceneThing[]
  /** Of space only. Default: none. */
  readonly vehicles?: readonly SceneThing[]
  /** The state that the definitions cannot say: contact forces, counts of steps. Default: none. */
  readonly snapshot?: SceneSnapshot
}

/** A snapshot of the world, and the definitions that it belongs to. */
export interface SceneSnapshot {
  /** Mark of the definitions: if they have been edited since, the snapshot is not used. */
  readonly definitions: string
  /** Base64. */
  readonly bytes: string
}

/** What `saveScene` may be told. */
export interface SaveOptions {
  /**
   * Names of bodies, shapes, joints, characters and vehicles: a map, such as `loadScene` returns, or a function. Default: `userData.name` where
   * that is text.
   */
  names?: ReadonlyMap<object, string> | ((thing: object) => string | undefined)
  /**
   * Shall the file hold a snapshot, by which a world in mid-flight goes on to the bit? Default 'auto': if the definitions alone would not give the
   * same world to the bit. false: never; true: always.
   */
  snapshot?: boolean | 'auto'
}

/** A place for a scene. */
export interface ScenePosition {
  /** m. */
  readonly x: number
  /** m. */
  readonly y: number
  /** m. In space it must be given; the plane has none. Default: none. */
  readonly z?: number
}

/** A turn of a scene in space, as a quaternion; need not be of unit length. */
export interface SceneRotation {
  /** x of the axis times the sine of half the angle; a pure number. */
  readonly x: number
  /** y of the axis times the sine of half the angle; a pure number. */
  readonly y: number
  /** z of the axis times the sine of half the angle; a pure number. */
  readonly z: number
  /** Cosine of half the angle; a pure number. */
  readonly w: number
}

/** What `loadScene` may be told. */
export interface LoadOptions<World> {
  /** A world to put the scene into; it keeps its own options, and the scene's snapshot is not used. Default: a new one. */
  world?: World
  /**
   * Where the scene's origin comes to lie, m: bodies, characters, joints to the world and all else that has a place go there together. Gravity stays,
   * and the scene's snapshot is not used. Default: at the origin.
   */
  position?: ScenePosition
  /** How the scene is turned about its origin: a quaternion, in the plane an angle in rad. Default: not at all. */
  rotation?: number | SceneRotation
  /** Put before every name of the file, in the maps that are returned. For scenes that are loaded more than once into a world. Default: nothing. */
  prefix?: string
  /** Types of your own joints that the scene uses, by name. Default: none. */
  jointTypes?: readonly JointTypeLike[]
  /** Of a new world: for the times of stages in `world.profile`, ms; such as `() => performance.now()`. Default: none. */
  clock?: () => number
  /** Use the snapshot, if there is one and the definitions are those it was taken of? Default true. */
  snapshot?: boolean
}

/** What a scene is once it is loaded. */
export interface LoadedScene<World, Body, Shape, Joint, Character, Vehicle> {
  /** The world it is in. */
  readonly world: World
  /** Every body of the file, in its order. */
  readonly bodyList: readonly Body[]
  /** Every joint of the file, in its order. */
  readonly jointList: readonly Joint[]
  /** Every character of the file, in its order. */
  readonly characterList: readonly Character[]
  /** Every vehicle of the file, in its order. */
  readonly vehicleList: readonly Vehicle[]
  /** Bodies that have a name. */
  readonly bodies: ReadonlyMap<string, Body>
  /** Shapes that have a name. */
  readonly shapes: ReadonlyMap<string, Shape>
  /** Joints that have a name. */
  readonly joints: ReadonlyMap<string, Joint>
  /** Characters that have a name. */
  readonly characters: ReadonlyMap<string, Character>
  /** Vehicles that have a name. */
  readonly vehicles: ReadonlyMap<string, Vehicle>
  /** The name of every thing that has one: what `saveScene` takes as `names`. */
  readonly names: ReadonlyMap<object, string>
  /** Was the snapshot used? */
  readonly restored: boolean
}
