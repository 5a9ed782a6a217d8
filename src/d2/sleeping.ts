/**
 * Falling asleep and waking up: the same in two and three dimensions.
 */

export { putToSleep, tieSleepers, wakeJoined, wakeNeighbors, wakeRing, wakeTouching } from '../common/sleeping.ts'
