/** What both entries for robots share. */

export { addRobot, type AddRobotOptions } from './add-robot.ts'
export type { RobotLoopDefinition } from './loops.ts'
export { keepRobot, robotOf, type RobotScene } from './kept-robot.ts'
export { RobotInstance, type JointDriveOptions } from './robot-instance.ts'
export type { MeshFit, MeshSource } from './robot-shapes.ts'
export type {
  Pose, Robot, RobotActuator, RobotCoupling, RobotGeometry, RobotJoint, RobotJointType, RobotLink, RobotLoop, RobotMass, RobotMesh, RobotNote,
  RobotRange, RobotShape, RobotCollision, RobotBoxGeometry, RobotSphereGeometry, RobotCylinderGeometry,
  RobotCapsuleGeometry, RobotEllipsoidGeometry, RobotPlaneGeometry, RobotMeshGeometry, RobotHeightFieldGeometry,
} from './robot.ts'
export type { XmlLimits } from './xml.ts'
