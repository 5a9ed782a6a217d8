/**
 * The entry `fulcrum-physics/urdf`: robots from URDF files. `readUrdf` makes plain data of a text, `addRobot` bodies and joints of the data.
 *
 * It is an entry of its own because it needs the package `saxes`, an optional peer.
 */

export { readUrdf, type ReadUrdfOptions } from './read-urdf.ts'
export * from '../robots/index.ts'
