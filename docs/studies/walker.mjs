// A walker on four legs with knees, in the plane: hips swing by a wave, and a knee bends while its leg comes forward. Which frequency and reach of
// the hips take it farthest?
const [THIGH, SHANK] = [0.4, 0.4]
/** rad: how far a knee bends in the air. */
const BEND = 0.9

export function build({ plane }, { frequency, reach }, seed) {
  const world = new plane.World()
  world.createBody({ type: 'static', position: { x: 0, y: -0.5 }, shapes: [plane.box({ halfExtents: { x: 200, y: 0.5 }, friction: 1 })] })
  // Its parts do not touch each other.
  const filter = { category: 2, mask: 1 }
  const y = THIGH + SHANK + 0.05
  const trunk = world.createBody({ position: { x: 0, y: y + 0.002 * seed }, shapes: [plane.box({ halfExtents: { x: 0.6, y: 0.15 }, density: 60, filter })] })
  const bone = (x, from, length) => world.createBody({
    position: { x, y: from - length / 2 }, shapes: [plane.capsule({ radius: 0.05, halfLength: length / 2, density: 15, friction: 1, filter })],
  })
  const hinge = (bodyA, bodyB, x, from) => world.createHingeJoint({ bodyA, bodyB, anchor: { x, y: from }, motor: { speed: 0, maxTorque: 150 } })
  const legs = [-0.45, -0.45, 0.45, 0.45].map((x, i) => {
    const thigh = bone(x, y, THIGH)
    const shank = bone(x, y - THIGH, SHANK)
    return { hip: hinge(trunk, thigh, x, y), knee: hinge(thigh, shank, x, y - THIGH), phase: i === 0 || i === 3 ? 0 : 0.5 }
  })
  // Turns a joint to an angle, as fast as 20 rad/s per radian that is missing.
  const turn = (joint, angle) => (joint.motor = { speed: 20 * (angle - joint.angle), maxTorque: 150 })
  return {
    world,
    update(step) {
      for (const { hip, knee, phase } of legs) {
        const turns = (frequency * step) / 60 + phase
        const t = turns - Math.floor(turns)
        // Backwards on the ground for half a turn, forwards in the air for the other; straight lines are exact on every machine.
        turn(hip, t < 0.5 ? reach * (1 - 4 * t) : reach * (4 * t - 3))
        turn(knee, t < 0.5 ? 0 : -BEND * Math.min(1, 12 * (t - 0.5), 12 * (1 - t)))
      }
    },
    measure: () => ({ distance: trunk.position.x, height: trunk.position.y }),
  }
}
