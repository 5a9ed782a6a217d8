/**
 * Taking shapes and bodies out of the simulation: the same in two and three dimensions.
 */

export { disableBody, leaveRing, quarantine, removePairsOf } from '../common/removing.ts'
