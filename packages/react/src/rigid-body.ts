/**
 * `<RigidBody>`: a body, its shapes from the meshes below it or from colliders, and an object that it moves.
 */

import type { ThreeElements } from '@react-three/fiber'
import { createElement, useLayoutEffect, useMemo, useRef, type ReactElement, type ReactNode, type Ref, type RefObject } from 'react'
import { Matrix4, Quaternion, Vector3, type Mesh, type Object3D } from 'three'
import type { Body, BodyType, CollisionFilter, Inertia, LockedAxes, Quat, Shape, ShapeDefinition, ShapeOptions, Vec3 } from 'fulcrum-physics/3d'
import { shapesFor, type FulcrumPhysics, type MeshOptions, type ShapeFit } from 'fulcrum-physics/three'
import { ruleOf, type Combine } from './combine-rules.ts'
import { BodyContext, useInner, type BodyHome, type ColliderEntry, type ColliderKind } from './context.ts'
import { handlersOf, type EventHandlers } from './events.ts'
import { refuseForeign } from './foreign-props.ts'
import { readGroups, type Groups } from './interaction-groups.ts'
import { useLatest } from './physics.ts'
import { keyOf, toVec3, useStable, type Vector } from './vectors.ts'

/** How a body takes part: `'fixed'` is static, both kinematic ones are kinematic; the engine's own words are known, too. */
export type RigidBodyType = 'fixed' | 'dynamic' | 'kinematicPosition' | 'kinematicVelocity' | BodyType

/** What a body's shapes are made of. */
export interface SurfaceProps {
  /** Coulomb's coefficient. Default 0.6. */
  friction?: number
  /** Share of the speed kept in a bounce, 0 … 1. Default 0. */
  restitution?: number
  /** How two frictions become the contact's. Default: the geometric mean. */
  frictionCombineRule?: Combine
  /** How two restitutions become the contact's. Default: the larger. */
  restitutionCombineRule?: Combine
  /** Density, kg/m³. Default 1000. */
  density?: number
  /** Reports what overlaps it and pushes nothing. Default false. */
  sensor?: boolean
  /** Which shapes it meets: as `interactionGroups` makes it, or a collision filter. Default: all. */
  collisionGroups?: Groups | CollisionFilter
}

/** All there is to say of a mass. */
export interface MassProperties {
  /** Mass, kg. */
  mass: number
  /** Centre of mass in the body's axes, m. */
  centerOfMass: Vec3
  /** Moments of inertia about the principal axes, kg m². */
  principalAngularInertia: Vec3
  /** From the principal axes to the body's axes. Default: not turned. */
  angularInertiaLocalFrame?: Quat
}

/** What both `<RigidBody>` and `<InstancedRigidBodies>` may be told of bodies. */
export interface BodyProps extends SurfaceProps, EventHandlers {
  /** How it takes part. Default `'dynamic'`. */
  type?: RigidBodyType
  /** How shapes are made from the meshes below it; false: colliders only. Default: as `<Physics>` says. */
  colliders?: ColliderKind
  /** Mass, kg. Default: by density. */
  mass?: number
  /** Mass, centre and inertia at once, instead of `mass`. Default: from the shapes. */
  massProperties?: MassProperties
  /** Velocity at the start, m/s. Default 0, 0, 0. */
  linearVelocity?: Vector
  /** Angular velocity at the start, rad/s. Default 0, 0, 0. */
  angularVelocity?: Vector
  /** Damping of motion, 1/s. Default 0. */
  linearDamping?: number
  /** Damping of turning, 1/s. Default 0. */
  angularDamping?: number
  /** Factor on gravity. Default 1. */
  gravityScale?: number
  /** May it fall asleep? Default true. */
  canSleep?: boolean
  /** Fast bodies do not pass through others, whatever this says: it is always on. Default true. */
  ccd?: boolean
  /** Does it not turn? Default false. */
  lockRotations?: boolean
  /** Does it not move? Default false. */
  lockTranslations?: boolean
  /** About which axes it may turn: x, y, z. Default all. */
  enabledRotations?: readonly [boolean, boolean, boolean]
  /** Along which axes it may move: x, y, z. Default all. */
  enabledTranslations?: readonly [boolean, boolean, boolean]
  /** Do invisible meshes count for its shapes? Default false. */
  includeInvisible?: boolean
}

type ObjectProps = Omit<ThreeElements['object3D'], 'ref' | 'args' | 'type' | 'children'>

/** What `<RigidBody>` may be told: the body, and the object in the scene. */
export interface RigidBodyProps extends ObjectProps, BodyProps {
  /** Meshes, colliders, a vehicle. Default: nothing. */
  children?: ReactNode
  /** The body; null before it is there and after it is gone. Default: none. */
  ref?: Ref<Body | null>
}

const TYPES: Readonly<Record<RigidBodyType, BodyType>> = {
  fixed: 'static', static: 'static', dynamic: 'dynamic', kinematicPosition: 'kinematic', kinematicVelocity: 'kinematic', kinematic: 'kinematic',
}

/** How the words of `colliders` are called by the engine's adapter. */
export const FITS: Readonly<Record<Exclude<ColliderKind, false>, ShapeFit>> = {
  auto: 'auto', ball: 'sphere', cuboid: 'box', hull: 'hull', trimesh: 'mesh',
}

/** Objects with shapes of their own, or none: meshes below them are not the body's. */
export const owners: WeakSet<Object3D> = /* @__PURE__ */ new WeakSet()

export function assign<T>(ref: Ref<T | null> | undefined, value: T | null): void {
  if (typeof ref === 'function') ref(value)
  else if (ref) ref.current = value
}

export function surfaceOf(props: SurfaceProps & EventHandlers): ShapeOptions {
  const { friction, restitution, frictionCombineRule, restitutionCombineRule, density, sensor, collisionGroups, onContactForce } = props
  return {
    ...(friction === undefined ? {} : { friction }),
    ...(restitution === undefined ? {} : { restitution }),
    ...(frictionCombineRule === undefined ? {} : { frictionCombine: ruleOf(frictionCombineRule) }),
    ...(restitutionCombineRule === undefined ? {} : { restitutionCombine: ruleOf(restitutionCombineRule) }),
    ...(density === undefined ? {} : { density }),
    ...(sensor === undefined ? {} : { sensor }),
    ...(collisionGroups === undefined ? {} : { filter: readGroups(collisionGroups) }),
    ...(onContactForce === undefined ? {} : { contactEvents: true }),
  }
}

function locksOf({ lockRotations = false, lockTranslations = false, enabledRotations, enabledTranslations }: BodyProps): LockedAxes {
  const axes = (all: boolean, enabled: readonly boolean[] = [true, true, true]): { x: boolean; y: boolean; z: boolean } =>
    ({ x: all || !enabled[0], y: all || !enabled[1], z: all || !enabled[2] })
  return { linear: axes(lockTranslations, enabledTranslations), angular: axes(lockRotations, enabledRotations) }
}

/** R diag Rᵀ: the tensor in the body's axes. */
function inertiaOf({ principalAngularInertia: moments, angularInertiaLocalFrame: frame }: MassProperties): Inertia {
  const { x = 0, y = 0, z = 0, w = 1 } = frame ?? {}
  const m = new Matrix4().makeRotationFromQuaternion(new Quaternion(x, y, z, w).normalize()).elements
  const principal = [moments.x, moments.y, moments.z]
  const entry = (r: number, s: number): number => principal.reduce((sum, moment, c) => sum + moment * m[4 * c + r]! * m[4 * c + s]!, 0)
  return { xx: entry(0, 0), yy: entry(1, 1), zz: entry(2, 2), xy: entry(0, 1), xz: entry(0, 2), yz: entry(1, 2) }
}

/** What the body is told when it is made. */
export function bodyOptions(props: BodyProps): MeshOptions {
  const { type = 'dynamic', mass, linearVelocity, angularVelocity, linearDamping, angularDamping, gravityScale, canSleep } = props
  const { massProperties } = props
  return {
    type: TYPES[type],
    lockedAxes: locksOf(props),
    ...(mass === undefined ? {} : { mass }),
    ...(massProperties === undefined ? {} : {
      mass: massProperties.mass, centerOfMass: toVec3(massProperties.centerOfMass), inertia: inertiaOf(massProperties),
    }),
    ...(linearVelocity === undefined ? {} : { linearVelocity: toVec3(linearVelocity) }),
    ...(angularVelocity === undefined ? {} : { angularVelocity: toVec3(angularVelocity) }),
    ...(linearDamping === undefined ? {} : { linearDamping }),
    ...(angularDamping === undefined ? {} : { angularDamping }),
    ...(gravityScale === undefined ? {} : { gravityScale }),
    ...(canSleep === undefined ? {} : { canSleep }),
  }
}

/** Shapes of the meshes below an object. */
export function shapesBelow(
  object: Object3D, relativeTo: Object3D, kind: Exclude<ColliderKind, false>, dynamic: boolean, surface: ShapeOptions, includeInvisible = false,
): ShapeDefinition[] {
  const list: ShapeDefinition[] = []
  const visit = (child: Object3D): void => {
    if (child !== object && owners.has(child)) return
    if (!child.visible && !includeInvisible) return
    if ('isMesh' in child && (child as Mesh).geometry.getAttribute('position') !== undefined) {
      list.push(...shapesFor(child, { ...surface, fit: FITS[kind], dynamic, relativeTo, includeInvisible: true }))
    }
    child.children.forEach(visit)
  }
  visit(object)
  return list
}

/** Poses and shapes of one `<RigidBody>`. */
class Home implements BodyHome {
  body: Body | null = null
  readonly object: RefObject<Object3D | null> = { current: null }
  surface: ShapeOptions = {}
  isDynamic = true
  private readonly entries: Map<ColliderEntry, readonly Shape[]> = new Map()
  /** Shapes of meshes, and how they are made again; null if meshes do not count. */
  private automatic: { shapes: readonly Shape[]; readonly make: () => ShapeDefinition[] } | null = null
  private readonly watched: Set<Object3D> = new Set()
  private stale: ((home: Home) => void) | null = null
  private readonly changed = ({ type, child }: { type: string; child: Object3D }): void => {
    // What is added later, as from a boundary of Suspense, is to be listened to as well.
    child.traverse((object) => (type === 'childadded' ? this.watch(object) : this.unwatch(object)))
    this.stale?.(this)
  }

  /** Tells of meshes that come and go below the object from now on. */
  listen(stale: (home: Home) => void): void {
    this.stale = stale
    this.object.current!.traverse((object) => this.watch(object))
  }

  private watch(object: Object3D): void {
    if (this.watched.has(object)) return
    this.watched.add(object)
    object.addEventListener('childadded', this.changed)
    object.addEventListener('childremoved', this.changed)
  }

  private unwatch(object: Object3D): void {
    this.watched.delete(object)
    object.removeEventListener('childadded', this.changed)
    object.removeEventListener('childremoved', this.changed)
  }

  /** Makes the shapes of meshes anew, after some have come or gone. */
  refresh(): void {
    const { body, automatic } = this
    if (body === null || automatic === null) return
    const before = automatic.shapes
    const definitions = automatic.make()
    automatic.shapes = definitions.map((definition) => body.addShape(definition))
    for (const shape of before) if (shape.isValid) body.removeShape(shape)
  }

  add(entry: ColliderEntry): () => void {
    const { body } = this
    this.entries.set(entry, [])
    if (body !== null) this.attach(entry, entry.make(this.toBody()).map((definition) => body.addShape(definition)))
    return () => {
      for (const shape of this.entries.get(entry) ?? []) if (shape.isValid) this.body?.removeShape(shape)
      this.entries.delete(entry)
      entry.told([])
    }
  }

  /** Makes the body with the shapes of its colliders, and those of its meshes. */
  make(physics: FulcrumPhysics, props: BodyProps, kind: ColliderKind): Body {
    const object = this.object.current!
    object.updateWorldMatrix(true, true)
    const toBody = this.toBody()
    this.surface = surfaceOf(props)
    this.isDynamic = TYPES[props.type ?? 'dynamic'] === 'dynamic'
    const given = [...this.entries.keys()].map((entry) => ({ entry, definitions: entry.make(toBody) }))
    // Meshes count where there is no collider, or where it is asked for.
    const isAutomatic = kind !== false && (given.length === 0 || props.colliders !== undefined)
    const make = (): ShapeDefinition[] =>
      (isAutomatic ? shapesBelow(object, object, kind, this.isDynamic, this.surface, props.includeInvisible) : [])
    const body = physics.addMesh(object, { ...bodyOptions(props), shapes: [...given.flatMap(({ definitions }) => definitions), ...make()] })
    this.body = body
    let at = 0
    const { shapes } = body
    for (const { entry, definitions } of given) {
      this.attach(entry, shapes.slice(at, at + definitions.length))
      at += definitions.length
    }
    this.automatic = isAutomatic ? { shapes: shapes.slice(at), make } : null
    return body
  }

  /** The body is gone. */
  forget(): void {
    this.body = null
    this.automatic = null
    this.stale = null
    for (const object of this.watched) this.unwatch(object)
    for (const entry of this.entries.keys()) this.attach(entry, [])
  }

  private attach(entry: ColliderEntry, shapes: readonly Shape[]): void {
    this.entries.set(entry, shapes)
    entry.told(shapes)
  }

  private toBody(): Matrix4 {
    return toBodyOf(this.object.current!)
  }
}

/** From the world to the axes of an object without its scale. */
export function toBodyOf(object: Object3D): Matrix4 {
  const [position, rotation, scale] = [new Vector3(), new Quaternion(), new Vector3()]
  object.updateWorldMatrix(true, false)
  object.matrixWorld.decompose(position, rotation, scale)
  return new Matrix4().compose(position, rotation, scale.setScalar(1)).invert()
}

/** Props that are not the object's. */
const BODY_PROPS: readonly (keyof BodyProps)[] = [
  'type', 'colliders', 'mass', 'massProperties', 'linearVelocity', 'angularVelocity', 'linearDamping', 'angularDamping', 'gravityScale', 'canSleep',
  'ccd', 'lockRotations', 'lockTranslations', 'enabledRotations', 'enabledTranslations', 'includeInvisible', 'friction', 'restitution', 'density',
  'sensor', 'collisionGroups', 'frictionCombineRule', 'restitutionCombineRule',
  'onCollisionEnter', 'onCollisionExit', 'onIntersectionEnter', 'onIntersectionExit', 'onContactForce', 'onSleep', 'onWake',
]

/** A rigid body. Its place is that of the object, below groups of any transform. */
export function RigidBody(props: RigidBodyProps): ReactElement {
  refuseForeign(props, 'RigidBody')
  const inner = useInner()
  const { physics } = inner
  const home = useMemo(() => new Home(), [])
  const latest = useLatest(props)
  const handlers = useLatest(handlersOf(props))
  const said = useRef<Said | null>(null)
  const { children, ref, ...rest } = props
  const position = useStable(rest.position)
  const rotation = useStable(rest.rotation)

  useLayoutEffect(() => {
    const object = home.object.current!
    owners.add(object)
    const body = home.make(physics, latest.current, latest.current.colliders ?? inner.colliders.current)
    inner.bodies.set(body, { object, handlers })
    home.listen((changed) => inner.stale.add(changed))
    said.current = sayings(latest.current)
    return () => {
      inner.bodies.delete(body)
      inner.stale.delete(home)
      said.current = null
      physics.removeMesh(object)
      home.forget()
      owners.delete(object)
    }
  }, [inner.bodies, inner.stale, inner.colliders, physics, home, latest, handlers])

  useLayoutEffect(() => {
    assign(ref, home.body)
    return () => assign(ref, null)
  }, [ref, home])

  // What has changed since the body was made.
  useLayoutEffect(() => {
    const { body } = home
    if (body === null || said.current === null) return
    const now = sayings(props)
    update(body, home.object.current!, props, said.current, now)
    said.current = now
  })

  const objectProps: Record<string, unknown> = { ...rest }
  for (const name of BODY_PROPS) delete objectProps[name]
  if (position !== undefined) objectProps['position'] = position
  if (rotation !== undefined) objectProps['rotation'] = rotation
  return createElement(BodyContext.Provider, { value: home }, createElement('object3D', { ...objectProps, ref: home.object }, children))
}

/** What props say, to notice changes. */
type Said = Readonly<Record<string, string>>

function sayings(props: RigidBodyProps): Said {
  const names = [
    'type', 'mass', 'linearDamping', 'angularDamping', 'gravityScale', 'canSleep', 'friction', 'restitution', 'density', 'sensor',
    'frictionCombineRule', 'restitutionCombineRule',
  ] as const
  const said: Record<string, string> = Object.fromEntries(names.map((name) => [name, keyOf(props[name])]))
  said['locks'] = keyOf(locksOf(props))
  said['groups'] = keyOf(props.collisionGroups)
  said['pose'] = keyOf([props.position, props.rotation, props.quaternion])
  said['linearVelocity'] = keyOf(props.linearVelocity)
  said['angularVelocity'] = keyOf(props.angularVelocity)
  return said
}

function update(body: Body, object: Object3D, props: RigidBodyProps, before: Said, now: Said): void {
  const changed = (name: string): boolean => before[name] !== now[name]
  if (changed('type')) body.type = TYPES[props.type ?? 'dynamic']
  if (changed('mass')) body.mass = props.mass ?? null
  if (changed('linearDamping')) body.linearDamping = props.linearDamping ?? 0
  if (changed('angularDamping')) body.angularDamping = props.angularDamping ?? 0
  if (changed('gravityScale')) body.gravityScale = props.gravityScale ?? 1
  if (changed('canSleep')) body.canSleep = props.canSleep ?? true
  if (changed('locks')) body.lockedAxes = locksOf(props)
  for (const name of ['friction', 'restitution', 'density', 'sensor'] as const) {
    const value = props[name]
    if (changed(name) && value !== undefined) for (const shape of body.shapes) Object.assign(shape, { [name]: value })
  }
  for (const [name, own] of [['frictionCombineRule', 'frictionCombine'], ['restitutionCombineRule', 'restitutionCombine']] as const) {
    const rule = props[name]
    if (changed(name) && rule !== undefined) for (const shape of body.shapes) shape[own] = ruleOf(rule)
  }
  const groups = props.collisionGroups
  if (changed('groups') && groups !== undefined) for (const shape of body.shapes) shape.filter = readGroups(groups)
  if (changed('pose')) {
    const [position, rotation] = [new Vector3(), new Quaternion()]
    object.updateWorldMatrix(true, false)
    object.matrixWorld.decompose(position, rotation, new Vector3())
    body.teleport(position, rotation.normalize())
  }
  if (changed('linearVelocity') && props.linearVelocity !== undefined) body.linearVelocity = toVec3(props.linearVelocity)
  if (changed('angularVelocity') && props.angularVelocity !== undefined) body.angularVelocity = toVec3(props.angularVelocity)
}
