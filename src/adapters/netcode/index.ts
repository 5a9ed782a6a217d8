/**
 * Sessions of several players in one world, for either dimension: `fulcrum-physics/netcode`.
 */

export { ByteReader, ByteWriter } from './bytes.ts'
export type { InputVerdict } from './input-ring.ts'
export { Loopback, type LoopbackOptions, type LoopbackStats } from './loopback.ts'
export type { MessageVerdict } from './message.ts'
export { PoseReceiver, PoseSender, type PoseOptions, type PoseVerdict, type PoseWorld } from './pose-stream.ts'
export { RollbackPeer, type DesyncReport, type PeerOptions, type PeerStats } from './rollback-peer.ts'
export { RollbackWorld, type RollbackOptions, type RollbackStats } from './rollback-world.ts'
export type { StateDifference } from './snapshot-view.ts'
export type { GameState } from './state-ring.ts'
export type { NetWorld } from './world-view.ts'
