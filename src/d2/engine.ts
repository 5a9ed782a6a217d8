/**
 * Everything of the engine in two dimensions that users may use.
 */

export { PhysicsError, type PhysicsErrorCode } from '../common/errors.ts'
export { Body } from './body.ts'
export type { BodyDefinition, BodyType, LockedAxes } from './body-definition.ts'
export { Joint } from './joints/joint.ts'
export type { Vec2 } from './math/types.ts'
export { STAGES } from './pipeline/stages.ts'
export type { BoxQuery, QueryFilter, Ray, RayCastHit, ShapePlacement } from './queries/world-queries.ts'
export {
  box,
  capsule,
  chain,
  circle,
  polygon,
  segment,
  type BoxOptions,
  type CapsuleOptions,
  type ChainOptions,
  type CircleOptions,
  type CollisionFilter,
  type CombineRule,
  type PolygonOptions,
  type SegmentOptions,
  type ShapeDefinition,
  type ShapeOptions,
} from './shape-definition.ts'
export { Shape } from './shape.ts'
export type { ShapeKindName } from './shapes/shape-kinds.ts'
export { World, type WorldOptions, type WorldStats } from './world.ts'
export type { ContactEvent, ContactPoint, JointBrokenEvent, PairEvent, QuarantineEvent, WorldEvents } from './world-events.ts'
