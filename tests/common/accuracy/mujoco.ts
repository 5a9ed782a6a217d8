/**
 * Reference trajectories from MuJoCo: reduced coordinates, fourth-order Runge–Kutta with small steps. Its joints cannot come apart, and at the step
 * used here its own error is far below what is measured.
 */

import load from '@mujoco/mujoco'

/** Steps per interval. */
const STEPS = 100

const mujoco = await load()

/** Joint angles of the model after each of `count` intervals; `initial` are the angles at the start. */
export function mujocoAngles(xml: string, initial: readonly number[], interval: number, count: number): number[][] {
  const model = mujoco.MjModel.from_xml_string(xml)
  const data = new mujoco.MjData(model)
  try {
    initial.forEach((angle, i) => (data.qpos[i] = angle))
    model.opt.timestep = interval / STEPS
    const rows: number[][] = []
    for (let k = 0; k < count; k++) {
      for (let i = 0; i < STEPS; i++) mujoco.mj_step(model, data)
      rows.push([...data.qpos])
    }
    return rows
  } finally {
    data.delete()
    model.delete()
  }
}
