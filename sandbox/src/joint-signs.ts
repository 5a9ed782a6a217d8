// Joints drawn as what they are: a spring as a coil, a rope as a line that hangs, a groove, a rack and gears with teeth, a pin, a socket, a weld.
// Drawn in pixels over the picture, so that both dimensions share them.
import type { AnyJoint } from './inspect.ts'
import type { AnyPoint } from './pane.ts'

export interface PagePoint {
  readonly x: number
  readonly y: number
}

/** Where on the picture a point of the world is. */
export type Project = (point: AnyPoint) => PagePoint

/** Radius of a pin, px; everything else goes by it. */
const PIN = 5
const COILS = 7

type Pen = CanvasRenderingContext2D

function line(pen: Pen, a: PagePoint, b: PagePoint): void {
  pen.beginPath()
  pen.moveTo(a.x, a.y)
  pen.lineTo(b.x, b.y)
  pen.stroke()
}

function ring(pen: Pen, { x, y }: PagePoint, radius: number): void {
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  pen.stroke()
}

/** Along a to b: the unit vector, its normal and the length. */
function along(a: PagePoint, b: PagePoint): { length: number; x: number; y: number } {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1
  return { length, x: (b.x - a.x) / length, y: (b.y - a.y) / length }
}

function coil(pen: Pen, a: PagePoint, b: PagePoint): void {
  const { x, y } = along(a, b)
  pen.beginPath()
  pen.moveTo(a.x, a.y)
  for (let i = 0; i <= 2 * COILS; i++) {
    const share = 0.15 + (0.7 * i) / (2 * COILS)
    const side = i === 0 || i === 2 * COILS ? 0 : (i % 2 === 0 ? 1 : -1) * PIN
    pen.lineTo(a.x + share * (b.x - a.x) - y * side, a.y + share * (b.y - a.y) + x * side)
  }
  pen.lineTo(b.x, b.y)
  pen.stroke()
}

/** `slack`: how much longer the rope is than the way, as a share. */
function rope(pen: Pen, a: PagePoint, b: PagePoint, slack: number): void {
  const sag = Math.sqrt(Math.max(0, slack)) * along(a, b).length * 0.6
  pen.beginPath()
  pen.moveTo(a.x, a.y)
  pen.quadraticCurveTo((a.x + b.x) / 2, (a.y + b.y) / 2 + sag, b.x, b.y)
  pen.stroke()
}

function groove(pen: Pen, a: PagePoint, b: PagePoint): void {
  const { x, y } = along(a, b)
  const [rx, ry] = [-y * PIN, x * PIN]
  line(pen, { x: a.x + rx, y: a.y + ry }, { x: b.x + rx, y: b.y + ry })
  line(pen, { x: a.x - rx, y: a.y - ry }, { x: b.x - rx, y: b.y - ry })
  pen.beginPath()
  pen.arc(a.x, a.y, PIN, Math.atan2(ry, rx), Math.atan2(-ry, -rx))
  pen.moveTo(b.x - rx, b.y - ry)
  pen.arc(b.x, b.y, PIN, Math.atan2(-ry, -rx), Math.atan2(ry, rx))
  pen.stroke()
}

function teeth(pen: Pen, { x, y }: PagePoint, radius: number): void {
  const count = 10
  pen.beginPath()
  for (let i = 0; i <= 4 * count; i++) {
    const angle = (2 * Math.PI * i) / (4 * count)
    const reach = i % 4 < 2 ? radius : radius * 0.75
    pen.lineTo(x + reach * Math.cos(angle), y + reach * Math.sin(angle))
  }
  pen.stroke()
}

function rack(pen: Pen, a: PagePoint, b: PagePoint): void {
  const { length, x, y } = along(a, b)
  const count = Math.max(2, Math.round(length / 8))
  pen.beginPath()
  for (let i = 0; i <= 2 * count; i++) {
    const [share, side] = [i / (2 * count), i % 2 === 0 ? 0 : PIN]
    pen.lineTo(a.x + share * (b.x - a.x) - y * side, a.y + share * (b.y - a.y) + x * side)
  }
  pen.stroke()
}

function weld(pen: Pen, { x, y }: PagePoint): void {
  pen.strokeRect(x - PIN, y - PIN, 2 * PIN, 2 * PIN)
  line(pen, { x: x - PIN, y: y - PIN }, { x: x + PIN, y: y + PIN })
  line(pen, { x: x - PIN, y: y + PIN }, { x: x + PIN, y: y - PIN })
}

/** Ends of the travel. A groove has no limit to set; its rows tell how far its ends are. */
function rangeOf(joint: AnyJoint): { lower: number; upper: number } | null | undefined {
  const own = joint as AnyJoint & { limit?: { lower: number; upper: number } | null; position?: number }
  if (joint.type !== 'groove') return own.limit
  const [lower, upper] = joint.readRows().filter(({ role }) => role === 'limit')
  const at = own.position ?? 0
  return { lower: at - Math.abs(lower?.C ?? 0), upper: at + Math.abs(upper?.C ?? 0) }
}

/** Where the travel along the joint's own axis begins and ends, on the page. */
function travel(joint: AnyJoint, project: Project, reach: number): [PagePoint, PagePoint] {
  const { anchorA: p, rotationA: turn } = joint as { anchorA: AnyPoint; rotationA: number | { x: number; y: number; z: number; w: number } }
  const axis = typeof turn === 'number'
    ? { x: Math.cos(turn), y: Math.sin(turn), z: 0 }
    : { x: 1 - 2 * (turn.y ** 2 + turn.z ** 2), y: 2 * (turn.x * turn.y + turn.w * turn.z), z: 2 * (turn.x * turn.z - turn.w * turn.y) }
  const limit = rangeOf(joint)
  const end = (value: number | undefined, otherwise: number): PagePoint => {
    const s = value !== undefined && Number.isFinite(value) ? value : otherwise
    return project({ x: p.x + s * axis.x, y: p.y + s * axis.y, z: (p.z ?? 0) + s * axis.z })
  }
  return [end(limit?.lower, -reach), end(limit?.upper, reach)]
}

/** What some joints have. */
interface Own {
  readonly spring?: object | null
  readonly isRod?: boolean
  readonly maxLength?: number
  readonly currentLength?: number
  readonly groundA?: AnyPoint
  readonly groundB?: AnyPoint
}

/** Draws the sign of a joint; `reach`: how far an axis without an end is drawn, m. Returns where its label goes. */
export function drawSign(pen: Pen, joint: AnyJoint, project: Project, reach: number): PagePoint {
  const [a, b] = [project(joint.anchorA), project(joint.anchorB)]
  const { type } = joint
  const own = joint as AnyJoint & Own
  if (type === 'distance' || type === 'slide' || type === 'pin') {
    if (own.spring) coil(pen, a, b)
    else if (own.isRod ?? type === 'pin') line(pen, a, b)
    else rope(pen, a, b, (own.maxLength ?? 0) / Math.max(own.currentLength ?? 1, 1e-9) - 1)
  } else if (/spring/.test(type) || type === 'wheel') {
    coil(pen, a, b)
    ring(pen, b, PIN)
  } else if (/gear/.test(type)) {
    teeth(pen, project((joint.bodyA ?? joint.bodyB).position), 3 * PIN)
    teeth(pen, project(joint.bodyB.position), 3 * PIN)
  } else if (/rack/.test(type)) {
    rack(pen, ...travel(joint, project, reach))
    teeth(pen, b, 3 * PIN)
  } else if (type === 'pulley') {
    for (const [ground, end] of [[own.groundA, a], [own.groundB, b]] as const) {
      if (!ground) continue
      const wheel = project(ground)
      ring(pen, wheel, 2 * PIN)
      line(pen, wheel, end)
    }
    if (own.groundA && own.groundB) line(pen, project(own.groundA), project(own.groundB))
  } else if (/slider|groove|cylindrical|screw|path/.test(type)) {
    const [from, to] = travel(joint, project, reach)
    if (type === 'screw') rack(pen, from, to)
    else groove(pen, from, to)
    ring(pen, b, PIN * 0.6)
  } else if (/fixed|lock/.test(type)) weld(pen, b)
  else if (/mouse|motor/.test(type)) {
    pen.setLineDash([4, 4])
    line(pen, a, b)
    pen.setLineDash([])
    ring(pen, b, PIN)
  } else {
    ring(pen, b, PIN)
    // A socket about the ball, a dot on a pin.
    ring(pen, b, /ball|swing|cone|velocity|universal|generic/.test(type) ? 1.8 * PIN : 1)
    if (Math.hypot(a.x - b.x, a.y - b.y) > PIN) line(pen, a, b)
  }
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

/** An arrow with a head. */
export function drawArrow(pen: Pen, from: PagePoint, to: PagePoint): void {
  const { length, x, y } = along(from, to)
  if (length < 2) return
  line(pen, from, to)
  const head = Math.min(9, length / 2)
  pen.beginPath()
  pen.moveTo(to.x, to.y)
  pen.lineTo(to.x - head * (x - 0.5 * y), to.y - head * (y + 0.5 * x))
  pen.lineTo(to.x - head * (x + 0.5 * y), to.y - head * (y - 0.5 * x))
  pen.closePath()
  pen.fill()
}

/** A turn in the plane of the page: an arc with a head, counter-clockwise if positive. */
export function drawTurn(pen: Pen, { x, y }: PagePoint, turn: number): void {
  const radius = 5 * PIN
  const end = turn > 0 ? -1.2 * Math.PI : 1.2 * Math.PI
  pen.beginPath()
  pen.arc(x, y, radius, 0, end, turn > 0)
  pen.stroke()
  const tip = { x: x + radius * Math.cos(end), y: y + radius * Math.sin(end) }
  const back = end * 0.93
  drawArrow(pen, { x: x + radius * Math.cos(back), y: y + radius * Math.sin(back) }, tip)
}
