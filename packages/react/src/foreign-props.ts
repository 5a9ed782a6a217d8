/**
 * Props of `@react-three/rapier` that mean nothing here: refused by name, with what to do instead. Values that say nothing there are let pass.
 */

import { PhysicsError } from 'fulcrum-physics/3d'

interface Foreign {
  /** The value that says nothing. */
  readonly neutral: unknown
  readonly cure: string
}

const FOREIGN: Readonly<Record<string, Foreign>> = {
  solverGroups: {
    neutral: undefined,
    cure: 'is not there: shapes that meet push each other. Let pairs pass by useFilterContactPair, or use collisionGroups or sensor.',
  },
  dominanceGroup: {
    neutral: 0, cure: 'is not there. A body that others cannot push is type="kinematicVelocity", or has a large mass or lockTranslations.',
  },
  contactSkin: { neutral: 0, cure: 'is not there. Use a collider with a radius around it, such as RoundCuboidCollider.' },
  softCcdPrediction: { neutral: 0, cure: 'is not there: fast bodies are always stopped at their first impact. Leave it out.' },
  activeCollisionTypes: { neutral: undefined, cure: 'is not there: sensors sense bodies of every type. Leave it out.' },
  additionalSolverIterations: { neutral: 0, cure: 'is not there. Give the whole world more substeps: <Physics world={{ substeps: 8 }}>.' },
}

/** Props of colliders alone. */
const OF_COLLIDERS: Readonly<Record<string, Foreign>> = {
  ...FOREIGN, massProperties: { neutral: undefined, cure: 'is for <RigidBody> here. Give the collider a mass or a density.' },
}

export function refuseForeign(props: object, component: string): void {
  const foreign = component === 'Collider' ? OF_COLLIDERS : FOREIGN
  for (const name of Object.keys(foreign)) {
    const value = (props as Record<string, unknown>)[name]
    const { neutral, cure } = foreign[name]!
    if (value !== undefined && value !== neutral) throw new PhysicsError('unknown-option', `${component}.${name}`, value, cure)
  }
}
