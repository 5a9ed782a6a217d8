// A page with real PixiJS: a tile map, crates that fall on it, a debug drawing above.
import { Application, Container, Graphics } from 'pixi.js'
import { box, circle, World } from 'fulcrum-physics/2d'
import { addTiled } from 'fulcrum-physics/2d/tiled'
import { PixiPhysics } from 'fulcrum-physics/pixi'

export interface SpritePage {
  ready: boolean
  /** Runs so many seconds by hand and draws. */
  run(seconds: number): void
  /** Greatest distance in pixels between sprites and bodies, and how many sprites there are. */
  misses(): { distance: number; turn: number; sprites: number }
  lowest(): number
}

const TILE = 32
const world = new World()
const rows = ['1              1', '1              1', '1       11     1', '1    11        1', '1              1', '1111111111111111']
addTiled(world, {
  orientation: 'orthogonal', tilewidth: TILE, tileheight: TILE,
  layers: [{ type: 'tilelayer', name: 'ground', width: 16, data: rows.join('').split('').map(Number), properties: [{ name: 'collides', value: true }] }],
}, { pixelsPerMetre: TILE })

const app = new Application()
await app.init({ width: 960, height: 600, background: 0xe8edf2, preference: 'webgl', preserveDrawingBuffer: true, autoStart: false })
document.body.append(app.canvas)
const debug = new Graphics()
const physics = new PixiPhysics(world, { pixelsPerMetre: TILE, debug, draw: { contacts: true } })
const stage = new Container()
stage.scale.set(1.8)
stage.position.set(20, 150)
app.stage.addChild(stage)
const sprites: { sprite: Container; body: ReturnType<World['createBody']> }[] = []
for (let i = 0; i < 14; i++) {
  const round = i % 3 === 0
  const sprite = new Graphics()
  if (round) sprite.circle(0, 0, 0.35 * TILE)
  else sprite.rect(-0.35 * TILE, -0.35 * TILE, 0.7 * TILE, 0.7 * TILE)
  sprite.fill(round ? 0xf2a541 : 0x2b7a78)
  const shape = round ? circle({ radius: 0.35 }) : box({ halfExtents: { x: 0.35, y: 0.35 } })
  const body = world.createBody({ position: { x: 3 + 0.75 * i, y: 1 + (i % 4) }, rotation: 0.3 * i, shapes: [shape] })
  physics.link(body, stage.addChild(sprite))
  sprites.push({ sprite, body })
}
stage.addChild(debug)

const page: SpritePage = {
  ready: true,
  run(seconds) {
    for (let t = 0; t < seconds; t += 1 / 75) physics.update(1 / 75)
    app.render()
  },
  misses() {
    const poses = new Float64Array(3 * world.bodyCount)
    world.readInterpolatedPoses(poses)
    const all = [...world.bodies]
    let [distance, turn] = [0, 0]
    for (const { sprite, body } of sprites) {
      const o = 3 * all.indexOf(body)
      distance = Math.max(distance, Math.hypot(sprite.x - poses[o]! * TILE, sprite.y + poses[o + 1]! * TILE))
      turn = Math.max(turn, Math.abs(sprite.rotation + poses[o + 2]!))
    }
    return { distance, turn, sprites: sprites.length }
  },
  lowest: () => Math.min(...sprites.map(({ body }) => body.position.y)),
}
Object.assign(globalThis, { page })
