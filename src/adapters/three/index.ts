/**
 * The entry `fulcrum-physics/three`: physics for scenes of three.js, in three dimensions.
 *
 * It is an entry of its own because it needs the package `three`, and the engine needs none.
 */

export { DebugLines } from './debug-lines.ts'
export { FulcrumPhysics, type JointRest, type MeshHit, type MeshRay, type PhysicsOptions, type RayLike } from './fulcrum-physics.ts'
export {
  JOINT_NAMES, type Bodied, type JoinedMeshes, type JointName, type JointsByName, type MeshInstance, type MeshJointDefinition,
} from './mesh-joints.ts'
export type { MeshOptions } from './mesh-options.ts'
export { shapesFor, type ShapesForOptions } from './shapes-for.ts'
export type { ShapeFit } from './shapes.ts'
export { startFulcrumPhysics } from './start.ts'
