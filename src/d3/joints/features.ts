/** Limits, motors, springs and friction as users write them: the same in two and three dimensions. */

export {
  changeTogether, getFriction, getLimit, getMotor, getSoftness, getSpring, setFriction, setLimit, setMotor, setSoftness, setSpring,
  type FullLimit, type FullSpring, type Limit, type Motor, type Softness, type Spring, type TorqueMotor,
} from '../../common/joints/features.ts'
