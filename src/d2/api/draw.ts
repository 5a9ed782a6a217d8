/**
 * Debug drawing: what the engine sees, told to a renderer of the user's as lines, polygons, points and text. No renderer is in here, and
 * nothing of it is state.
 */

import { cos, sin } from '../../common/math/deterministic-math.ts'
import { handleOf } from '../../common/memory/ids.ts'
import { islandsOf, readDrawOptions, requireRenderer, shapeColor, type DrawOptions, type DrawPlan } from '../../common/world/draw-options.ts'
import { MAX_POLYGON_VERTICES } from '../geometry/polygon/polygon.ts'
import { CIRCLE } from '../geometry/shapes/circle.ts'
import { ELLIPSE } from '../geometry/shapes/ellipse.ts'
import { coreRadius, coreVertex, SHAPES, supportVertex } from '../geometry/shapes/shape-table.ts'
import type { Joint } from '../joints/joint.ts'
import type { Vec2 } from '../math/types.ts'
import { box, measureBox } from '../store/shape-bounds.ts'
import type { WorldState } from '../store/world-state.ts'
import { readContacts } from './read-contacts.ts'

/** Draws what `world.draw` tells it. Colours are bits 0xRRGGBB; places are in m, world space. Only `line` must be there. */
export interface DebugRenderer {
  /** A line. */
  line(from: Vec2, to: Vec2, color: number): void
  /** A filled convex polygon, counter-clockwise. Left out: shapes are drawn as lines. */
  polygon?(points: readonly Vec2[], color: number): void
  /** A point, of whatever size. Left out: a small cross of lines. */
  point?(at: Vec2, color: number): void
  /** Text at a point. Left out: there is none. */
  text?(at: Vec2, text: string, color: number): void
}

/** Directions all around by which round shapes are drawn. */
const AROUND = 32
const CONTACT_STRIDE = 6

export function drawWorld(state: WorldState, joints: Iterable<Joint>, renderer: DebugRenderer, options: DrawOptions): void {
  requireRenderer(renderer, ['polygon', 'point', 'text'])
  const plan = readDrawOptions(options)
  const { colors, labels } = plan
  const { alive } = state.shapes.columns
  for (let shape = 0; shape < state.shapes.count; shape++) {
    if (alive[shape] === 0) continue
    if (plan.shapes) drawShape(state, shape, renderer, shapeColor(state, shape, colors))
    if (!plan.bounds) continue
    measureBox(state, shape)
    drawBox(renderer, box, colors.bounds)
  }
  drawBodies(state, renderer, plan)
  if (plan.islands) {
    for (const members of islandsOf(state)) {
      const around = boxOf(state, members)
      drawBox(renderer, around, colors.island)
      if (labels) renderer.text?.({ x: around[0], y: around[3] }, `${members.length} bodies`, colors.island)
    }
  }
  if (plan.joints) for (const joint of joints) if (joint.enabled) drawJoint(renderer, joint, plan)
  if (plan.contacts) drawContacts(state, renderer, plan)
}

function drawBodies(state: WorldState, renderer: DebugRenderer, { centersOfMass, labels, scale, colors }: DrawPlan): void {
  if (!centersOfMass && !labels) return
  const { alive, x } = state.bodies.columns
  for (let row = 0; row < state.bodies.count; row++) {
    if (alive[row] === 0) continue
    const at = { x: x[row * 2], y: x[row * 2 + 1] }
    if (centersOfMass) drawPoint(renderer, at, scale, colors.center)
    if (labels) renderer.text?.(at, String(handleOf(state.bodies, row)), colors.center)
  }
}

const corners = new Float64Array(2 * MAX_POLYGON_VERTICES)
const direction = new Float64Array(2)
const vertex = new Float64Array(2)

/** By its corners, or if it is round by the points farthest along directions all around. */
function drawShape(state: WorldState, shape: number, renderer: DebugRenderer, color: number): void {
  const { kind, size, polygon, center, rotation } = state.shapes.columns
  const geometry = polygon[shape] >= 0 ? state.polygons[polygon[shape]] : null
  const radius = coreRadius(kind[shape], size, shape * 4)
  const outline: Vec2[] = []
  if (radius === 0 && kind[shape] !== ELLIPSE) {
    const count = SHAPES[kind[shape]].coreVertices(corners, size, shape * 4, geometry)
    for (let i = 0; i < count; i++) outline.push(toWorld(state, shape, corners[2 * i], corners[2 * i + 1]))
  } else {
    for (let i = 0; i < AROUND; i++) {
      const angle = (2 * Math.PI * i) / AROUND
      direction[0] = cos(angle)
      direction[1] = sin(angle)
      const index = supportVertex(kind[shape], rotation, shape * 2, size, shape * 4, geometry, direction, 0, 1)
      coreVertex(kind[shape], rotation, shape * 2, size, shape * 4, geometry, index, vertex, 0)
      outline.push({ x: center[shape * 2] + vertex[0] + radius * direction[0], y: center[shape * 2 + 1] + vertex[1] + radius * direction[1] })
    }
  }
  if (outline.length === 2) renderer.line(outline[0], outline[1], color)
  else if (renderer.polygon) renderer.polygon(outline, color)
  else outline.forEach((corner, i) => renderer.line(corner, outline[(i + 1) % outline.length], color))
  // A mark shows how round things turn.
  if (kind[shape] === ELLIPSE) renderer.line(toWorld(state, shape, 0, 0), toWorld(state, shape, size[shape * 4], 0), color)
  if (kind[shape] === CIRCLE) renderer.line(toWorld(state, shape, 0, 0), toWorld(state, shape, radius, 0), color)
}

function toWorld(state: WorldState, shape: number, x: number, y: number): Vec2 {
  const { center, rotation } = state.shapes.columns
  const o = shape * 2
  return { x: center[o] + rotation[o] * x - rotation[o + 1] * y, y: center[o + 1] + rotation[o + 1] * x + rotation[o] * y }
}

function drawBox(renderer: DebugRenderer, around: Float64Array, color: number): void {
  const [x, y, X, Y] = around
  const ring = [{ x, y }, { x: X, y }, { x: X, y: Y }, { x, y: Y }]
  ring.forEach((corner, i) => renderer.line(corner, ring[(i + 1) % 4], color))
}

/** The box around all shapes of some bodies. */
function boxOf(state: WorldState, bodies: readonly number[]): Float64Array {
  const { firstShape, x } = state.bodies.columns
  const { nextOfBody } = state.shapes.columns
  const around = Float64Array.of(Infinity, Infinity, -Infinity, -Infinity)
  for (const row of bodies) {
    for (let k = 0; k < 2; k++) {
      around[k] = Math.min(around[k], x[row * 2 + k])
      around[2 + k] = Math.max(around[2 + k], x[row * 2 + k])
    }
    for (let s = firstShape[row] - 1; s >= 0; s = nextOfBody[s] - 1) {
      measureBox(state, s)
      for (let k = 0; k < 2; k++) {
        around[k] = Math.min(around[k], box[k])
        around[2 + k] = Math.max(around[2 + k], box[2 + k])
      }
    }
  }
  return around
}

function drawPoint(renderer: DebugRenderer, at: Vec2, scale: number, color: number): void {
  if (renderer.point) {
    renderer.point(at, color)
    return
  }
  const s = 0.1 * scale
  renderer.line({ ...at, x: at.x - s }, { ...at, x: at.x + s }, color)
  renderer.line({ ...at, y: at.y - s }, { ...at, y: at.y + s }, color)
}

function drawJoint(renderer: DebugRenderer, joint: Joint, { scale, colors }: DrawPlan): void {
  const { anchorA, anchorB, bodyA, bodyB, rotationA } = joint
  if (bodyA) renderer.line(bodyA.centerOfMass, anchorA, colors.joint)
  renderer.line(anchorA, anchorB, colors.joint)
  renderer.line(anchorB, bodyB.centerOfMass, colors.joint)
  // The main axis is x of the frame.
  renderer.line(anchorA, { x: anchorA.x + scale * cos(rotationA), y: anchorA.y + scale * sin(rotationA) }, colors.axis)
  drawPoint(renderer, anchorA, scale, colors.anchor)
  drawPoint(renderer, anchorB, scale, colors.anchor)
}

function drawContacts(state: WorldState, renderer: DebugRenderer, { scale, colors }: DrawPlan): void {
  const count = readContacts(state, new Float64Array(0))
  const data = new Float64Array(count * CONTACT_STRIDE)
  readContacts(state, data)
  for (let o = 0; o < data.length; o += CONTACT_STRIDE) {
    const at = { x: data[o], y: data[o + 1] }
    renderer.line(at, { x: at.x + scale * data[o + 2], y: at.y + scale * data[o + 3] }, colors.normal)
    drawPoint(renderer, at, scale, colors.contact)
  }
}
