// Draws every body of a world from the array of poses. Knows shapes and colours; owns no physics.
import { type BufferGeometry, Group, Matrix4, Quaternion, Vector3 } from 'three'
import type { Body, Shape, WheeledVehicle, World } from 'fulcrum-physics/3d'
import { HullBatch } from './hull-batch.ts'
import { InstanceBatch } from './instance-batch.ts'
import { createFlatMaterial, createGlassMaterial, createGroundMaterial, createRoundMaterial } from './materials.ts'
import { colorsFor, TYRE, type BodyColors } from './palette.ts'
import {
  createCylinder, createHull, createMesh, createRound, createRoundedBox, createRoundedHull, createTaperedCapsule, createUnitBox,
} from './shape-geometry.ts'
import { localFrame, PLANE_DEPTH } from './shape-frame.ts'

/** A static box at most this share as thick as it is wide, standing upright, is a wall: drawn as glass, or it would hide the scene. */
const WALL_THINNESS = 0.25

/** A half-space is drawn as a slab: half its width, m. */
const PLANE_SIDE = 200

/** One shape of a body, ready to be drawn: a copy in a batch, or a hull by its number. */
interface Part {
  readonly batch: InstanceBatch | null
  readonly hull: number
  /** Shape's frame and size, relative to the body. */
  readonly local: Matrix4
}

interface Visual {
  readonly parts: Part[]
  readonly colors: BodyColors
}

const position = new Vector3()
const rotation = new Quaternion()
const UNIT = new Vector3(1, 1, 1)
const bodyMatrix = new Matrix4()
const matrix = new Matrix4()
/** A wheel's axle is its x, that of a cylinder its y. */
const AXLE = new Matrix4().makeRotationZ(-Math.PI / 2)

export class BodyMeshes {
  readonly group = new Group()
  private readonly flat = createFlatMaterial()
  private readonly round = createRoundMaterial()
  private readonly ground = createGroundMaterial()
  private readonly glass = createGlassMaterial()
  private readonly batches = new Map<string, InstanceBatch>()
  private readonly hullGeometries = new Map<string | object, number>()
  private readonly visuals = new Map<Body, Visual>()
  private hulls: HullBatch | null = null
  private seen = 0

  /** Forgets everything drawn so far; called when another world is shown. */
  clear(): void {
    for (const batch of this.batches.values()) batch.dispose()
    this.hulls?.dispose()
    this.batches.clear()
    this.hulls = null
    this.hullGeometries.clear()
    this.visuals.clear()
    this.seen = 0
  }

  /** Draws the bodies at `poses`: 7 numbers per body, in the order of `world.bodies`. */
  update(world: World, poses: Float64Array, showSleep: boolean): void {
    for (const batch of this.batches.values()) batch.begin()
    this.hulls?.begin()
    const chassis = new Map<Body, Matrix4>()
    for (const vehicle of world.vehicles) chassis.set(vehicle.chassis, new Matrix4())
    let at = 0
    for (const body of world.bodies) {
      const { parts, colors } = this.visuals.get(body) ?? this.createVisual(body)
      const color = showSleep && !body.isAwake ? colors.asleep : colors.awake
      position.fromArray(poses, at)
      rotation.fromArray(poses, at + 3)
      bodyMatrix.compose(position, rotation, UNIT)
      chassis.get(body)?.copy(bodyMatrix)
      for (const part of parts) {
        matrix.multiplyMatrices(bodyMatrix, part.local)
        if (part.batch) part.batch.add(matrix, color)
        else this.hulls!.show(part.hull, matrix, color)
      }
      at += 7
    }
    for (const vehicle of world.vehicles) this.addWheels(vehicle, chassis.get(vehicle.chassis)!)
    for (const batch of this.batches.values()) batch.end()
    this.hulls?.end()
    if (this.visuals.size > world.bodyCount) this.forgetMissing(world)
  }

  /** Wheels where they are to the chassis, which is drawn at `frame`: between two steps. */
  private addWheels(vehicle: WheeledVehicle, frame: Matrix4): void {
    const { position: p, rotation: q } = vehicle.chassis
    const own = new Matrix4().compose(position.set(p.x, p.y, p.z), rotation.set(q.x, q.y, q.z, q.w), UNIT).invert().premultiply(frame)
    for (const wheel of vehicle.wheels) {
      const { radius } = wheel
      const halfHeight = (0.5 * wheel.width) / radius
      const profile = { top: 1, bottom: 1, halfHeight, rounding: Math.min(0.1, 0.5 * halfHeight) }
      const { position: hub, rotation: turn } = wheel
      matrix.compose(position.set(hub.x, hub.y, hub.z), rotation.set(turn.x, turn.y, turn.z, turn.w), UNIT.clone().setScalar(radius))
      matrix.premultiply(own).multiply(AXLE)
      this.solidBatch(`wheel ${halfHeight}`, false, this.round, () => createCylinder(profile)).add(matrix, TYRE)
    }
  }

  private forgetMissing(world: World): void {
    const present = new Set(world.bodies)
    for (const body of this.visuals.keys()) if (!present.has(body)) this.visuals.delete(body)
  }

  private createVisual(body: Body): Visual {
    const parts: Part[] = []
    for (const shape of body.shapes) parts.push(this.createPart(shape, body))
    const visual = { parts, colors: colorsFor(body.type, this.seen++) }
    this.visuals.set(body, visual)
    return visual
  }

  private createPart(shape: Shape, body: Body): Part {
    if (shape.kind === 'sphere' || shape.kind === 'capsule') {
      const slenderness = shape.kind === 'sphere' ? 0 : shape.halfLength / shape.radius
      const batch = this.roundBatch(slenderness, shape.sensor)
      return { batch, hull: -1, local: localFrame(shape, new Vector3().setScalar(shape.radius)) }
    }
    if (shape.kind === 'box') {
      const { x, y, z } = shape.halfExtents!
      const local = localFrame(shape, new Vector3(x, y, z))
      return { batch: this.boxBatch(shape, body, local), hull: -1, local }
    }
    if (shape.kind === 'cylinder') {
      return { batch: this.cylinderBatch(shape), hull: -1, local: localFrame(shape, new Vector3().setScalar(shape.radius)) }
    }
    if (shape.kind === 'plane') {
      const below = new Matrix4().makeTranslation(0, -PLANE_DEPTH, 0)
      const slab = localFrame(shape, UNIT).multiply(below).scale(new Vector3(PLANE_SIDE, PLANE_DEPTH, PLANE_SIDE))
      return { batch: this.boxBatch(shape, body, slab), hull: -1, local: slab }
    }
    if (shape.kind === 'ellipsoid') {
      const { x, y, z } = shape.radii!
      return { batch: this.roundBatch(0, shape.sensor), hull: -1, local: localFrame(shape, new Vector3(x, y, z)) }
    }
    if (shape.kind === 'tapered-capsule') {
      const { radius, radiusTop: top, radiusBottom: bottom, halfLength } = shape
      const create = () => createTaperedCapsule(top / radius, bottom / radius, halfLength / radius)
      const batch = this.solidBatch(`tapered ${top / radius} ${bottom / radius} ${halfLength / radius}`, shape.sensor, this.round, create)
      return { batch, hull: -1, local: localFrame(shape, new Vector3().setScalar(radius)) }
    }
    if (shape.kind === 'rounded-box') {
      const { rounding } = shape
      const { x, y, z } = shape.halfExtents!
      const batch = this.solidBatch(`rounded ${x} ${y} ${z} ${rounding}`, shape.sensor, this.flat, () => createRoundedBox(x, y, z, rounding))
      return { batch, hull: -1, local: localFrame(shape, UNIT) }
    }
    if (shape.kind === 'rounded-hull') {
      const points = shape.points!
      const create = () => createRoundedHull(points, shape.rounding)
      const key = `rounded ${points.join()} ${shape.rounding}`
      return { batch: this.solidBatch(key, shape.sensor, this.flat, create), hull: -1, local: localFrame(shape, UNIT) }
    }
    // Level geometry is drawn as it was built, and scaled here; the points of a hull are those of the shape.
    const { x, y, z } = shape.points ? UNIT : shape.scale
    return { batch: null, hull: this.addHull(shape), local: localFrame(shape, new Vector3(x, y, z)) }
  }

  private roundBatch(slenderness: number, isSensor: boolean): InstanceBatch {
    const material = isSensor ? this.glass : this.round
    const key = `${isSensor ? 'sensor' : 'round'} ${slenderness.toFixed(3)}`
    return this.batch(key, () => new InstanceBatch(this.group, createRound(slenderness), material, !isSensor))
  }

  private cylinderBatch(shape: Shape): InstanceBatch {
    const { radius, sensor } = shape
    const profile = {
      top: shape.radiusTop / radius, bottom: shape.radiusBottom / radius, halfHeight: shape.halfHeight / radius, rounding: shape.rounding / radius,
    }
    return this.solidBatch(`cylinder ${Object.values(profile).join(' ')}`, sensor, this.round, () => createCylinder(profile))
  }

  /** Shapes that are drawn by a geometry of their own. */
  private solidBatch(key: string, isSensor: boolean, material: typeof this.flat, create: () => BufferGeometry): InstanceBatch {
    const name = `${isSensor ? 'sensor ' : ''}${key}`
    return this.batch(name, () => new InstanceBatch(this.group, create(), isSensor ? this.glass : material, !isSensor))
  }

  private boxBatch(shape: Shape, body: Body, local: Matrix4): InstanceBatch {
    const create = (material: typeof this.flat, shadows: boolean) => () => new InstanceBatch(this.group, createUnitBox(), material, shadows)
    if (shape.sensor || (body.type === 'static' && isWall(local, body))) return this.batch('glass', create(this.glass, false))
    if (body.type !== 'static') return this.batch('box', create(this.flat, true))
    return this.batch('ground', create(this.ground, true))
  }

  private batch(key: string, create: () => InstanceBatch): InstanceBatch {
    let batch = this.batches.get(key)
    if (!batch) {
      batch = create()
      this.batches.set(key, batch)
    }
    return batch
  }

  private addHull(shape: Shape): number {
    this.hulls ??= new HullBatch(this.group, this.flat)
    const level = shape.mesh ?? shape.heightField ?? shape.voxels
    const key = level ?? shape.points!.join()
    let geometry = this.hullGeometries.get(key)
    if (geometry === undefined) {
      geometry = this.hulls.addGeometry(level ? createMesh(level) : createHull(shape.points!, shape.faces!))
      this.hullGeometries.set(key, geometry)
    }
    return this.hulls.addInstance(geometry)
  }
}

/** Whether a box, given by its frame scaled by its half sizes, is thin and its thin direction level. */
function isWall(local: Matrix4, body: Body): boolean {
  const { x, y, z, w } = body.rotation
  const turned = new Matrix4().makeRotationFromQuaternion(new Quaternion(x, y, z, w)).multiply(local)
  const axes = [0, 1, 2].map((column) => new Vector3().setFromMatrixColumn(turned, column))
  axes.sort((a, b) => a.length() - b.length())
  const [thin, middle] = axes as [Vector3, Vector3, Vector3]
  return thin.length() < WALL_THINNESS * middle.length() && Math.abs(thin.y) < 0.3 * thin.length()
}
