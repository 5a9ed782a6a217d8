/**
 * Debug drawing: what the engine sees, told to a renderer of the user's as lines, triangles, points and text. No renderer is in here, and
 * nothing of it is state.
 */

import { cos, sin } from '../../common/math/deterministic-math.ts'
import { handleOf } from '../../common/memory/ids.ts'
import { islandsOf, readDrawOptions, requireRenderer, shapeColor, type DrawOptions, type DrawPlan } from '../../common/world/draw-options.ts'
import { asLevel, LEVEL } from '../geometry/shapes/level.ts'
import { coreRadius, coreVertex, SHAPES, supportVertex } from '../geometry/shapes/shape-table.ts'
import type { Joint } from '../joints/joint.ts'
import type { Vec3 } from '../math/types.ts'
import { box, measureBox } from '../store/shape-bounds.ts'
import type { WorldState } from '../store/world-state.ts'
import { drawWheels } from '../vehicles/draw-wheels.ts'
import { readContacts } from './read-contacts.ts'

/** Draws what `world.draw` tells it. Colours are bits 0xRRGGBB; places are in m, world space. Only `line` must be there. */
export interface DebugRenderer {
  /** A line. */
  line(from: Vec3, to: Vec3, color: number): void
  /** A triangle, counter-clockwise from outside. Left out: shapes are drawn as lines. */
  triangle?(a: Vec3, b: Vec3, c: Vec3, color: number): void
  /** A point, of whatever size. Left out: a small cross of lines. */
  point?(at: Vec3, color: number): void
  /** Text at a point. Left out: there is none. */
  text?(at: Vec3, text: string, color: number): void
}

/** Directions around an axis, and between its ends, by which round shapes are drawn. */
const AROUND = 16
const ALONG = 8
const CONTACT_STRIDE = 8
/** The twelve edges of a box, as pairs of corners; bit 0, 1, 2 of a corner choose max x, y, z. */
const BOX_EDGES = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7]

export function drawWorld(state: WorldState, joints: Iterable<Joint>, renderer: DebugRenderer, options: DrawOptions): void {
  requireRenderer(renderer, ['triangle', 'point', 'text'])
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
  if (plan.shapes) drawWheels(state, renderer, plan)
  drawBodies(state, renderer, plan)
  if (plan.islands) {
    for (const members of islandsOf(state)) {
      const around = boxOf(state, members)
      drawBox(renderer, around, colors.island)
      if (labels) renderer.text?.({ x: around[0], y: around[4], z: around[2] }, `${members.length} bodies`, colors.island)
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
    const at = { x: x[row * 3], y: x[row * 3 + 1], z: x[row * 3 + 2] }
    if (centersOfMass) drawPoint(renderer, at, scale, colors.center)
    if (labels) renderer.text?.(at, String(handleOf(state.bodies, row)), colors.center)
  }
}

/** By its faces, or if it is round by the points farthest along directions all around. */
function drawShape(state: WorldState, shape: number, renderer: DebugRenderer, color: number): void {
  const { kind, hull, size } = state.shapes.columns
  const place = (v: ArrayLike<number>, i: number): Vec3 => toWorld(state, shape, v[3 * i], v[3 * i + 1], v[3 * i + 2])
  if (kind[shape] >= LEVEL) {
    const triangles = asLevel(state.hulls[hull[shape]]).triangles()
    for (let i = 0; i < triangles.length / 3; i += 3) drawFace(renderer, [0, 1, 2].map(k => place(triangles, i + k)), color)
    return
  }
  if (hull[shape] >= 0) {
    const { vertices, faceCount, faceStart, faceVertices } = state.hulls[hull[shape]]
    for (let f = 0; f < faceCount; f++) {
      drawFace(renderer, Array.from(faceVertices.subarray(faceStart[f], faceStart[f + 1]), (i) => place(vertices, i)), color)
    }
    return
  }
  if (SHAPES[kind[shape]].hasHalfExtents) {
    const [hx, hy, hz] = [size[shape * 4], size[shape * 4 + 1], size[shape * 4 + 2]]
    for (const [u, v, w] of [[0, 1, 2], [1, 2, 0], [2, 0, 1]]) {
      for (const side of [-1, 1]) {
        const corner = (a: number, b: number): Vec3 => {
          const p = [0, 0, 0]
          p[u] = a
          p[v] = b * side
          p[w] = side
          return toWorld(state, shape, p[0] * hx, p[1] * hy, p[2] * hz)
        }
        drawFace(renderer, [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)], color)
      }
    }
    return
  }
  drawRound(state, shape, renderer, color)
}

/** A face of corners in order. */
function drawFace(renderer: DebugRenderer, corners: readonly Vec3[], color: number): void {
  if (renderer.triangle) for (let i = 2; i < corners.length; i++) renderer.triangle(corners[0], corners[i - 1], corners[i], color)
  else corners.forEach((corner, i) => renderer.line(corner, corners[(i + 1) % corners.length], color))
}

const direction = new Float64Array(3)
const vertex = new Float64Array(3)

/** The point of a shape's surface farthest along a direction of its own frame, in the world. */
function farthest(state: WorldState, shape: number, x: number, y: number, z: number): Vec3 {
  const { kind, rotation, size, hull, center } = state.shapes.columns
  const r = shape * 9
  const geometry = hull[shape] >= 0 ? state.hulls[hull[shape]] : null
  for (let k = 0; k < 3; k++) direction[k] = rotation[r + 3 * k] * x + rotation[r + 3 * k + 1] * y + rotation[r + 3 * k + 2] * z
  const index = supportVertex(kind[shape], rotation, r, size, shape * 4, geometry, direction, 0, 1)
  coreVertex(kind[shape], rotation, r, size, shape * 4, geometry, index, vertex, 0)
  const radius = coreRadius(kind[shape], size, shape * 4)
  const [px, py, pz] = [0, 1, 2].map((k) => center[shape * 3 + k] + vertex[k] + radius * direction[k])
  return { x: px, y: py, z: pz }
}

/** Rings about the local y axis, and between them triangles or lines. */
function drawRound(state: WorldState, shape: number, renderer: DebugRenderer, color: number): void {
  const rings: Vec3[][] = []
  for (let k = 0; k <= ALONG; k++) {
    const tilt = Math.PI * (k / ALONG - 0.5)
    rings.push(Array.from({ length: AROUND }, (_, i) => {
      const turn = (2 * Math.PI * i) / AROUND
      return farthest(state, shape, cos(tilt) * cos(turn), sin(tilt), cos(tilt) * sin(turn))
    }))
  }
  for (let k = 0; k < ALONG; k++) {
    for (let i = 0; i < AROUND; i++) {
      const next = (i + 1) % AROUND
      const [a, b, c, d] = [rings[k][i], rings[k][next], rings[k + 1][next], rings[k + 1][i]]
      if (renderer.triangle) {
        if (k > 0) renderer.triangle(a, c, b, color)
        if (k < ALONG - 1) renderer.triangle(a, d, c, color)
      } else {
        if (i % 4 === 0) renderer.line(a, d, color)
        if (k > 0 && k % 2 === 0) renderer.line(a, b, color)
      }
    }
  }
}

function toWorld(state: WorldState, shape: number, x: number, y: number, z: number): Vec3 {
  const { center, rotation: r } = state.shapes.columns
  const [c, o] = [shape * 3, shape * 9]
  return {
    x: center[c] + r[o] * x + r[o + 1] * y + r[o + 2] * z,
    y: center[c + 1] + r[o + 3] * x + r[o + 4] * y + r[o + 5] * z,
    z: center[c + 2] + r[o + 6] * x + r[o + 7] * y + r[o + 8] * z,
  }
}

function drawBox(renderer: DebugRenderer, around: Float64Array, color: number): void {
  const corner = (i: number): Vec3 => ({ x: around[i & 1 ? 3 : 0], y: around[i & 2 ? 4 : 1], z: around[i & 4 ? 5 : 2] })
  for (let e = 0; e < BOX_EDGES.length; e += 2) renderer.line(corner(BOX_EDGES[e]), corner(BOX_EDGES[e + 1]), color)
}

/** The box around all shapes of some bodies. */
function boxOf(state: WorldState, bodies: readonly number[]): Float64Array {
  const { firstShape, x } = state.bodies.columns
  const { nextOfBody } = state.shapes.columns
  const around = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity)
  for (const row of bodies) {
    for (let k = 0; k < 3; k++) {
      around[k] = Math.min(around[k], x[row * 3 + k])
      around[3 + k] = Math.max(around[3 + k], x[row * 3 + k])
    }
    for (let s = firstShape[row] - 1; s >= 0; s = nextOfBody[s] - 1) {
      measureBox(state, s)
      for (let k = 0; k < 3; k++) {
        around[k] = Math.min(around[k], box[k])
        around[3 + k] = Math.max(around[3 + k], box[3 + k])
      }
    }
  }
  return around
}

function drawPoint(renderer: DebugRenderer, at: Vec3, scale: number, color: number): void {
  if (renderer.point) {
    renderer.point(at, color)
    return
  }
  const s = 0.1 * scale
  renderer.line({ ...at, x: at.x - s }, { ...at, x: at.x + s }, color)
  renderer.line({ ...at, y: at.y - s }, { ...at, y: at.y + s }, color)
  renderer.line({ ...at, z: at.z - s }, { ...at, z: at.z + s }, color)
}

function drawJoint(renderer: DebugRenderer, joint: Joint, { scale, colors }: DrawPlan): void {
  const { anchorA, anchorB, bodyA, bodyB, rotationA: q } = joint
  if (bodyA) renderer.line(bodyA.centerOfMass, anchorA, colors.joint)
  renderer.line(anchorA, anchorB, colors.joint)
  renderer.line(anchorB, bodyB.centerOfMass, colors.joint)
  // The main axis is x of the frame.
  const axis = { x: 1 - 2 * (q.y * q.y + q.z * q.z), y: 2 * (q.x * q.y + q.w * q.z), z: 2 * (q.x * q.z - q.w * q.y) }
  const end = (by: number): Vec3 => ({ x: anchorA.x + by * axis.x, y: anchorA.y + by * axis.y, z: anchorA.z + by * axis.z })
  renderer.line(end(-scale), end(scale), colors.axis)
  drawPoint(renderer, anchorA, scale, colors.anchor)
  drawPoint(renderer, anchorB, scale, colors.anchor)
}

function drawContacts(state: WorldState, renderer: DebugRenderer, { scale, colors }: DrawPlan): void {
  const count = readContacts(state, new Float64Array(0))
  const data = new Float64Array(count * CONTACT_STRIDE)
  readContacts(state, data)
  for (let o = 0; o < data.length; o += CONTACT_STRIDE) {
    const at = { x: data[o], y: data[o + 1], z: data[o + 2] }
    renderer.line(at, { x: at.x + scale * data[o + 3], y: at.y + scale * data[o + 4], z: at.z + scale * data[o + 5] }, colors.normal)
    drawPoint(renderer, at, scale, colors.contact)
  }
}
