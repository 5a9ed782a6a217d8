/**
 * Rooms of Colyseus with a physics world, for players: `@fulcrum-physics/colyseus/client`.
 */

export type { Game } from './game.ts'
export { type ColyseusClient, type ColyseusRoom, joinRoom, RoomConnection, type RoomOptions, type RoomStats } from './room-connection.ts'
export { PredictedRoom, type PredictionOptions, type PredictionStats } from './predicted-room.ts'
export { PROTOCOL_VERSION, type RoomVerdict } from './protocol.ts'
