/** Which bodies a joint keeps from colliding: the same in two and three dimensions. */

export { isJoined } from '../../common/joints/joint-lifecycle.ts'
