/**
 * Colliders: shapes by their sizes, below a body or alone. Scales of the objects above count.
 */

import type { ThreeElements } from '@react-three/fiber'
import { createElement, useContext, useLayoutEffect, useRef, type ReactElement, type ReactNode, type Ref } from 'react'
import { Matrix4, Quaternion, Vector3, type Object3D } from 'three'
import {
  box, capsule, cone, cylinder, heightField, hull, mesh, sphere, World, type NumberArray, type Shape, type ShapeDefinition, type ShapeOptions,
  type Vec3,
} from 'fulcrum-physics/3d'
import { BodyContext, useInner, type ColliderEntry, type ColliderKind } from './context.ts'
import { handlersOf, type EventHandlers } from './events.ts'
import { refuseForeign } from './foreign-props.ts'
import { useLatest } from './physics.ts'
import { assign, owners, shapesBelow, surfaceOf, toBodyOf, type SurfaceProps } from './rigid-body.ts'
import { keyOf, toVec3, useStable, type Vector } from './vectors.ts'

/** Sizes of each collider, as `args`; lengths in m, halves and radii as the names say. */
export interface ColliderArgs {
  /** Half extents. */
  cuboid: readonly [halfWidth: number, halfHeight: number, halfDepth: number]
  /** Half extents, and a radius that is added around them. */
  roundCuboid: readonly [halfWidth: number, halfHeight: number, halfDepth: number, borderRadius: number]
  /** Radius. */
  ball: readonly [radius: number]
  /** Half the length between the caps, and radius; along y. */
  capsule: readonly [halfHeight: number, radius: number]
  /** Half the height, and radius of the base; the tip is at +y. */
  cone: readonly [halfHeight: number, radius: number]
  /** The same, and a radius that is added around it. */
  roundCone: readonly [halfHeight: number, radius: number, borderRadius: number]
  /** Half the height, and radius; along y. */
  cylinder: readonly [halfHeight: number, radius: number]
  /** The same, and a radius that is added around it. */
  roundCylinder: readonly [halfHeight: number, radius: number, borderRadius: number]
  /** Points, x y z in a row: their convex hull. */
  convexHull: readonly [points: NumberArray]
  /** Vertices, x y z in a row, and three indices per triangle. */
  trimesh: readonly [vertices: NumberArray, indices: NumberArray]
  /** Counts of cells along z and x, heights with z first, and extents of the whole. */
  heightfield: readonly [cellsZ: number, cellsX: number, heights: NumberArray, scale: Vector]
}

/** Names of the colliders. */
export type ColliderShape = keyof ColliderArgs

type ObjectProps = Omit<ThreeElements['object3D'], 'ref' | 'args' | 'type' | 'children'>

/** What a collider may be told beside its sizes. */
export interface ColliderProps extends ObjectProps, SurfaceProps, Omit<EventHandlers, 'onSleep' | 'onWake'> {
  /** Its mass, kg, instead of `density`. Default: by density. */
  mass?: number
  /** Anything that is drawn with it. Default: nothing. */
  children?: ReactNode
  /** The shape; null before it is there and after it is gone. Default: none. */
  ref?: Ref<Shape | null>
}

/** Corners of the base by which a rounded cone is made. */
const AROUND = 32

type Maker<Args> = (args: Args, scale: Vec3, at: ShapeOptions) => ShapeDefinition

const across = ({ x, z }: Vec3): number => Math.max(x, z)

const MAKERS: { readonly [Name in ColliderShape]: Maker<ColliderArgs[Name]> } = {
  cuboid: ([x, y, z], s, at) => box({ ...at, halfExtents: { x: x * s.x, y: y * s.y, z: z * s.z } }),
  roundCuboid: ([x, y, z, r], s, at) => box({ ...at, halfExtents: { x: x * s.x + r, y: y * s.y + r, z: z * s.z + r }, rounding: r }),
  ball: ([radius], s, at) => sphere({ ...at, radius: radius * Math.max(s.x, s.y, s.z) }),
  capsule: ([half, radius], s, at) => capsule({ ...at, halfLength: half * s.y, radius: radius * across(s) }),
  cone: ([half, radius], s, at) => cone({ ...at, halfHeight: half * s.y, radius: radius * across(s) }),
  roundCone: ([half, radius, rounding], s, at) => {
    const points = [{ x: 0, y: half * s.y, z: 0 }]
    for (let i = 0; i < AROUND; i++) {
      const turn = (2 * Math.PI * i) / AROUND
      points.push({ x: Math.cos(turn) * radius * across(s), y: -half * s.y, z: Math.sin(turn) * radius * across(s) })
    }
    return hull({ ...at, points, rounding })
  },
  cylinder: ([half, radius], s, at) => cylinder({ ...at, halfHeight: half * s.y, radius: radius * across(s) }),
  roundCylinder: ([half, radius, r], s, at) => cylinder({ ...at, halfHeight: half * s.y + r, radius: radius * across(s) + r, rounding: r }),
  convexHull: ([points], s, at) => hull({ ...at, points, scale: s }),
  trimesh: ([positions, indices], s, at) => mesh({ ...weightless(at), positions, indices, scale: s }),
  heightfield: ([cellsZ, cellsX, heights, scale], s, at) => {
    const { x, y, z } = toVec3(scale)
    const size = { sizeX: x * s.x, sizeZ: z * s.z, heightScale: y * s.y, samplesX: cellsX + 1, samplesZ: cellsZ + 1 }
    return heightField({ ...weightless(at), heights, ...size, order: 'z-first' })
  },
}

/** Level geometry weighs nothing. */
function weightless(options: ShapeOptions): ShapeOptions {
  const { density: _density, ...rest } = options
  return rest
}

/** On which shapes are weighed. */
let scales: World | null = null

/** Shapes that weigh so much together; those of triangles weigh nothing. */
function weighed(mass: number | undefined, surface: ShapeOptions, make: (surface: ShapeOptions) => ShapeDefinition[]): ShapeDefinition[] {
  if (mass === undefined || mass === 0) return make(mass === undefined ? surface : { ...surface, density: 0 })
  scales ??= new World()
  const body = scales.createBody({ shapes: make({ ...surface, density: 1 }) })
  const density = body.shapes.every((shape) => shape.density === 0) ? 0 : mass / body.mass
  scales.destroyBody(body)
  return make({ ...surface, density })
}

/** A collider's place in the body, and its scale. */
function placeOf(object: Object3D, toBody: Matrix4): { position: Vector3; rotation: Quaternion; scale: Vector3 } {
  const [position, rotation, scale] = [new Vector3(), new Quaternion(), new Vector3()]
  object.updateWorldMatrix(true, false)
  new Matrix4().multiplyMatrices(toBody, object.matrixWorld).decompose(position, rotation, scale)
  return { position, rotation: rotation.normalize(), scale: scale.set(Math.abs(scale.x), Math.abs(scale.y), Math.abs(scale.z)) }
}

const OWN_PROPS = [
  'friction', 'restitution', 'frictionCombineRule', 'restitutionCombineRule', 'density', 'mass', 'sensor', 'collisionGroups',
  'onCollisionEnter', 'onCollisionExit', 'onIntersectionEnter', 'onIntersectionExit', 'onContactForce', 'children', 'ref', 'shape', 'args', 'type',
]

/** The object of a collider, and shapes that are made anew when `key` says something else. */
function useCollider(props: ColliderProps, key: string, make: (object: Object3D, toBody: Matrix4) => ShapeDefinition[]): ReactElement {
  refuseForeign(props, 'Collider')
  const inner = useInner()
  const home = useContext(BodyContext)
  const object = useRef<Object3D>(null)
  const latest = useLatest({ make, ref: props.ref })
  const handlers = useLatest(handlersOf(props))
  const { physics, shapes: listeners } = inner

  useLayoutEffect(() => {
    const own = object.current!
    owners.add(own)
    let known: readonly Shape[] = []
    const entry: ColliderEntry = {
      make: (toBody) => latest.current.make(own, toBody),
      told(shapes) {
        for (const shape of known) listeners.delete(shape)
        known = shapes
        for (const shape of shapes) listeners.set(shape, { object: own, handlers })
        assign(latest.current.ref, shapes[0] ?? null)
      },
    }
    if (home !== null) {
      const remove = home.add(entry)
      return () => {
        remove()
        owners.delete(own)
      }
    }
    // Without a body it stands where it is.
    own.updateWorldMatrix(true, true)
    const body = physics.addMesh(own, { type: 'static', shapes: entry.make(toBodyOf(own)) })
    entry.told(body.shapes)
    return () => {
      entry.told([])
      physics.removeMesh(own)
      owners.delete(own)
    }
  }, [home, physics, listeners, handlers, latest, key])

  const objectProps: Record<string, unknown> = { ...props }
  for (const name of OWN_PROPS) delete objectProps[name]
  return createElement('object3D', { ...objectProps, ref: object }, props.children)
}

/** What `<AnyCollider>` may be told: which collider, and its sizes. */
export interface AnyColliderProps<Name extends ColliderShape = ColliderShape> extends ColliderProps {
  /** Which collider. */
  shape: Name
  /** Its sizes. */
  args: ColliderArgs[Name]
}

/** Any collider by its name. */
export function AnyCollider<Name extends ColliderShape>(props: AnyColliderProps<Name>): ReactElement {
  const { shape, position, rotation, scale } = props
  const args = useStable(props.args)
  const key = keyOf([shape, args, position, rotation, scale, props.mass, surfaceOf(props)])
  const home = useContext(BodyContext)
  return useCollider(props, key, (object, toBody) => {
    const { position, rotation, scale } = placeOf(object, toBody)
    const surface = { ...home?.surface, ...surfaceOf(props) }
    return weighed(props.mass, surface, (own) => [MAKERS[shape](args, scale, { ...own, position, rotation })])
  })
}

/** What a collider with a name of its own may be told. */
export interface SizedColliderProps<Name extends ColliderShape> extends ColliderProps {
  /** Its sizes. */
  args: ColliderArgs[Name]
}

/** A component for one collider. */
export type SizedCollider<Name extends ColliderShape> = (props: SizedColliderProps<Name>) => ReactElement

function sized<Name extends ColliderShape>(shape: Name): SizedCollider<Name> {
  const Any = AnyCollider as unknown as (props: AnyColliderProps) => ReactElement
  return (props) => createElement(Any, { ...props, shape } as unknown as AnyColliderProps)
}

/** A box by its half extents. */
export const CuboidCollider: SizedCollider<'cuboid'> = /* @__PURE__ */ sized('cuboid')
/** A box with a radius around it. */
export const RoundCuboidCollider: SizedCollider<'roundCuboid'> = /* @__PURE__ */ sized('roundCuboid')
/** A ball. */
export const BallCollider: SizedCollider<'ball'> = /* @__PURE__ */ sized('ball')
/** A capsule along y. */
export const CapsuleCollider: SizedCollider<'capsule'> = /* @__PURE__ */ sized('capsule')
/** A cone along y. */
export const ConeCollider: SizedCollider<'cone'> = /* @__PURE__ */ sized('cone')
/** A cone with a radius around it. */
export const RoundConeCollider: SizedCollider<'roundCone'> = /* @__PURE__ */ sized('roundCone')
/** A cylinder along y. */
export const CylinderCollider: SizedCollider<'cylinder'> = /* @__PURE__ */ sized('cylinder')
/** A cylinder with a radius around it. */
export const RoundCylinderCollider: SizedCollider<'roundCylinder'> = /* @__PURE__ */ sized('roundCylinder')
/** The convex hull of points. */
export const ConvexHullCollider: SizedCollider<'convexHull'> = /* @__PURE__ */ sized('convexHull')
/** Triangles. */
export const TrimeshCollider: SizedCollider<'trimesh'> = /* @__PURE__ */ sized('trimesh')
/** Terrain by its heights. */
export const HeightfieldCollider: SizedCollider<'heightfield'> = /* @__PURE__ */ sized('heightfield')

/** What `<MeshCollider>` may be told. */
export interface MeshColliderProps extends ColliderProps {
  /** How shapes are made from the meshes below it. Default `'auto'`. */
  type?: Exclude<ColliderKind, false>
  /** Do invisible meshes count? Default false. */
  includeInvisible?: boolean
}

/** Shapes from the meshes below it, made otherwise than those of the rest of the body. */
export function MeshCollider(props: MeshColliderProps): ReactElement {
  const { type = 'auto', includeInvisible = false, ...rest } = props
  const key = keyOf([type, includeInvisible, rest.position, rest.rotation, rest.scale, rest.mass, surfaceOf(rest)])
  const home = useContext(BodyContext)
  return useCollider(rest, key, (object) => {
    const surface = { ...home?.surface, ...surfaceOf(rest) }
    const relativeTo = home?.object.current ?? object
    return weighed(rest.mass, surface, (own) => shapesBelow(object, relativeTo, type, home?.isDynamic ?? false, own, includeInvisible))
  })
}
