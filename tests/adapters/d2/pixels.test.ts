// Metres and pixels: places, angles, things that follow bodies.
import { describe, expect, it } from 'vitest'
import { DrawnBodies, PixiPhysics, Pixels, syncContainer } from 'fulcrum-physics/pixi'
import { FulcrumPlugin } from 'fulcrum-physics/phaser'
import { box, PhysicsError, World } from 'fulcrum-physics/2d'

describe('pixels', () => {
  it('go there and back, y down or up', () => {
    const down = new Pixels({ pixelsPerMetre: 50, origin: { x: 400, y: 300 } })
    expect(down.toScreen({ x: 2, y: 1 })).toEqual({ x: 500, y: 250 })
    expect(down.toWorld({ x: 500, y: 250 })).toEqual({ x: 2, y: 1 })
    const up = new Pixels({ flipY: false })
    expect(up.toScreen({ x: 2, y: 1 })).toEqual({ x: 200, y: 100 })
    expect(() => new Pixels({ pixelsPerMetre: 0 })).toThrow(PhysicsError)
  })

  it('turn angles with y', () => {
    const world = new World()
    const body = world.createBody({ position: { x: 1, y: 2 }, rotation: 0.5 })
    const sprite = { x: 0, y: 0, rotation: 0 }
    syncContainer(body, sprite)
    expect(sprite).toEqual({ x: 100, y: -200, rotation: -0.5 })
    syncContainer(body, sprite, { flipY: false, pixelsPerMetre: 10 })
    expect(sprite).toEqual({ x: 10, y: 20, rotation: 0.5 })
  })
})

describe('things that follow bodies', () => {
  it('lie between the last two steps, rest when bodies sleep, and are let go with them', () => {
    const world = new World({ gravity: { x: 0, y: 0 } })
    const physics = new PixiPhysics(world)
    const body = world.createBody({ linearVelocity: { x: 6, y: 0 }, shapes: [box({ halfExtents: { x: 0.5, y: 0.5 } })] })
    const sprite = physics.link(body, { x: 0, y: 0, rotation: 0 })
    expect(physics.update(0.025)).toBe(1)
    // One step of 0.1 m is done, and half of the next is left over: half of the way.
    expect(sprite.x).toBeCloseTo(5, 6)
    expect(physics.drawnFor(body)).toBe(sprite)
    world.destroyBody(body)
    physics.update(1 / 60)
    expect(physics.drawnFor(body)).toBeNull()
    expect(physics).toBeInstanceOf(DrawnBodies)
  })

  it('are game objects in a scene of Phaser', () => {
    const listeners = new Map<string, { callback: (...values: never[]) => void; context: unknown }>()
    const on = (event: string, callback: (...values: never[]) => void, context: unknown): void => void listeners.set(event, { callback, context })
    const plugin = new FulcrumPlugin({ sys: { events: { on, once: on, off: event => listeners.delete(event) } }, add: { graphics: () => { throw new Error('none') } } })
    const emit = (event: string, ...values: unknown[]): void => listeners.get(event)!.callback.call(listeners.get(event)!.context, ...(values as never[]))
    const sprite = { x: 300, y: 100, rotation: 0.25 }
    emit('start')
    const body = plugin.add(sprite, { shapes: [box({ halfExtents: { x: 0.5, y: 0.5 } })] })
    expect(body.position).toEqual({ x: 3, y: -1 })
    expect(body.rotation).toBe(-0.25)
    for (let i = 0; i < 60; i++) emit('update', 0, 1000 / 60)
    expect(sprite.y).toBeGreaterThan(500)
    expect(sprite.rotation).toBeCloseTo(0.25, 12)
    const { world } = plugin
    emit('shutdown')
    expect(plugin.world).not.toBe(world)
    plugin.destroy()
    expect(listeners.has('update')).toBe(false)
  })
})
