// A walker on two legs with motors at the hips, driven by a wave: which frequency and reach take it farthest?
export function build({ plane }, { frequency, reach }, seed) {
  const world = new plane.World()
  world.createBody({ type: 'static', position: { x: 0, y: -0.5 }, shapes: [plane.box({ halfExtents: { x: 60, y: 0.5 }, friction: 1 })] })
  const apart = { category: 2, mask: 1 }
  const trunk = world.createBody({ position: { x: 0, y: 1.2 + 0.001 * seed }, shapes: [plane.box({ halfExtents: { x: 0.6, y: 0.2 }, density: 10, filter: apart })] })
  const hips = [-0.45, -0.45, 0.45, 0.45].map((x) => {
    const leg = world.createBody({ position: { x, y: 0.6 }, shapes: [plane.capsule({ radius: 0.1, halfLength: 0.4, density: 10, friction: 1, filter: apart })] })
    return world.createHingeJoint({ bodyA: trunk, bodyB: leg, anchor: { x, y: 1.1 }, motor: { speed: 0, maxTorque: 60 } })
  })
  // A triangle wave and its slope: exact on every machine, unlike a sine.
  const wave = (turns) => {
    const t = turns - Math.floor(turns)
    return t < 0.5 ? 4 * t - 1 : 3 - 4 * t
  }
  return {
    world,
    update(step) {
      const turns = (frequency * step) / 60
      hips.forEach((hip, i) => {
        const target = reach * wave(turns + (i % 2) * 0.5 + (i > 1 ? 0.25 : 0))
        hip.motor = { speed: 12 * (target - hip.angle), maxTorque: 60 }
      })
    },
    measure: () => ({ distance: trunk.position.x, height: trunk.position.y }),
  }
}
