/**
 * Falling asleep and waking up: the same in two and three dimensions.
 */

export { putToSleep, tieSleepers, wakeJoined, wakeRing } from '../common/sleeping.ts'
