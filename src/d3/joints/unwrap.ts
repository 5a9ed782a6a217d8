/** Angles that count their turns: the same in two and three dimensions. */

export { unwrap } from '../../common/joints/unwrap.ts'
