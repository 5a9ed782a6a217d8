/**
 * A robot with all lengths multiplied: for files in other units. Inertias go with the square; masses, forces, torques, stiffnesses and dampings
 * stay.
 */

import { addInertia, diagonal } from './mass.ts'
import { times, type Pose } from './poses.ts'
import type { Robot, RobotGeometry, RobotJoint, RobotMass } from './robot.ts'

export function scaleRobot(robot: Robot, s: number): Robot {
  if (s === 1) return robot
  const pose = ({ position, rotation }: Pose): Pose => ({ position: times(position, s), rotation })
  const mass = (m: RobotMass): RobotMass => ({ mass: m.mass, center: times(m.center, s), inertia: addInertia(diagonal(0, 0, 0), m.inertia, s * s) })
  const sliders = new Set(robot.joints.filter(({ type }) => type === 'slider').map(({ name }) => name))
  return {
    ...robot,
    links: robot.links.map(link => ({
      ...link, pose: pose(link.pose), mass: link.mass && mass(link.mass),
      shapes: link.shapes.map(shape => ({ ...shape, pose: pose(shape.pose), geometry: scaleGeometry(shape.geometry, s) })),
    })),
    joints: robot.joints.map(joint => (joint.type === 'slider' ? scaleSlider(joint, s) : { ...joint, anchor: times(joint.anchor, s) })),
    couplings: robot.couplings.map((coupling) => {
      const own = sliders.has(coupling.joint) ? s : 1
      const lead = sliders.has(coupling.leader) ? s : 1
      return { ...coupling, multiplier: (coupling.multiplier * own) / lead, offset: coupling.offset * own }
    }),
    loops: robot.loops.map(loop => ({ ...loop, frameA: pose(loop.frameA), frameB: loop.frameB && pose(loop.frameB) })),
  }
}

function scaleSlider(joint: RobotJoint, s: number): RobotJoint {
  const { limit } = joint
  return {
    ...joint, anchor: times(joint.anchor, s), reference: joint.reference * s, limit: limit && { lower: limit.lower * s, upper: limit.upper * s },
    velocity: joint.velocity * s, springReference: joint.springReference * s,
  }
}

function scaleGeometry(geometry: RobotGeometry, s: number): RobotGeometry {
  switch (geometry.kind) {
    case 'box':
      return { ...geometry, halfExtents: times(geometry.halfExtents, s) }
    case 'sphere':
      return { ...geometry, radius: geometry.radius * s }
    case 'cylinder':
      return { ...geometry, radius: geometry.radius * s, halfHeight: geometry.halfHeight * s }
    case 'capsule':
      return { ...geometry, radius: geometry.radius * s, halfLength: geometry.halfLength * s }
    case 'ellipsoid':
      return { ...geometry, radii: times(geometry.radii, s) }
    case 'plane':
      return geometry
    case 'mesh':
      return { ...geometry, scale: times(geometry.scale, s) }
    case 'heightField':
      return { ...geometry, heights: Float64Array.from(geometry.heights, height => height * s), sizeX: geometry.sizeX * s, sizeY: geometry.sizeY * s }
  }
}
