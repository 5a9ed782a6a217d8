/** Marks of kinds of joints: the same in two and three dimensions. */

export { KindBook } from '../../common/joints/kind-book.ts'
