// A half-circle of stones on two abutments: how thick must it be to stand? The thinnest that can is 0.1075 of its radius.
export function build({ plane }, { thickness }) {
  const world = new plane.World({ sleeping: false })
  const stones = 15
  const [inner, outer] = [2 * (1 - thickness / 2), 2 * (1 + thickness / 2)]
  // Cosine and sine by turning step by step: sqrt and products alone are the same on every machine.
  let [c, s] = [1, 0]
  const halves = 5
  let [ch, sh] = [-1, 0]
  for (let i = 0; i < halves; i++) [ch, sh] = [Math.sqrt((1 + ch) / 2), Math.sqrt((1 - ch) / 2)]
  // 180° / 32, twice: 16 joints would leave 1/16 at each end; the arch has 16 stones of 180° / 16.
  const [cs, ss] = [ch * ch - sh * sh, 2 * ch * sh]
  const corner = (radius, x, y) => ({ x: radius * x, y: radius * y })
  const bodies = []
  for (let i = 0; i <= stones; i++) {
    const [nc, ns] = [c * cs - s * ss, s * cs + c * ss]
    const points = [corner(inner, c, s), corner(outer, c, s), corner(outer, nc, ns), corner(inner, nc, ns)]
    bodies.push(world.createBody({ shapes: [plane.polygon({ points, friction: 0.9 })] }))
    ;[c, s] = [nc, ns]
  }
  world.createBody({ type: 'static', position: { x: 0, y: -0.5 }, shapes: [plane.box({ halfExtents: { x: 10, y: 0.5 }, friction: 0.9 })] })
  const crown = bodies[stones >> 1]
  const before = crown.centerOfMass.y
  return { world, measure: () => ({ sag: before - crown.centerOfMass.y, stands: before - crown.centerOfMass.y < 0.1 ? 1 : 0 }) }
}
