/**
 * Shapes from what three draws: exact where three's geometry is a primitive that the engine knows, otherwise a box, a ball, the hull or the
 * triangles. Scale is part of the shape: bodies have none.
 */

import { BackSide, DoubleSide, Matrix4, Quaternion, Vector3, type BufferGeometry, type Material, type Mesh, type Object3D } from 'three'
import { PhysicsError } from '../../common/errors.ts'
import {
  box, capsule, cylinder, ellipsoid, hull, mesh as meshShape, sphere, type ShapeDefinition, type ShapeOptions,
} from '../../d3/index.ts'
import { primitiveOf, readTriangles, readVertices, type Primitive } from './geometry-data.ts'

/**
 * How shapes are made from a geometry: `'auto'` takes the exact shape where there is one, otherwise the hull for bodies that move and the
 * triangles for others; the rest say it outright.
 */
export type ShapeFit = 'auto' | 'box' | 'sphere' | 'hull' | 'mesh'

export const SHAPE_FITS: readonly ShapeFit[] = ['auto', 'box', 'sphere', 'hull', 'mesh']

/** What shapes are made for, and of which material. */
export interface FitOptions {
  readonly fit: ShapeFit
  /** Does the body move by itself? */
  readonly dynamic: boolean
  readonly surface: ShapeOptions
}

/** Balls with fewer faces than those of this detail are seen to have corners, and roll so. */
const ROUND_DETAIL = 3
/** Half the thickness of a plane that moves, as a share of its longer side. */
const CARD_THICKNESS = 0.005
/** Largest error of a map, per extent, that still counts as turn and scale. */
const SHEAR_TOLERANCE = 1e-6
/** Vertices closer than this share of the extent are one: those on both sides of three's seams differ by rounding. */
const WELD = 1e-6
/** Scales that differ by less than this share are one. */
const SAME_SCALE = 1e-6

/** Place, turn and scale of a map without shear. */
interface Placement {
  readonly position: Vector3
  readonly rotation: Quaternion
  readonly scale: Vector3
}

/** Turn and scale of a map, or null if it shears. A mirrored one has a negative scale. */
export function withoutShear(map: Matrix4): Placement | null {
  const position = new Vector3()
  const rotation = new Quaternion()
  const scale = new Vector3()
  map.decompose(position, rotation, scale)
  const again = new Matrix4().compose(position, rotation, scale)
  const size = Math.max(Math.abs(scale.x), Math.abs(scale.y), Math.abs(scale.z))
  for (let i = 0; i < 11; i++) if (Math.abs(again.elements[i]! - map.elements[i]!) > SHEAR_TOLERANCE * size) return null
  return { position, rotation, scale }
}

/** Shapes of one geometry; `map` leads from its vertices to the body. */
export function shapesOfGeometry(geometry: BufferGeometry, map: Matrix4, options: FitOptions, mesh?: Mesh): ShapeDefinition[] {
  const { fit, dynamic, surface } = options
  if (fit === 'box') return [fitBox(geometry, map, surface, mesh)]
  if (fit === 'sphere') return [fitSphere(readVertices(geometry, map, mesh), surface)]
  if (fit === 'hull') return [hull({ ...surface, points: readVertices(geometry, map, mesh) })]
  if (fit === 'mesh') return [triangles(geometry, map, dynamic, surface, mesh)]
  const primitive = mesh !== undefined && ('isSkinnedMesh' in mesh || mesh.morphTargetInfluences !== undefined) ? null : primitiveOf(geometry)
  if (primitive !== null) {
    const exact = exactShape(primitive, map, dynamic, surface)
    if (exact !== null) return [exact]
    if (isConvex(primitive)) return [hull({ ...surface, points: readVertices(geometry, map, mesh) })]
  }
  return [dynamic ? hull({ ...surface, points: readVertices(geometry, map, mesh) }) : triangles(geometry, map, dynamic, surface, mesh)]
}

/** Shapes of a mesh, or of all meshes below an object that is none. `toBody` leads from the world to the body. */
export function shapesOfObject(object: Object3D, toBody: Matrix4, options: FitOptions, includeInvisible: boolean): ShapeDefinition[] {
  if (isMesh(object)) return shapesOfGeometry(object.geometry, new Matrix4().multiplyMatrices(toBody, object.matrixWorld), options, object)
  const shapes: ShapeDefinition[] = []
  const visit = (child: Object3D): void => {
    if (!includeInvisible && !child.visible) return
    // What has a body of its own is no part of this one.
    if (child !== object && child.userData['physics']) return
    if (isMesh(child)) shapes.push(...shapesOfGeometry(child.geometry, new Matrix4().multiplyMatrices(toBody, child.matrixWorld), options, child))
    child.children.forEach(visit)
  }
  visit(object)
  if (shapes.length === 0) {
    const advice = 'has no mesh to make a shape of. Add one, or give shapes.'
    throw new PhysicsError('degenerate', 'physics.addMesh.mesh', object.name || object.type, advice)
  }
  return shapes
}

export function isMesh(object: Object3D): object is Mesh {
  return 'isMesh' in object && object.isMesh === true
}

/** Shapes that three's parametric solids are hulls of, however their vertices were mapped. */
function isConvex({ type, parameters }: Primitive): boolean {
  if (type === 'CylinderGeometry' || type === 'ConeGeometry') return parameters['openEnded'] !== true && isWholeTurn(parameters)
  if (type === 'SphereGeometry') return isWholeBall(parameters)
  return ['BoxGeometry', 'RoundedBoxGeometry', 'CapsuleGeometry', 'TetrahedronGeometry', 'OctahedronGeometry', 'IcosahedronGeometry',
    'DodecahedronGeometry'].includes(type)
}

const TURN = 2 * Math.PI

function isWholeTurn({ thetaLength = TURN }: Primitive['parameters']): boolean {
  return (thetaLength as number) >= TURN - 1e-6
}

function isWholeBall({ phiLength = TURN, thetaStart = 0, thetaLength = Math.PI }: Primitive['parameters']): boolean {
  return (phiLength as number) >= TURN - 1e-6 && thetaStart === 0 && (thetaLength as number) >= Math.PI - 1e-6
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= SAME_SCALE * Math.max(a, b)

/** The engine's own shape of a primitive, or null where it has none. */
function exactShape(primitive: Primitive, map: Matrix4, dynamic: boolean, surface: ShapeOptions): ShapeDefinition | null {
  const placement = withoutShear(primitive.map === null ? map : new Matrix4().multiplyMatrices(map, primitive.map))
  if (placement === null) return null
  const { position, rotation, scale } = placement
  const [x, y, z] = [Math.abs(scale.x), Math.abs(scale.y), Math.abs(scale.z)]
  const at = { ...surface, position, rotation }
  const { type, parameters } = primitive
  const number = (name: string, standard: number): number => (parameters[name] as number | undefined) ?? standard
  if (type === 'BoxGeometry' || type === 'RoundedBoxGeometry') {
    const halfExtents = { x: (number('width', 1) * x) / 2, y: (number('height', 1) * y) / 2, z: (number('depth', 1) * z) / 2 }
    if (type === 'BoxGeometry') return box({ ...at, halfExtents })
    const rounding = number('radius', 0.1) * x
    const isRound = isNear(x, y) && isNear(y, z) && rounding < Math.min(halfExtents.x, halfExtents.y, halfExtents.z)
    return isRound ? box({ ...at, halfExtents, rounding }) : null
  }
  if (type === 'SphereGeometry' ? isWholeBall(parameters) : type === 'IcosahedronGeometry' && number('detail', 0) >= ROUND_DETAIL) {
    const radius = number('radius', 1)
    if (isNear(x, y) && isNear(y, z)) return sphere({ ...at, radius: radius * x })
    return ellipsoid({ ...at, radii: { x: radius * x, y: radius * y, z: radius * z } })
  }
  if (type === 'CapsuleGeometry') {
    const length = number('height', number('length', 1)) * y
    return isNear(x, y) && isNear(y, z) && length > 0 ? capsule({ ...at, radius: number('radius', 1) * x, halfLength: length / 2 }) : null
  }
  if (type === 'CylinderGeometry' || type === 'ConeGeometry') {
    // A tube without lids is hollow for what does not move.
    if (!isNear(x, z) || !isWholeTurn(parameters) || (parameters['openEnded'] === true && !dynamic)) return null
    const isCone = type === 'ConeGeometry'
    const top = x * (isCone ? 0 : number('radiusTop', 1))
    const bottom = x * (isCone ? number('radius', 1) : number('radiusBottom', 1))
    // Mirrored along its axis it stands on its head.
    const [radiusTop, radiusBottom] = scale.y < 0 ? [bottom, top] : [top, bottom]
    return cylinder({ ...at, radiusTop, radiusBottom, halfHeight: (number('height', 1) * y) / 2 })
  }
  if (type === 'PlaneGeometry' && dynamic) {
    const [width, height] = [number('width', 1) * x, number('height', 1) * y]
    return box({ ...at, halfExtents: { x: width / 2, y: height / 2, z: CARD_THICKNESS * Math.max(width, height) } })
  }
  return null
}

/** The box around the vertices, along the axes of the mesh. */
function fitBox(geometry: BufferGeometry, map: Matrix4, surface: ShapeOptions, mesh?: Mesh): ShapeDefinition {
  const placement = withoutShear(map)
  const rotation = placement?.rotation ?? new Quaternion()
  // Vertices in axes that are turned as the mesh is.
  const turnBack = new Matrix4().makeRotationFromQuaternion(rotation.clone().invert())
  const { min, max } = boundsOf(readVertices(geometry, turnBack.multiply(map), mesh))
  const halfExtents = max.clone().sub(min).multiplyScalar(0.5)
  const thin = CARD_THICKNESS * Math.max(halfExtents.x, halfExtents.y, halfExtents.z)
  halfExtents.max(new Vector3(thin, thin, thin))
  return box({ ...surface, position: min.add(max).multiplyScalar(0.5).applyQuaternion(rotation), rotation, halfExtents })
}

function fitSphere(vertices: Float64Array, surface: ShapeOptions): ShapeDefinition {
  const { min, max } = boundsOf(vertices)
  const center = min.add(max).multiplyScalar(0.5)
  let square = 0
  const at = new Vector3()
  for (let i = 0; i < vertices.length; i += 3) square = Math.max(square, at.fromArray(vertices, i).distanceToSquared(center))
  return sphere({ ...surface, position: center, radius: Math.sqrt(square) })
}

function boundsOf(vertices: Float64Array): { min: Vector3; max: Vector3 } {
  if (vertices.length === 0) throw new PhysicsError('degenerate', 'geometry.attributes.position', 0, 'has no vertices to make a shape of.')
  const min = new Vector3(Infinity, Infinity, Infinity)
  const max = new Vector3(-Infinity, -Infinity, -Infinity)
  const at = new Vector3()
  for (let i = 0; i < vertices.length; i += 3) {
    at.fromArray(vertices, i)
    min.min(at)
    max.max(at)
  }
  return { min, max }
}

/** The triangles as they are drawn: a material that shows both sides collides on both. */
function triangles(geometry: BufferGeometry, map: Matrix4, dynamic: boolean, surface: ShapeOptions, mesh?: Mesh): ShapeDefinition {
  const material = (Array.isArray(mesh?.material) ? mesh.material[0] : mesh?.material) as Material | undefined
  const side = material?.side
  const flip = map.determinant() < 0 !== (side === BackSide)
  // Open meshes weigh nothing and refuse a density.
  const { density, ...rest } = surface
  const weight = dynamic && density !== undefined ? { density } : {}
  const positions = readVertices(geometry, map, mesh)
  const { min, max } = boundsOf(positions)
  const weldTolerance = WELD * min.distanceTo(max)
  const sides = side === DoubleSide ? 'both' : 'front'
  return meshShape({ ...rest, ...weight, positions, indices: readTriangles(geometry, flip), weldTolerance, sides })
}
