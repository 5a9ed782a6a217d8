/**
 * cannon-es. It has no capsule, so one is made of a cylinder and two balls; a body's origin is its centre of mass, so hulls are shifted; its
 * hinges have no limits, so they go without.
 */

import {
  Body, Box, ConeTwistConstraint, ConvexPolyhedron, Cylinder, GSSolver, HingeConstraint, PointToPointConstraint, Quaternion, Sphere, Vec3, World,
} from 'cannon-es'
import type { BodyList, ListedShape } from '../../../scenes/d3/lists/body-list.ts'
import { buildHull } from '../../../src/d3/geometry/hull/hull-builder.ts'
import { hullVolume } from '../volume.ts'
import { DT, GRAVITY, singleBodies, writePose, type Adapter, type PeerWorld } from '../adapter.ts'
import { placeJoints, type PlacedJoint } from '../joint-frames.ts'

/** Segments of a capsule's cylinder: the engine's default. */
const SEGMENTS = 8

interface Moving {
  readonly body: Body
  /** From the body's origin to the frame in which the shape was given, in body axes. */
  readonly offset: Vec3
}

function capsuleVolume(radius: number, halfLength: number): number {
  return Math.PI * radius * radius * (2 * halfLength + (4 / 3) * radius)
}

/** Adds the shape and returns volume and centre of mass in the frame in which the shape was given. */
function addShape(body: Body, shape: ListedShape): { volume: number; center: Vec3 } {
  const center = new Vec3()
  switch (shape.kind) {
    case 'sphere':
      body.addShape(new Sphere(shape.radius))
      return { volume: (4 / 3) * Math.PI * shape.radius ** 3, center }
    case 'box': {
      const { x, y, z } = shape.halfExtents
      body.addShape(new Box(new Vec3(x, y, z)))
      return { volume: 8 * x * y * z, center }
    }
    case 'capsule': {
      const { radius, halfLength } = shape
      body.addShape(new Cylinder(radius, radius, 2 * halfLength, SEGMENTS))
      body.addShape(new Sphere(radius), new Vec3(0, halfLength, 0))
      body.addShape(new Sphere(radius), new Vec3(0, -halfLength, 0))
      return { volume: capsuleVolume(radius, halfLength), center }
    }
    case 'hull': {
      const hull = buildHull(Float64Array.from(shape.points.flatMap(({ x, y, z }) => [x, y, z])), 'points')
      center.set(hull.center[0], hull.center[1], hull.center[2])
      const vertices: Vec3[] = []
      for (let i = 0; i < hull.vertexCount; i++) {
        vertices.push(new Vec3(hull.vertices[3 * i], hull.vertices[3 * i + 1], hull.vertices[3 * i + 2]).vsub(center))
      }
      const faces: number[][] = []
      for (let i = 0; i < hull.faceCount; i++) faces.push([...hull.faceVertices.subarray(hull.faceStart[i], hull.faceStart[i + 1])])
      body.addShape(new ConvexPolyhedron({ vertices, faces }))
      return { volume: hullVolume(hull), center }
    }
  }
}

function jointOf({ joint, a, b }: PlacedJoint, bodyA: Body, bodyB: Body): PointToPointConstraint {
  const vector = ({ x, y, z }: { x: number; y: number; z: number }): Vec3 => new Vec3(x, y, z)
  const ends = { pivotA: vector(a.anchor), pivotB: vector(b.anchor), axisA: vector(a.axisX), axisB: vector(b.axisX) }
  switch (joint.kind) {
    case 'ball':
      return new PointToPointConstraint(bodyA, ends.pivotA, bodyB, ends.pivotB)
    case 'hinge':
      return new HingeConstraint(bodyA, bodyB, ends)
    case 'cone':
      return new ConeTwistConstraint(bodyA, bodyB, { ...ends, angle: joint.swing, twistAngle: joint.twist })
  }
}

export const adapter: Adapter = {
  async create(list: BodyList): Promise<PeerWorld> {
    const world = new World({ gravity: new Vec3(0, GRAVITY, 0) })
    const { density, friction, restitution } = list.material
    world.defaultContactMaterial.friction = friction
    world.defaultContactMaterial.restitution = restitution
    const moving: Moving[] = []
    const all: Body[] = []
    for (const { index, isStatic, position: p, rotation: q, shape } of singleBodies(list)) {
      const body = new Body({ mass: 0, type: isStatic ? Body.STATIC : Body.DYNAMIC, quaternion: new Quaternion(q.x, q.y, q.z, q.w) })
      const { volume, center } = addShape(body, shape)
      body.position.copy(body.quaternion.vmult(center).vadd(new Vec3(p.x, p.y, p.z)))
      body.previousPosition.copy(body.position)
      body.interpolatedPosition.copy(body.position)
      body.mass = isStatic ? 0 : density * volume
      body.updateMassProperties()
      body.aabbNeedsUpdate = true
      if (list.collisions === false) body.collisionFilterMask = 0
      world.addBody(body)
      all[index] = body
      if (!isStatic) moving.push({ body, offset: center.negate() })
    }
    for (const placed of placeJoints(list)) {
      const joint = jointOf(placed, all[placed.a.body]!, all[placed.b.body]!)
      joint.collideConnected = false
      world.addConstraint(joint)
    }
    const solver = world.solver as GSSolver
    const at = new Vec3()
    return {
      settings: {
        iterations: solver.iterations,
        tolerance: solver.tolerance,
        broadphase: world.broadphase.constructor.name,
        contactEquationStiffness: world.defaultContactMaterial.contactEquationStiffness,
        linearDamping: moving[0]!.body.linearDamping,
        angularDamping: moving[0]!.body.angularDamping,
      },
      step: () => world.step(DT),
      readPoses(out) {
        moving.forEach(({ body, offset }, i) => {
          body.quaternion.vmult(offset, at)
          at.vadd(body.position, at)
          writePose(out, i, at, body.quaternion)
        })
      },
    }
  },
}
