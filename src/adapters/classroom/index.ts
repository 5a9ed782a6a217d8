/**
 * The solvers of the documents, to be watched: `fulcrum-physics/classroom`.
 */

export { PhysicsError } from '../../common/errors.ts'
export { softness, type Softness } from './rows.ts'
export { Classroom, type ClassroomOptions, type ClassroomStep, type ClassroomWorld } from './solver.ts'
export {
  conjugate, fromAxisAngle, leftMatrix, multiplyQuaternions, rightMatrix, rotateVector, toVector, type Quaternion, type Vector3,
} from './quaternions.ts'
