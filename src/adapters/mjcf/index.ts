/**
 * The entry `fulcrum-physics/mjcf`: robots from MJCF files, the format of MuJoCo. `readMjcf` makes plain data of a text, `addRobot` bodies and joints
 * of the data.
 *
 * It is an entry of its own because it needs the package `saxes`, an optional peer.
 */

export type { HeightSource } from './assets.ts'
export { readMjcf, type MjcfRobot, type ReadMjcfOptions } from './read-mjcf.ts'
export * from '../robots/index.ts'
