/**
 * The entry `fulcrum-physics/mjcf`: robots from MJCF files, as data that `addRobot` makes bodies and joints of.
 */

export * from '../robots/index.ts'
