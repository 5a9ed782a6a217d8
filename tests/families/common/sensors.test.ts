/**
 * Sensors against an exact arbiter: random zones (thin, rotated, moving, spinning) and random visitors up to 1000 m/s, spinning, standing and put
 * elsewhere by hand. All fly freely, so where they are at any time of a step is known; how deep a round shape is in a box, a ball or a capsule
 * is a closed form, and the deepest moment of a step is found by searching it. A miss is a begin or an end too many or too few; what is a
 * matter of less than the tolerance is not judged.
 */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { testFamily, type Random } from '../family.ts'

type Vector = readonly [number, number, number]
type Quaternion = readonly [number, number, number, number]

interface Pose {
  p: Vector
  q: Quaternion
}

interface Solid {
  kind: 'ball' | 'box' | 'capsule'
  /** Radius and half length, or half extents. */
  size: Vector
  /** In the body's frame. */
  offset: Vector
}

interface Mover {
  body: d3.Body
  solids: Solid[]
  velocity: Vector
  spin: Vector
  type: 'static' | 'kinematic' | 'dynamic'
}

const rotate = ([x, y, z, w]: Quaternion, [a, b, c]: Vector): Vector => {
  const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)]
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx]
}

/** Turned by axis × angle. */
const turned = (q: Quaternion, [x, y, z]: Vector): Quaternion => {
  const angle = Math.hypot(x, y, z)
  if (angle === 0) return q
  const s = Math.sin(angle / 2) / angle
  const [a, b, c, d] = [x * s, y * s, z * s, Math.cos(angle / 2)]
  const [e, f, g, h] = q
  return [d * e + a * h + b * g - c * f, d * f - a * g + b * h + c * e, d * g + a * f - b * e + c * h, d * h - a * e - b * f - c * g]
}

/** Signed distance of a ball from a solid; the ball's own solid gives the radius. */
function gap(ball: Solid, atBall: Pose, solid: Solid, atSolid: Pose): number {
  const arm = rotate(atBall.q, ball.offset)
  const other = rotate(atSolid.q, solid.offset)
  const [[px, py, pz], [ox, oy, oz]] = [atBall.p, atSolid.p]
  const [x, y, z, w] = atSolid.q
  const [lx, ly, lz] = rotate([-x, -y, -z, w], [px + arm[0] - ox - other[0], py + arm[1] - oy - other[1], pz + arm[2] - oz - other[2]])
  const radius = ball.size[0]
  if (solid.kind === 'ball') return Math.hypot(lx, ly, lz) - solid.size[0] - radius
  if (solid.kind === 'capsule') {
    const along = Math.max(-solid.size[1], Math.min(solid.size[1], ly))
    return Math.hypot(lx, ly - along, lz) - solid.size[0] - radius
  }
  const [a, b, c] = [Math.abs(lx) - solid.size[0], Math.abs(ly) - solid.size[1], Math.abs(lz) - solid.size[2]]
  return Math.hypot(Math.max(a, 0), Math.max(b, 0), Math.max(c, 0)) + Math.min(0, Math.max(a, b, c)) - radius
}

/** Least of a function over [0, 1]: samples, and golden section about each local minimum of theirs. */
function least(f: (t: number) => number, samples: number): number {
  const values = Array.from({ length: samples + 1 }, (_, i) => f(i / samples))
  let best = Infinity
  for (let i = 0; i <= samples; i++) {
    if ((i > 0 && values[i - 1]! < values[i]!) || (i < samples && values[i + 1]! < values[i]!)) continue
    let [low, high] = [Math.max(0, i - 1) / samples, Math.min(samples, i + 1) / samples]
    for (let k = 0; k < 40; k++) {
      const [a, b] = [high - 0.618 * (high - low), low + 0.618 * (high - low)]
      if (f(a) < f(b)) high = b
      else low = a
    }
    best = Math.min(best, f((low + high) / 2))
  }
  return best
}

/** What differs with the dimension. */
interface Lab {
  name: string
  flat: boolean
  world(): d3.World
  shape(solid: Solid, more: object): d3.ShapeDefinition
  pose(body: d3.Body): Pose
}

const OPTIONS = { gravity: { x: 0, y: 0, z: 0 }, sleeping: true }
const xyz = ([x, y, z]: Vector): d3.Vec3 => ({ x, y, z })

const SPACE: Lab = {
  name: '3D',
  flat: false,
  world: () => new d3.World(OPTIONS),
  shape({ kind, size, offset }, more) {
    const position = xyz(offset)
    if (kind === 'ball') return d3.sphere({ radius: size[0], position, ...more })
    if (kind === 'capsule') return d3.capsule({ radius: size[0], halfLength: size[1], position, ...more })
    return d3.box({ halfExtents: xyz(size), position, ...more })
  },
  pose({ position: p, rotation: q }) {
    return { p: [p.x, p.y, p.z], q: [q.x, q.y, q.z, q.w] }
  },
}

const PLANE: Lab = {
  name: '2D',
  flat: true,
  world: () => new d2.World(OPTIONS) as unknown as d3.World,
  shape({ kind, size, offset }, more) {
    const position = { x: offset[0], y: offset[1] }
    const make = (): d2.ShapeDefinition => {
      if (kind === 'ball') return d2.circle({ radius: size[0], position, ...more })
      if (kind === 'capsule') return d2.capsule({ radius: size[0], halfLength: size[1], position, ...more })
      return d2.box({ halfExtents: { x: size[0], y: size[1] }, position, ...more })
    }
    return make() as unknown as d3.ShapeDefinition
  },
  pose(body) {
    const { position: p, rotation } = body as unknown as d2.Body
    return { p: [p.x, p.y, 0], q: [0, 0, Math.sin(rotation / 2), Math.cos(rotation / 2)] }
  },
}

function randomDirection(lab: Lab, random: Random): Vector {
  for (;;) {
    const v: Vector = [random.between(-1, 1), random.between(-1, 1), lab.flat ? 0 : random.between(-1, 1)]
    const length = Math.hypot(...v)
    if (length > 0.1 && length < 1) return v.map((value) => value / length) as unknown as Vector
  }
}

const ZONE = { sensor: true, filter: { category: 2, mask: 1 } }
const VISITOR = { filter: { category: 1, mask: 2 } }
/** Half extent of boxes across the plane, m: none. */
const DEEP = 1e9

/** Round in a zone of any shape, or of any shape in a round zone. A body of several shapes is point-symmetric: its origin is its centre of mass. */
function randomSolids(lab: Lab, random: Random, round: boolean): Solid[] {
  const center: Vector = [0, 0, 0]
  const size = random.scale(0.02, 1)
  if (round) {
    const ball: Solid = { kind: 'ball', size: [size, 0, 0], offset: center }
    if (random() < 0.5) return [ball]
    const arm = randomDirection(lab, random).map((value) => value * random.scale(0.05, 2)) as unknown as Vector
    return [{ ...ball, offset: arm }, { ...ball, offset: arm.map((value) => -value) as unknown as Vector }]
  }
  if (random() < 0.3) return [{ kind: 'capsule', size: [size, random.scale(0.05, 3), 0], offset: center }]
  const thin = random.scale(0.002, 0.3)
  return [{ kind: 'box', size: [thin, random.scale(0.1, 4), lab.flat ? DEEP : random.scale(0.1, 4)], offset: center }]
}

function randomMover(lab: Lab, world: d3.World, random: Random, solids: Solid[], zone: boolean, dt: number): Mover {
  const type = random.pick(zone ? (['static', 'static', 'kinematic', 'dynamic'] as const) : (['dynamic', 'dynamic', 'kinematic', 'static'] as const))
  const still = type === 'static' || random() < 0.2
  const speed = still ? 0 : random.scale(0.1, zone ? 200 : 1000)
  // Mostly towards the middle, so that much meets.
  const spot = randomDirection(lab, random).map((value) => value * random.between(0, 3 + speed * dt)) as unknown as Vector
  const aim = randomDirection(lab, random).map((value) => value * 2) as unknown as Vector
  const toward = aim.map((value, k) => value - spot[k]!) as unknown as Vector
  const velocity = toward.map((value) => (value / Math.hypot(...toward)) * speed) as unknown as Vector
  // About its symmetry or across a dumbbell: a spin that stays as it is. Kinematic bodies keep any.
  const rate = still || random() < 0.3 ? 0 : random.scale(0.1, random() < 0.1 ? 400 : 60)
  const dumbbell = solids.length === 2
  let axis = lab.flat ? ([0, 0, random.pick([-1, 1])] as Vector) : randomDirection(lab, random)
  if (!lab.flat && type === 'dynamic') {
    const arm = solids[0]!.offset
    const across = [axis[1] * arm[2] - axis[2] * arm[1], axis[2] * arm[0] - axis[0] * arm[2], axis[0] * arm[1] - axis[1] * arm[0]]
    axis = dumbbell ? (across.map((value) => value / Math.hypot(...across)) as unknown as Vector) : [1, 0, 0]
  }
  const start = lab.flat || type === 'dynamic' ? 0 : random.between(0, 6)
  const q = lab.flat || start === 0 ? ([0, 0, 0, 1] as Quaternion) : turned([0, 0, 0, 1], randomDirection(lab, random).map((v) => v * start) as unknown as Vector)
  const angle = lab.flat ? random.between(0, 6) : 0
  const spin = axis.map((value) => value * rate) as unknown as Vector
  const more = zone ? ZONE : VISITOR
  const body = world.createBody({
    type,
    position: xyz(spot),
    rotation: (lab.flat ? angle : { x: q[0], y: q[1], z: q[2], w: q[3] }) as d3.Quat,
    ...(type === 'static' ? {} : { linearVelocity: xyz(velocity), angularVelocity: (lab.flat ? spin[2] : xyz(spin)) as d3.Vec3 }),
    shapes: solids.map((solid) => lab.shape(solid, more)),
  })
  return { body, solids, velocity, spin, type }
}

/** Farthest that anything of it is from its origin. */
function armOf({ solids }: Mover): number {
  return Math.max(...solids.map(({ size, offset }) => Math.hypot(size[0], size[1], size[2] === DEEP ? 0 : size[2]) + Math.hypot(...offset)))
}

interface Watch {
  zone: Mover
  visitor: Mover
  zoneSolid: number
  visitorSolid: number
  inside: boolean
}

function run(lab: Lab, random: Random): { events: number; passes?: number } {
  const world = lab.world()
  const dt = random.scale(1 / 240, 1 / 30)
  const round = random() < 0.5
  const zones = Array.from({ length: 3 }, () => randomMover(lab, world, random, randomSolids(lab, random, !round), true, dt))
  const visitors = Array.from({ length: 5 }, () => randomMover(lab, world, random, randomSolids(lab, random, round), false, dt))
  const watches: Watch[] = []
  for (const zone of zones) {
    for (const visitor of visitors) {
      zone.solids.forEach((_, zoneSolid) => visitor.solids.forEach((__, visitorSolid) => {
        watches.push({ zone, visitor, zoneSolid, visitorSolid, inside: false })
      }))
    }
  }
  let wrong = 0
  let passes = 0
  let lost = 0
  for (let step = 0; step < 8; step++) {
    if (random() < 0.4) {
      const mover = random.pick([...zones, ...visitors])
      mover.body.position = xyz(randomDirection(lab, random).map((value) => value * random.between(0, 3)) as unknown as Vector)
    }
    const before = new Map([...zones, ...visitors].map((mover) => [mover, lab.pose(mover.body)]))
    world.step(dt)
    for (const watch of watches) {
      const { zone, visitor } = watch
      const [a, b] = [zone.body.shapes[watch.zoneSolid]!, visitor.body.shapes[watch.visitorSolid]!]
      const named = (event: { sensor: d3.Shape; visitor: d3.Shape }): boolean => event.sensor === a && event.visitor === b
      const begins = world.events.sensorBegin.filter(named).length
      const ends = world.events.sensorEnd.filter(named).length
      const at = (mover: Mover, t: number): Pose => {
        const { p, q } = before.get(mover)!
        const place = p.map((value, k) => value + mover.velocity[k]! * dt * t) as unknown as Vector
        return { p: place, q: turned(q, mover.spin.map((value) => value * dt * t) as unknown as Vector) }
      }
      const [sa, sb] = [zone.solids[watch.zoneSolid]!, visitor.solids[watch.visitorSolid]!]
      const distance = (t: number): number =>
        sb.kind === 'ball' ? gap(sb, at(visitor, t), sa, at(zone, t)) : gap(sa, at(zone, t), sb, at(visitor, t))
      const end = distance(1)
      const arm = Math.max(armOf(zone), armOf(visitor))
      const spins = dt * (Math.hypot(...zone.spin) + Math.hypot(...visitor.spin))
      const reach = dt * (Math.hypot(...zone.velocity) + Math.hypot(...visitor.velocity)) + spins * arm
      // Too far away to meet within the step; without spin the distance has one minimum.
      const deepest = end > reach ? end - reach : least(distance, spins === 0 ? 8 : 128)
      // Spins of many turns in a step are followed to a thousandth of a radian.
      const tolerance = 1e-6 + 2e-3 * arm * (lab.flat ? 0 : 1)
      const wasInside = watch.inside
      watch.inside = begins === ends ? wasInside : begins > ends
      // What was put outside has left, even if it comes back within the step.
      const putOut = wasInside && distance(0) > 0
      const was = wasInside && !putOut
      const unsure = Math.abs(end) < 1e-6 || (wasInside && Math.abs(distance(0)) < 1e-6) || (!was && end > 0 && Math.abs(deepest) < tolerance)
      if (unsure) continue
      const now = end < 0
      const passed = !was && !now && deepest < 0
      const expectBegins = (!was && now) || passed ? 1 : 0
      const expectEnds = ((was && !now) || passed ? 1 : 0) + (putOut ? 1 : 0)
      if (passed) passes++
      if (passed && (begins !== expectBegins || ends !== expectEnds)) lost++
      wrong += Math.abs(begins - expectBegins) + Math.abs(ends - expectEnds)
    }
  }
  return passes > 0 ? { events: wrong, passes: lost } : { events: wrong }
}

for (const lab of [PLANE, SPACE]) {
  testFamily({
    name: `sensors against an exact arbiter, ${lab.name}`,
    short: 30,
    long: 600,
    figures: { events: { worst: 0 }, passes: { worst: 0 } },
    run: (random) => run(lab, random),
  })
}
