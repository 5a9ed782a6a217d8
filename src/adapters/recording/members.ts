/**
 * Which members of worlds and handles change something, and how calls of them are noticed while a world is recorded: the prototypes' own members are
 * wrapped, and unwrapped again when no world is recorded any more. Only the outermost call counts: what the engine itself calls follows from it.
 */

/** Methods that change a world. Everything with a setter changes it, too; all other methods only tell. */
export const CHANGES: ReadonlySet<string> = new Set([
  // Worlds.
  'step', 'advance', 'restore', 'createBody', 'destroyBody', 'destroyShape', 'createCharacter', 'destroyCharacter', 'createVehicle', 'destroyVehicle',
  'createJoint', 'createCustomJoint', 'destroyJoint', 'createBallJoint', 'createHingeJoint', 'createTwoPointHingeJoint', 'createSliderJoint',
  'createFixedJoint', 'createDistanceJoint', 'createCylindricalJoint', 'createScrewJoint', 'createUniversalJoint', 'createConstantVelocityJoint',
  'createWheelJoint', 'createGearJoint', 'createRackAndPinionJoint', 'createPulleyJoint', 'createPathJoint', 'createSwingTwistJoint',
  'createConeLimitJoint', 'createWedgeLimitJoint', 'createAngularLimitJoint', 'createOrientationLockJoint', 'createGenericJoint', 'createMotorJoint',
  'createMouseJoint', 'createPinJoint', 'createSlideJoint', 'createPivotJoint', 'createGrooveJoint', 'createDampedSpring',
  'createDampedRotarySpring', 'createRotaryLimitJoint', 'createRatchetJoint', 'createSimpleMotor',
  // Bodies and shapes.
  'teleport', 'setTargetPose', 'applyForce', 'applyTorque', 'applyImpulse', 'applyAngularImpulse', 'setLocalCenterOfMass', 'setInertia', 'wake',
    'sleep',
  'addShape', 'removeShape',
  // Characters and joints.
  'jump', 'setShape', 'destroy', 'setLimits', 'setDrives', 'setDriveTarget', 'setFriction', 'setLengthRange', 'setLimit', 'setMotor', 'setSpring',
    'setData',
])

/** Called instead of a member: `run` makes the call itself. */
export type Watcher = (thing: object, member: string, args: readonly unknown[], run: () => unknown) => unknown

/** Prototypes of classes and what they extend, each once. */
export function prototypesOf(classes: readonly object[]): object[] {
  const found = new Set<object>()
  for (const one of classes) {
    let prototype = (one as { prototype: object | null }).prototype
    for (; prototype !== null && prototype !== Object.prototype; prototype = Object.getPrototypeOf(prototype) as object | null) found.add(prototype)
  }
  return [...found]
}

/** Wraps every member that changes something; returns what takes the wraps off. */
export function watch(classes: readonly object[], watcher: Watcher): () => void {
  const undo: (() => void)[] = []
  for (const prototype of prototypesOf(classes)) {
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const before = Object.getOwnPropertyDescriptor(prototype, name)!
      const { set, value } = before
      if (set !== undefined) {
        Object.defineProperty(prototype, name, {
          ...before,
          set(this: object, given: unknown) {
            watcher(this, name, [given], () => set.call(this, given))
          },
        })
      } else if (typeof value === 'function' && CHANGES.has(name)) {
        const call = value as (...args: unknown[]) => unknown
        Object.defineProperty(prototype, name, {
          ...before,
          value(this: object, ...args: unknown[]) {
            return watcher(this, name, args, () => call.apply(this, args))
          },
        })
      } else continue
      undo.push(() => Object.defineProperty(prototype, name, before))
    }
  }
  return () => {
    for (const one of undo) one()
  }
}
