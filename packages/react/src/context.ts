/**
 * What components of one `<Physics>` share.
 */

import { createContext, useContext, type Context, type RefObject } from 'react'
import type { Matrix4, Object3D } from 'three'
import type { Body, Contact, Shape, ShapeDefinition, ShapeOptions, World } from 'fulcrum-physics/3d'
import type { FulcrumPhysics } from 'fulcrum-physics/three'
import type { EventHandlers } from './events.ts'

/** Called with the world before or after a step. */
export type StepCallback = (world: World) => void

/** Says of two shapes whether they may touch: false keeps them apart in this step. The world may be read, not changed. */
export type ContactFilter = (shapeA: Shape, shapeB: Shape, bodyA: Body, bodyB: Body, contact: Contact) => boolean | void

/** Says of two shapes that come near each other whether they may meet at all, sensors too: false keeps them from it until they part. */
export type PairFilter = (shapeA: Shape, shapeB: Shape, bodyA: Body, bodyB: Body) => boolean | void

/** Who listens to a body or a shape, and what stands for it in the scene. */
export interface Listener {
  readonly object: Object3D
  readonly handlers: RefObject<EventHandlers>
}

/** What `useFulcrum` gives. */
export interface FulcrumContext {
  /** Bodies and their objects: joints, rays to objects, lines. */
  readonly physics: FulcrumPhysics
  /** The world. */
  readonly world: World
  /** Does `<Physics>` stand still? */
  readonly isPaused: boolean
  /** Advances the world by seconds, s, and moves the objects: for worlds that are `paused`, or stepped by hand. */
  readonly step: (seconds: number) => void
}

/** What components use of it. */
export interface InnerContext extends FulcrumContext {
  /** How shapes are made where a body does not say. */
  readonly colliders: RefObject<ColliderKind>
  readonly bodies: Map<Body, Listener>
  readonly shapes: Map<Shape, Listener>
  readonly beforeStep: Set<RefObject<StepCallback>>
  readonly afterStep: Set<RefObject<StepCallback>>
  readonly afterSync: Set<() => void>
  readonly contactFilters: Set<RefObject<ContactFilter>>
  readonly pairFilters: Set<RefObject<PairFilter>>
  /** Bodies below which meshes have come or gone: their shapes are made anew before the next step. */
  readonly stale: Set<{ refresh(): void }>
  /** Tells the world which filters there are. */
  readonly renewFilters: () => void
}

/** How shapes are made from the meshes of a body: `'auto'` exactly where the engine has such a shape; false makes none. */
export type ColliderKind = 'auto' | 'ball' | 'cuboid' | 'hull' | 'trimesh' | false

/** A collider below a body: its shapes, made when the body is there. */
export interface ColliderEntry {
  /** Shapes in the axes of the body; `toBody` leads there from the world. */
  readonly make: (toBody: Matrix4) => ShapeDefinition[]
  /** Told which shapes became of it; none when they are gone. */
  readonly told: (shapes: readonly Shape[]) => void
}

/** A body as colliders and vehicles below it see it. */
export interface BodyHome {
  /** Null until the body is made, and after it is gone. */
  readonly body: Body | null
  /** Its object in the scene. */
  readonly object: RefObject<Object3D | null>
  /** What all of its shapes are told, where a collider does not say otherwise. */
  readonly surface: ShapeOptions
  /** Does it move by itself? */
  readonly isDynamic: boolean
  /** Adds a collider; what is returned takes it away. */
  add(entry: ColliderEntry): () => void
}

export const PhysicsContext: Context<InnerContext | null> = /* @__PURE__ */ createContext<InnerContext | null>(null)
export const BodyContext: Context<BodyHome | null> = /* @__PURE__ */ createContext<BodyHome | null>(null)

export function useInner(): InnerContext {
  const context = useContext(PhysicsContext)
  if (context === null) throw new Error('There is no <Physics> above. Put bodies, colliders, joints and hooks of @fulcrum-physics/react below one.')
  return context
}

/** The world that this component is part of, and its physics. */
export function useFulcrum(): FulcrumContext {
  return useInner()
}
