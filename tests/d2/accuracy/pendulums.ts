/** The double pendulum of the suite, and where it truly is: two equal bars let go level. */

import { box, type Body, type HingeJoint, type World } from 'fulcrum-physics/2d'
import { mujocoAngles } from '../../common/accuracy/mujoco.ts'
import { DT, GHOST, ORIGIN } from './setup.ts'

/** The plane through the middle of bars as thick as they are wide: the same motion, whatever the depth. */
const DOUBLE_XML = `<mujoco><option gravity="0 -9.81 0" integrator="RK4"><flag contact="disable"/></option><worldbody>
<body><joint type="hinge" axis="0 0 1"/><geom type="box" size="0.5 0.05 0.05" pos="0.5 0 0" density="100"/>
<body pos="1 0 0"><joint type="hinge" axis="0 0 1"/><geom type="box" size="0.5 0.05 0.05" pos="0.5 0 0" density="100"/></body>
</body></worldbody></mujoco>`

/** Joint angles after every 1/60 s. */
export function doublePendulumTruth(seconds: number): number[][] {
  return mujocoAngles(DOUBLE_XML, [0, 0], DT, Math.round(seconds / DT))
}

export function addDoublePendulum(world: World): { links: Body[]; hinges: HingeJoint[] } {
  const links: Body[] = []
  const hinges: HingeJoint[] = []
  for (let i = 0; i < 2; i++) {
    const shapes = [box({ halfExtents: { x: 0.5, y: 0.05 }, density: 100, filter: GHOST })]
    const link = world.createBody({ position: { x: i + 0.5, y: 0 }, shapes })
    hinges.push(world.createHingeJoint({ bodyA: links[i - 1] ?? null, bodyB: link, anchor: i === 0 ? ORIGIN : { x: 1, y: 0 } }))
    links.push(link)
  }
  return { links, hinges }
}
