/** Every scene, in the order in which the sandbox lists them. */

import { arch } from './arch.ts'
import { ballLine } from './ball-line.ts'
import { bookBoxStack } from './book/box-stack.ts'
import { bookFreeChain } from './book/free-chain.ts'
import { bookMover } from './book/mover.ts'
import { bookTeleportation } from './book/teleportation.ts'
import { bookChain } from './book/chain.ts'
import { bookEverything } from './book/everything.ts'
import { bookLimitedCv } from './book/limited-cv.ts'
import { bookLimitedHinge } from './book/limited-hinge.ts'
import { bookMotorBeam } from './book/motor-beam.ts'
import { bookOrientation } from './book/orientation.ts'
import { bookPendulum } from './book/pendulum.ts'
import { bookRagdollScene } from './book/ragdoll.ts'
import { bounceRow } from './bounce-row.ts'
import { bullets } from './bullets.ts'
import { cardHouse } from './card-house.ts'
import { ccdStorm } from './ccd-storm.ts'
import { character3d } from './character3d.ts'
import { vehicle3d } from './vehicle3d.ts'
import { classroomChains } from './classroom/chains.ts'
import { classroomFreeChain } from './classroom/free-chain.ts'
import { classroomStacks } from './classroom/stacks.ts'
import { contactHooks } from './contact-hooks.ts'
import { conveyor } from './conveyor.ts'
import { dominoes } from './dominoes.ts'
import { fallingMix } from './falling-mix.ts'
import { fastSphereDiamond } from './fast-sphere-diamond.ts'
import { filters } from './filters.ts'
import { frictionSlope } from './friction-slope.ts'
import { constantVelocityScene } from './joints/constant-velocity.ts'
import { mouseScene } from './joints/mouse.ts'
import { motorScene } from './joints/motor.ts'
import { genericScene } from './joints/generic.ts'
import { heavyOnLight } from './heavy-on-light.ts'
import { cylindricalScene } from './joints/cylindrical.ts'
import { ballScene } from './joints/ball.ts'
import { coneLimitScene } from './joints/cone-limit.ts'
import { swingTwistScene } from './joints/swing-twist.ts'
import { hingeScene } from './joints/hinge.ts'
import { sliderScene } from './joints/slider.ts'
import { customScene } from './joints/custom.ts'
import { distanceScene } from './joints/distance.ts'
import { fixedScene } from './joints/fixed.ts'
import { screw as screwJoint } from './joints/screw.ts'
import { orientationLockScene } from './joints/orientation-lock.ts'
import { gear as gearJoint } from './joints/gear.ts'
import { planetaryGears } from './joints/planetary-gears.ts'
import { twoPointHingeScene } from './joints/two-point-hinge.ts'
import { rackAndPinion as rackAndPinionJoint } from './joints/rack-and-pinion.ts'
import { universalScene } from './joints/universal.ts'
import { pulley as pulleyJoint } from './joints/pulley.ts'
import { laboratoryDoors } from './laboratory/doors.ts'
import { laboratoryLock } from './laboratory/lock.ts'
import { laboratoryMirror } from './laboratory/mirror.ts'
import { wheel as wheelJoint } from './joints/wheel.ts'
import { wedgeLimitScene } from './joints/wedge-limit.ts'
import { angularLimitScene } from './joints/angular-limit.ts'
import { path as pathJoint } from './joints/path.ts'
import { lockedAxes } from './locked-axes.ts'
import { car } from './machines/car.ts'
import { hopper } from './robots/hopper.ts'
import { robotArm } from './robots/robot-arm.ts'
import { fourBar } from './machines/four-bar.ts'
import { sliderCrank } from './machines/slider-crank.ts'
import { movingPlatform } from './moving-platform.ts'
import { net3d } from './net3d.ts'
import { pile3d, pileSmall } from './pile3d.ts'
import { pyramid3d } from './pyramid3d.ts'
import { ragdolls3d } from './ragdolls3d.ts'
import { rollingSpheres } from './rolling-spheres.ts'
import { cylinders } from './cylinders.ts'
import { everyShape } from './every-shape.ts'
import { scales } from './scales.ts'
import type { SceneEntry } from './scene.ts'
import { sensors } from './sensors.ts'
import { spinningTops } from './spinning-tops.ts'
import { stack10, stack20, stack40 } from './stack.ts'
import { terrainGrid } from './terrain-grid.ts'
import { meshBodies } from './mesh-bodies.ts'
import { terrainMesh } from './terrain-mesh.ts'
import { tumblingBox } from './tumbling-box.ts'
import { twoPlayers } from './two-players.ts'
import { wall } from './wall.ts'

export type { SceneEntry, SceneInstance } from './scene.ts'

export const scenes: readonly SceneEntry[] = [
  stack10,
  stack20,
  stack40,
  wall,
  pyramid3d,
  pile3d,
  pileSmall,
  ragdolls3d,
  net3d,
  fallingMix,
  dominoes,
  cardHouse,
  arch,
  heavyOnLight,
  frictionSlope,
  rollingSpheres,
  cylinders,
  everyShape,
  bounceRow,
  ballLine,
  tumblingBox,
  spinningTops,
  movingPlatform,
  conveyor,
  contactHooks,
  character3d,
  vehicle3d,
  lockedAxes,
  filters,
  sensors,
  bullets,
  fastSphereDiamond,
  ccdStorm,
  scales,
  terrainMesh,
  terrainGrid,
  meshBodies,
  fixedScene,
  screwJoint,
  orientationLockScene,
  gearJoint,
  planetaryGears,
  distanceScene,
  twoPointHingeScene,
  rackAndPinionJoint,
  universalScene,
  ballScene,
  hingeScene,
  sliderScene,
  genericScene,
  constantVelocityScene,
  motorScene,
  mouseScene,
  cylindricalScene,
  bookPendulum,
  bookChain,
  bookFreeChain,
  bookBoxStack,
  bookMover,
  bookTeleportation,
  bookRagdollScene,
  bookMotorBeam,
  bookLimitedHinge,
  bookLimitedCv,
  bookOrientation,
  bookEverything,
  pulleyJoint,
  robotArm,
  hopper,
  fourBar,
  sliderCrank,
  customScene,
  laboratoryDoors,
  laboratoryMirror,
  laboratoryLock,
  classroomChains,
  classroomFreeChain,
  classroomStacks,
  wheelJoint,
  car,
  wedgeLimitScene,
  angularLimitScene,
  coneLimitScene,
  swingTwistScene,
  pathJoint,
  twoPlayers,
]
