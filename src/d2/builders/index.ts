/**
 * Builders: whole things made of bodies and joints. Plain functions on the public API; the engine itself does not know them.
 */

export type { Assembly, Hold, PieceOptions } from './assembly.ts'
export { buildBridge, type Bridge, type BridgeDefinition } from './build-bridge.ts'
export { buildChain, type Chain, type ChainDefinition } from './build-chain.ts'
export { buildNet, type Net, type NetDefinition } from './build-net.ts'
export { buildRagdoll, type Ragdoll, type RagdollPlace } from './build-ragdoll.ts'
export { buildRope, type Rope, type RopeDefinition } from './build-rope.ts'
export { buildVehicle, type Vehicle, type VehicleDefinition } from './build-vehicle.ts'
export { humanRagdoll, type HumanOptions, type RagdollDescription, type RagdollJoint, type RagdollPart } from './ragdoll-description.ts'
