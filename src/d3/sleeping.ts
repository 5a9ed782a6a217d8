/**
 * Falling asleep and waking up: the same in two and three dimensions.
 */

export { putToSleep, stopBody, tieSleepers, wakeJoined, wakeNeighbors, wakeRing, wakeTouching } from '../common/sleeping.ts'
