/**
 * Small dense linear algebra, usable on its own: vectors and matrices of any size, LDLᵀ, and a bounded Gauss–Seidel solver.
 */
export { PhysicsError, type PhysicsErrorCode } from '../common/errors.ts'
export { type GaussSeidelOptions, type GaussSeidelReport, solveGaussSeidel } from './gauss-seidel.ts'
export { factorLdlt, Ldlt } from './ldlt.ts'
export { Matrix } from './matrix.ts'
export { Vector } from './vector.ts'
