/**
 * Joints come and go: the same in two and three dimensions.
 */

export {
  createJointRow, destroyJointRow, destroyJointsOf, enableJoint, enterJoint, letCollide, letGo, noteRows, rebuildJoined, reportBroken,
  stopCollisions, undoJointRow, wakeByJoints, wakeJoint,
} from '../../common/joints/joint-lifecycle.ts'
