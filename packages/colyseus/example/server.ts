/**
 * A server of car football. PORT: where it listens; REDIS_URL: where rooms outlive it, if they are to; ADDRESS: by which players reach it; PATIENCE,
 * SEAT_SECONDS: see `PhysicsRoom`.
 */

import { Server } from '@colyseus/core'
import { WebSocketTransport } from '@colyseus/ws-transport'
import { Redis } from 'ioredis'
import { PhysicsRoom, type StoreOptions } from '../src/server.ts'
import { buildFootball, type Football } from './football.ts'

const { PORT = '2567', REDIS_URL, ADDRESS = `ws://127.0.0.1:${PORT}`, PATIENCE = '0', SEAT_SECONDS = '30' } = process.env
const redis = REDIS_URL === undefined ? null : new Redis(REDIS_URL)
redis?.on('error', (error) => console.error(`redis: ${error.message}`))

class FootballRoom extends PhysicsRoom<Football['world']> {
  override version = 'football 1'
  override patience = Number(PATIENCE)
  override seatSeconds = Number(SEAT_SECONDS)

  build(): Football {
    return buildFootball()
  }

  override store(): StoreOptions | null {
    return redis === null ? null : { redis, address: ADDRESS }
  }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false })
server.define('football', FootballRoom).filterBy(['id'])
await server.listen(Number(PORT), '127.0.0.1')
console.log(`listening at ${ADDRESS}`)
