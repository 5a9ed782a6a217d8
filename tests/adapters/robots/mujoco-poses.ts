/** Where MuJoCo has the bodies of a model after a time: reduced coordinates, fourth-order Runge–Kutta with small steps. */

import load from '@mujoco/mujoco'

const mujoco = await load()

/** RK4 in MuJoCo's list of integrators. */
const RUNGE_KUTTA = 1
const STEP = 0.0005

/** Origins of the bodies by name after `seconds`; coordinates and speeds of joints to begin with, by name; controls in the order of actuators. */
export function mujocoPositions(
  xml: string, start: Readonly<Record<string, number>>, speeds: Readonly<Record<string, number>>, seconds: number, step: number = STEP,
  controls: readonly number[] = [],
): Map<string, readonly number[]> {
  const model = mujoco.MjModel.from_xml_string(xml)
  const data = new mujoco.MjData(model)
  try {
    model.opt.timestep = step
    model.opt.integrator = RUNGE_KUTTA
    model.opt.gravity[2] = -9.81
    const nameOf = (kind: number, i: number): string => mujoco.mj_id2name(model, kind, i) ?? ''
    for (let j = 0; j < model.njnt; j++) {
      const name = nameOf(mujoco.mjtObj.mjOBJ_JOINT.value, j)
      if (start[name] !== undefined) data.qpos[model.jnt_qposadr[j]] = start[name]
      if (speeds[name] !== undefined) data.qvel[model.jnt_dofadr[j]] = speeds[name]
    }
    controls.forEach((control, i) => { data.ctrl[i] = control })
    for (let i = 0; i < Math.round(seconds / step); i++) mujoco.mj_step(model, data)
    mujoco.mj_kinematics(model, data)
    const places = new Map<string, readonly number[]>()
    for (let b = 1; b < model.nbody; b++) places.set(nameOf(mujoco.mjtObj.mjOBJ_BODY.value, b), [...data.xpos.slice(3 * b, 3 * b + 3)])
    return places
  } finally {
    data.delete()
    model.delete()
  }
}
