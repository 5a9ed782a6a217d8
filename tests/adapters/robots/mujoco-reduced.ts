/**
 * A model in which one joint follows another, with the follower eliminated: MuJoCo gives the joint-space inertia M and the bias force c, and the motion
 * of q = N r + offset is Nᵀ M N r̈ = −Nᵀ c, by fourth-order Runge–Kutta with small steps. Exact where MuJoCo's own equality is a stiff spring.
 */

import load from '@mujoco/mujoco'

const mujoco = await load()
const STEP = 0.001

export interface Following {
  leader: string
  follower: string
  multiplier: number
}

/** Origins of the bodies by name after `seconds`. Coordinates and speeds to begin with must follow already. */
export function reducedPositions(
  xml: string, start: Readonly<Record<string, number>>, speeds: Readonly<Record<string, number>>, { leader, follower, multiplier }: Following,
  seconds: number,
): Map<string, readonly number[]> {
  const model = mujoco.MjModel.from_xml_string(xml)
  const data = new mujoco.MjData(model)
  const { nv, nq } = model
  const matrix = new mujoco.DoubleBuffer(nv * nv)
  const place = new mujoco.DoubleBuffer(nq)
  try {
    model.opt.gravity[2] = -9.81
    const nameOf = (kind: number, i: number): string => mujoco.mj_id2name(model, kind, i) ?? ''
    let [lead, follow] = [-1, -1]
    for (let j = 0; j < model.njnt; j++) {
      const name = nameOf(mujoco.mjtObj.mjOBJ_JOINT.value, j)
      const dof: number = model.jnt_dofadr[j]
      if (start[name] !== undefined) data.qpos[model.jnt_qposadr[j]] = start[name]
      if (speeds[name] !== undefined) data.qvel[dof] = speeds[name]
      if (name === leader) lead = dof
      if (name === follower) follow = dof
    }
    const acceleration = (q: readonly number[], v: readonly number[]): number[] => {
      data.qpos.set(q)
      data.qvel.set(v)
      mujoco.mj_fwdPosition(model, data)
      mujoco.mj_fwdVelocity(model, data)
      mujoco.mj_fullM(model, data, matrix)
      const flat: number[] = [...matrix.GetView()]
      const M = Array.from({ length: nv }, (_, i) => flat.slice(i * nv, (i + 1) * nv))
      const f: number[] = Array.from({ length: nv }, (_, i) => -data.qfrc_bias[i])
      // Nᵀ M N and Nᵀ f: the follower's row and column go to the leader's.
      for (const row of M) row[lead] = row[lead]! + multiplier * row[follow]!
      for (let i = 0; i < nv; i++) M[lead]![i] = M[lead]![i]! + multiplier * M[follow]![i]!
      f[lead] = f[lead]! + multiplier * f[follow]!
      for (let i = 0; i < nv; i++) {
        M[follow]![i] = i === follow ? 1 : 0
        M[i]![follow] = i === follow ? 1 : 0
      }
      f[follow] = 0
      solve(M, f)
      f[follow] = multiplier * f[lead]!
      return f
    }
    const moved = (q: readonly number[], v: number[], h: number): number[] => {
      place.GetView().set(q)
      mujoco.mj_integratePos(model, place, v, h)
      return [...place.GetView()]
    }
    const plus = (a: readonly number[], b: readonly number[], s: number): number[] => a.map((x, i) => x + s * b[i]!)
    let q: number[] = [...data.qpos]
    let v: number[] = [...data.qvel]
    for (let i = 0; i < Math.round(seconds / STEP); i++) {
      const a1 = acceleration(q, v)
      const v2 = plus(v, a1, STEP / 2)
      const a2 = acceleration(moved(q, v, STEP / 2), v2)
      const v3 = plus(v, a2, STEP / 2)
      const a3 = acceleration(moved(q, v2, STEP / 2), v3)
      const v4 = plus(v, a3, STEP)
      const a4 = acceleration(moved(q, v3, STEP), v4)
      q = moved(q, v.map((x, k) => (x + 2 * v2[k]! + 2 * v3[k]! + v4[k]!) / 6), STEP)
      v = v.map((x, k) => x + (STEP * (a1[k]! + 2 * a2[k]! + 2 * a3[k]! + a4[k]!)) / 6)
    }
    data.qpos.set(q)
    mujoco.mj_kinematics(model, data)
    const places = new Map<string, readonly number[]>()
    for (let b = 1; b < model.nbody; b++) places.set(nameOf(mujoco.mjtObj.mjOBJ_BODY.value, b), [...data.xpos.slice(3 * b, 3 * b + 3)])
    return places
  } finally {
    matrix.delete()
    place.delete()
    data.delete()
    model.delete()
  }
}

/** f ← M⁻¹ f of a positive definite matrix, by elimination. */
function solve(M: number[][], f: number[]): void {
  const n = f.length
  for (let i = 0; i < n; i++) {
    for (let k = i + 1; k < n; k++) {
      const r = M[k]![i]! / M[i]![i]!
      for (let c = i; c < n; c++) M[k]![c] = M[k]![c]! - r * M[i]![c]!
      f[k] = f[k]! - r * f[i]!
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let c = i + 1; c < n; c++) f[i] = f[i]! - M[i]![c]! * f[c]!
    f[i] = f[i]! / M[i]![i]!
  }
}
