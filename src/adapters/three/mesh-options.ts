/**
 * What a mesh may say of its body: as the second argument of `addMesh`, or in `userData.physics`.
 */

import { PhysicsError, requireObject } from '../../common/errors.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import type { BodyDefinition, BodyType, ShapeDefinition, ShapeOptions } from '../../d3/index.ts'
import { SHAPE_FITS, type ShapeFit } from './shapes.ts'

/** Of a body: everything but its place, its shapes and its type. */
type BodyPart = Omit<BodyDefinition, 'position' | 'rotation' | 'shapes' | 'type' | 'mass'>
/** Of a shape: everything but its place. */
type ShapePart = Omit<ShapeOptions, 'position' | 'rotation' | 'userData'>

/** What is said of a mesh's body and shapes. Everything that `createBody` and shapes take may stand here, but for places. */
export interface MeshOptions extends BodyPart, ShapePart {
  /** Mass, kg; 0 is a body that does not move. Default: by `density`, and 0 if neither that nor a `type` is given. */
  mass?: number
  /** How the body takes part. Default: `'static'` if the mass is 0, otherwise `'dynamic'`. */
  type?: BodyType
  /** How shapes are made from the geometry. Default `'auto'`: exact where there is such a shape, otherwise hull or, if it does not move, mesh. */
  shape?: ShapeFit
  /** Shapes of your own, in the axes of the mesh without its scale, instead of those made from its geometry. Default: made from it. */
  shapes?: readonly ShapeDefinition[]
  /** Do invisible meshes below a group count for its shapes? Default false. */
  includeInvisible?: boolean
}

const BODY_FIELDS: Fields<BodyPart> = {
  linearVelocity: 0, angularVelocity: 0, centerOfMass: 0, inertia: 0, linearDamping: 0, angularDamping: 0, gravityScale: 0, lockedAxes: 0,
  canSleep: 0, enabled: 0, userData: 1,
}

const SHAPE_FIELDS: Fields<ShapePart> = {
  density: 0, friction: 0, staticFriction: 0, restitution: 0, rollingResistance: 0, filter: 0, sensor: 0, sensesSensors: 0, contactEvents: 0,
  frictionCombine: 0, restitutionCombine: 0, surfaceVelocity: 0,
}

const FIELDS: Fields<MeshOptions> = { ...BODY_FIELDS, ...SHAPE_FIELDS, mass: 0, type: 0, shape: 0, shapes: 0, includeInvisible: 0 }

/** Options, sorted by whom they concern. */
export interface MeshPlan {
  readonly type: BodyType
  readonly body: BodyDefinition
  readonly surface: ShapeOptions
  readonly fit: ShapeFit
  readonly shapes: readonly ShapeDefinition[] | undefined
  readonly includeInvisible: boolean
}

/** Checks options and sorts them. Values are checked by the engine where they are used. */
export function readMeshOptions(value: MeshOptions, field: string): MeshPlan {
  const options = requireOptions(value, FIELDS, field) as MeshOptions
  const { mass, density, shape = 'auto', shapes, includeInvisible = false } = options
  if (!SHAPE_FITS.includes(shape)) {
    throw new PhysicsError('unknown-option', `${field}.shape`, shape, `is no way to make shapes. There are: ${SHAPE_FITS.join(', ')}.`)
  }
  if (shapes !== undefined && !Array.isArray(shapes)) {
    throw new PhysicsError('wrong-type', `${field}.shapes`, shapes, 'must be an array of shape definitions, such as [sphere({ radius: 1 })].')
  }
  const weighs = mass === undefined ? density !== undefined && density !== 0 : mass !== 0
  const type = options.type ?? (weighs ? 'dynamic' : 'static')
  const body: Record<string, unknown> = { type }
  for (const key of Object.keys(BODY_FIELDS) as (keyof BodyPart)[]) if (options[key] !== undefined) body[key] = options[key]
  // A mass of 0 is how the addons say that a body stands still.
  if (mass !== undefined && (mass !== 0 || type === 'dynamic')) body['mass'] = mass
  const surface: Record<string, unknown> = {}
  for (const key of Object.keys(SHAPE_FIELDS) as (keyof ShapePart)[]) if (options[key] !== undefined) surface[key] = options[key]
  return { type, body: body as BodyDefinition, surface: surface as ShapeOptions, fit: shape, shapes, includeInvisible }
}

/** Mass and restitution as the addons take them, or options. */
export function meshOptionsOf(mass: number | MeshOptions, restitution: number | undefined): MeshOptions {
  if (typeof mass !== 'object') return { mass, ...(restitution === undefined ? {} : { restitution }) }
  return requireObject(mass, 'physics.addMesh.options') as MeshOptions
}
