/**
 * Options as a whole: an object with named fields, all of them known. What each field may say is checked where it is read.
 *
 * A definition's fields stand in a list beside its check, `Fields<Definition>`, which the compiler compares with the interface: an option that is
 * new in one is missing in the other.
 */

import { PhysicsError, requireObject } from './errors.ts'

/** The fields of a definition. 0: it is left out or has a value; 1: it may be null, too. */
export type Fields<Definition> = { readonly [Key in keyof Definition & string]-?: null extends Definition[Key] ? 1 : 0 }

/** Fields but for some. */
export function without<Definition, Key extends keyof Definition>(fields: Definition, ...left: Key[]): Omit<Definition, Key> {
  return Object.fromEntries(Object.entries(fields as object).filter(([key]) => !left.includes(key as Key))) as Omit<Definition, Key>
}

const NO_VALUE = 'has no value. Give one, or leave it out if there is a default.'

/** An object all of whose fields are known, or an error. */
export function requireOptions(value: unknown, fields: object, field: string): object {
  const options = requireObject(value, field) as Record<string, unknown>
  for (const key of Object.keys(options)) {
    const mark = Object.hasOwn(fields, key) ? (fields as Record<string, number>)[key] : -1
    if (mark < 0) throw new PhysicsError('unknown-option', `${field}.${key}`, options[key], `is no option of it. ${hint(key, Object.keys(fields))}`)
    if (mark === 0 && options[key] === null) throw new PhysicsError('wrong-type', `${field}.${key}`, null, NO_VALUE)
  }
  return options
}

/** Names in a message. */
const MAX_LISTED = 40

/** What was meant, or what there is. */
export function hint(word: string, known: readonly string[]): string {
  const meant = nearest(word, known)
  if (meant !== null) return `Did you mean ${meant}?`
  return `There are: ${known.slice(0, MAX_LISTED).join(', ')}${known.length > MAX_LISTED ? ', …' : ''}.`
}

/** The known name that was most likely meant, or null. */
function nearest(word: string, known: readonly string[]): string | null {
  // A name that is absurdly long is like none, and comparing it takes time.
  if (word.length > 40) return null
  const plain = word.toLowerCase().replaceAll('_', '').replaceAll('-', '')
  let best: string | null = null
  let least = Math.min(3, Math.floor(plain.length / 3)) + 1
  for (const name of known) {
    const distance = editDistance(plain, name.toLowerCase())
    if (distance < least) {
      best = name
      least = distance
    }
  }
  if (least <= 1 && best !== null) return best
  for (const meaning of MEANINGS) if (known.includes(meaning[0]) && meaning.includes(plain, 1)) return meaning[0]
  return best
}

/** Letters to insert, delete, replace or swap with their neighbour. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, k) => k)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let k = 1; k <= b.length; k++) {
      const same = a[i - 1] === b[k - 1]
      let cost = Math.min(last[k] + 1, row[k - 1] + 1, last[k - 1] + (same ? 0 : 1))
      if (i > 1 && k > 1 && a[i - 1] === b[k - 2] && a[i - 2] === b[k - 1]) cost = Math.min(cost, beforeLast[k - 2] + 1)
      row.push(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.length]
}

/** An option, and what other engines call it, in small letters. The first line whose option is known counts. */
const MEANINGS: readonly (readonly string[])[] = [
  ['direction', 'translation', 'displacement', 'motion'],
  ['lockedAxes', 'lockrotation', 'lockrotations', 'fixedrotation', 'rotationlocked', 'locktranslation', 'locktranslations', 'constraints'],
  ['position', 'pos', 'translation', 'location', 'offset', 'xy', 'origin', 'center'],
  ['rotation', 'angle', 'orientation', 'quaternion', 'rot', 'quat'],
  ['linearVelocity', 'velocity', 'linvel', 'vel', 'speed'],
  ['angularVelocity', 'angvel', 'spin', 'omega', 'angularspeed'],
  ['linearDamping', 'damping', 'drag', 'friction', 'frictionair'],
  ['angularDamping', 'angulardrag'],
  ['gravityScale', 'gravityfactor', 'gravity', 'usegravity'],
  ['centerOfMass', 'com', 'localcenter', 'masscenter'],
  ['inertia', 'momentofinertia', 'rotationalinertia', 'angularinertia'],
  ['type', 'motiontype', 'bodytype', 'isstatic', 'static', 'iskinematic', 'kinematic', 'isdynamic', 'dynamic'],
  ['shapes', 'shape', 'colliders', 'collider', 'fixtures', 'fixture'],
  ['canSleep', 'allowsleep', 'allowsleeping', 'sleepingallowed', 'autosleep'],
  ['enabled', 'active', 'isenabled', 'awake', 'isawake'],
  ['restitution', 'bounciness', 'bounce', 'elasticity', 'restitutioncoefficient'],
  ['friction', 'frictioncoefficient', 'dynamicfriction', 'kineticfriction', 'mu'],
  ['staticFriction', 'frictionstatic', 'stiction'],
  ['rollingResistance', 'rollingfriction'],
  ['surfaceVelocity', 'tangentspeed', 'beltspeed'],
  ['sensor', 'issensor', 'trigger', 'istrigger'],
  ['contactEvents', 'activeevents', 'enablecontactevents', 'reportcontacts'],
  ['filter', 'collisiongroup', 'collisiongroups', 'collisionfilter', 'filterdata', 'groups', 'layer', 'layers'],
  ['category', 'categorybits', 'membership', 'memberships', 'collisionfiltergroup', 'layer'],
  ['group', 'groupindex'],
  ['mask', 'maskbits', 'collisionfiltermask', 'collideswith', 'collidewith'],
  ['frictionCombine', 'frictioncombinerule', 'frictioncombinemode'],
  ['restitutionCombine', 'restitutioncombinerule', 'restitutioncombinemode', 'bouncecombine'],
  ['userData', 'userdata', 'data', 'name', 'label', 'tag', 'user'],
  ['halfExtents', 'size', 'width', 'height', 'depth', 'extents', 'halfsize', 'halfwidth', 'halfheight', 'hx', 'hy', 'hz', 'dimensions'],
  ['halfLength', 'halfheight', 'height', 'length'],
  ['radius', 'r', 'diameter', 'size'],
  ['points', 'vertices', 'verts', 'positions'],
  ['loop', 'closed', 'isloop'],
  ['continuous', 'ccd', 'ccdenabled', 'bullet', 'isbullet'],
  ['sleeping', 'allowsleep', 'allowsleeping', 'autosleep', 'enablesleep', 'enablesleeping'],
  ['substeps', 'iterations', 'velocityiterations', 'positioniterations', 'solveriterations', 'numsolveriterations', 'solversteps', 'substepcount'],
  ['fixedStep', 'timestep', 'dt', 'delta', 'fixedtimestep'],
  ['maxStepsPerAdvance', 'maxsubsteps', 'maxsteps'],
  ['clock', 'profile', 'profiler', 'now'],
  ['bodyA', 'body1', 'a', 'first', 'connectedbody', 'parent'],
  ['bodyB', 'body2', 'b', 'second', 'body', 'child'],
  ['anchor', 'pivot', 'point', 'worldanchor', 'position', 'anchora', 'anchorb', 'pivota', 'pivotb'],
  ['anchorA', 'localanchora', 'anchor1', 'pivota', 'pointa'],
  ['anchorB', 'localanchorb', 'anchor2', 'pivotb', 'pointb', 'anchor'],
  ['frameA', 'localframea', 'localanchora', 'framea', 'frame1'],
  ['frameB', 'localframeb', 'localanchorb', 'frameb', 'frame2'],
  ['axis', 'worldaxis', 'axisa', 'localaxis', 'hingeaxis', 'slideraxis', 'direction', 'localaxisa'],
  ['limit', 'limits', 'lowerangle', 'upperangle', 'enablelimit', 'lowerlimit', 'upperlimit', 'minangle', 'maxangle'],
  ['limit', 'lowertranslation', 'uppertranslation', 'min', 'max', 'lower', 'upper'],
  ['lower', 'min', 'minimum', 'low', 'lowerangle', 'lowertranslation', 'lowerlimit', 'from'],
  ['upper', 'max', 'maximum', 'high', 'upperangle', 'uppertranslation', 'upperlimit', 'to'],
  ['min', 'lower', 'minimum', 'low'],
  ['max', 'upper', 'maximum', 'high'],
  ['motor', 'motorspeed', 'enablemotor', 'maxmotortorque', 'maxmotorforce', 'drive'],
  ['speed', 'velocity', 'targetvelocity', 'motorspeed', 'rate'],
  ['velocity', 'speed', 'targetvelocity'],
  ['maxTorque', 'maxmotortorque', 'maxforce', 'torque', 'force'],
  ['maxForce', 'maxmotorforce', 'maxtorque', 'force', 'torque'],
  ['spring', 'enablespring', 'springs'],
  ['hertz', 'frequency', 'frequencyhz', 'freq', 'springfrequency'],
  ['dampingRatio', 'damping', 'zeta'],
  ['stiffness', 'k', 'springconstant', 'springstiffness'],
  ['damping', 'c', 'dampingcoefficient', 'springdamping', 'dampingratio'],
  ['target', 'targetposition', 'targetangle', 'rest', 'restlength', 'equilibrium'],
  ['softness', 'compliance', 'hertz', 'stiffness', 'erp', 'cfm', 'constrainthertz'],
  ['suspension', 'spring', 'hertz', 'dampingratio', 'stiffness', 'damping'],
  ['suspensionAxis', 'axis'],
  ['length', 'restlength', 'distance'],
  ['maxLength', 'max', 'upper', 'maxdistance'],
  ['minLength', 'min', 'lower', 'mindistance'],
  ['collideConnected', 'collide', 'contactsenabled', 'enablecollision', 'collisionenabled', 'collidebodies', 'disablecollisions'],
  ['collideBodies', 'collideconnected', 'collide'],
  ['breakForce', 'breakingforce', 'breakingimpulse', 'maxload'],
  ['breakTorque', 'breakingtorque'],
  ['maxDistance', 'maxtoi', 'maxdist', 'distance', 'length', 'far', 'range'],
  ['origin', 'from', 'start', 'point', 'position'],
  ['direction', 'dir', 'to', 'end', 'translation', 'ray'],
  ['point', 'position', 'origin', 'location', 'center', 'target'],
  ['exclude', 'ignore', 'except', 'filterexcluderigidbody', 'excludebody', 'skip'],
]
