/**
 * The entry `fulcrum-physics/gltf`: physics in glTF files (`KHR_physics_rigid_bodies`, `KHR_implicit_shapes`), read and written without a
 * renderer, and a plugin for the GLTFLoader of three.
 */

export { accessorsOf, type GetAccessor } from './accessors.ts'
export { addPhysics, GltfPhysics } from './add-physics.ts'
export type { AnimateOptions, GltfAnimation, GltfPose } from './animation.ts'
export { followAnimations, keepAnimations } from './kept-animations.ts'
export { followRules, keepRules } from './kept-rules.ts'
export { openGltf, writeGlb, type GltfFile } from './glb.ts'
export type { GltfJoint, GltfJointPart } from './joints.ts'
export { meshAccessors } from './mesh-points.ts'
export { readPhysics, type GltfBody, type GltfCompoundTrigger, type GltfPhysicsDescription, type ReadPhysicsOptions } from './read-physics.ts'
export {
  gltfPhysicsPlugin, GltfScenePhysics, loadGltfPhysics, type GltfSceneOptions, type LoadedGltf, type LoadedScene, type SceneAssociations,
  type SceneLoader, type SceneMatrix, type SceneObject, type SceneParser, type ScenePlace, type ScenePlugin, type SceneTurn,
} from './three-scene.ts'
export type { GltfCombine, GltfMaterial } from './surfaces.ts'
export type { GltfWarning } from './warnings.ts'
export { writePhysics, type WritePhysicsOptions, type WrittenPhysics } from './write-physics.ts'
