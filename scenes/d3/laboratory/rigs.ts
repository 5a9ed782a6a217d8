/** The things that the laboratory's scenes and tests hang their joints on: doors that all look alike, and what can be read of them. */

import { box, type Body, type JointType, type Quat, type Softness, type World } from 'fulcrum-physics/3d'
import { aboutAxis, degrees, multiply, rotate } from '../rotation.ts'

/** Turns x of a frame upright. */
const UPRIGHT: Quat = aboutAxis(0, 0, 1, degrees(90))

const HANGING_HEIGHT = 2

/** The give that all joints of a scene have alike: a single row that is held rigidly throws its body out of the world. */
export const GIVE: Softness = { stiffness: 2e5, damping: 2e3 }

/** A door of 39.4 kg, hung by its left edge on an upright axis at (x, 2, 0); with a knob, so that up can be told from down. */
export function addDoor(world: World, x: number, type: JointType, offDegrees: number = 0, softness: Softness | null = null): Body {
  const door = world.createBody({
    position: { x: x + 0.4, y: HANGING_HEIGHT, z: 0 },
    shapes: [
      box({ halfExtents: { x: 0.4, y: 0.8, z: 0.03 }, density: 500 }),
      box({ halfExtents: { x: 0.05, y: 0.05, z: 0.1 }, position: { x: 0.3, y: 0.6, z: 0 }, density: 500 }),
    ],
  })
  // The frame's axis is turned about z: the door finds itself so far off.
  world.createJoint(type, {
    bodyB: door,
    softness,
    frameA: { position: { x, y: HANGING_HEIGHT, z: 0 }, rotation: multiply(aboutAxis(0, 0, 1, degrees(offDegrees)), UPRIGHT) },
    frameB: { position: { x: -0.4, y: 0, z: 0 }, rotation: UPRIGHT },
  })
  return door
}

/** Cosine of the angle between the door's axis and where it belongs: 1 as it should be, −1 upside down. */
export function alignment(door: Body, offDegrees: number = 0): number {
  const up = rotate(door.rotation, { x: 0, y: 1, z: 0 })
  const wanted = rotate(aboutAxis(0, 0, 1, degrees(offDegrees)), { x: 0, y: 1, z: 0 })
  return up.x * wanted.x + up.y * wanted.y + up.z * wanted.z
}

/** How far a body has turned from where it started, as the cosine of half the angle: 1 = not at all. */
export function halfTurnCosine(body: Body): number {
  return Math.abs(body.rotation.w)
}
