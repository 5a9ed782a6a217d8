// A page with real Phaser: the plugin gives a scene its world, crates fall on a floor.
import { CANVAS, Game, Scene, type GameObjects } from 'phaser'
import { box, type Body } from 'fulcrum-physics/2d'
import { FulcrumPlugin } from 'fulcrum-physics/phaser'
import type { SpritePage } from './pixi.ts'

const PIXELS = 50
FulcrumPlugin.options = { pixelsPerMetre: PIXELS }
const sprites: { sprite: GameObjects.Rectangle; body: Body }[] = []
let fulcrum: FulcrumPlugin | null = null

class Level extends Scene {
  create(): void {
    fulcrum = (this as unknown as { fulcrum: FulcrumPlugin }).fulcrum
    fulcrum.debug = true
    fulcrum.autoUpdate = false
    const floor = this.add.rectangle(480, 560, 900, 40, 0x76808f)
    fulcrum.add(floor, { type: 'static', shapes: [box({ halfExtents: { x: 9, y: 0.4 } })] })
    for (let i = 0; i < 12; i++) {
      const sprite = this.add.rectangle(200 + 45 * i, 100 + 60 * (i % 3), 40, 40, 0xe4572e)
      sprite.rotation = 0.2 * i
      sprites.push({ sprite, body: fulcrum.add(sprite, { shapes: [box({ halfExtents: { x: 0.4, y: 0.4 } })] }) })
    }
    page.ready = true
  }
}

const page: SpritePage = {
  ready: false,
  run(seconds) {
    for (let t = 0; t < seconds; t += 1 / 75) fulcrum!.update(1 / 75)
  },
  misses() {
    const { world } = fulcrum!
    const poses = new Float64Array(3 * world.bodyCount)
    world.readInterpolatedPoses(poses)
    const all = [...world.bodies]
    let [distance, turn] = [0, 0]
    for (const { sprite, body } of sprites) {
      const o = 3 * all.indexOf(body)
      distance = Math.max(distance, Math.hypot(sprite.x - poses[o]! * PIXELS, sprite.y + poses[o + 1]! * PIXELS))
      // Phaser keeps angles within half a turn.
      turn = Math.max(turn, Math.abs(Math.sin((sprite.rotation + poses[o + 2]!) / 2)))
    }
    return { distance, turn, sprites: sprites.length }
  },
  lowest: () => Math.min(...sprites.map(({ body }) => body.position.y)),
}
const game = new Game({
  type: CANVAS, width: 960, height: 600, backgroundColor: '#e8edf2', audio: { noAudio: true }, banner: false, scene: Level,
  plugins: { scene: [{ key: 'fulcrum', plugin: FulcrumPlugin as never, mapping: 'fulcrum' }] },
})
Object.assign(globalThis, { page, game })
