/**
 * Rooms of Colyseus with a physics world, for servers: `@fulcrum-physics/colyseus/server`.
 */

export type { Game } from './game.ts'
export { BAD_REQUEST, ELSEWHERE, type JoinRequest, MOVED, PhysicsRoom, WRONG_VERSION } from './physics-room.ts'
export { PROTOCOL_VERSION, type RoomVerdict } from './protocol.ts'
export { type AuthorityOptions, type AuthorityStats, type Beginning, RoomAuthority } from './room-authority.ts'
export { LeaseLost, type RedisClient, RoomStore, type StoredRoom, type StoreOptions } from './room-store.ts'
