/**
 * The world: what users make, fill, step and ask. Every method is short and names the function that does the work: `step` is in `step/step.ts`,
 * a joint in its file in `joints/kinds`, queries in `api/queries.ts`; what needs no coordinate is in `common/world`.
 */

import { CharacterHandles } from '../../common/characters/character-handles.ts'
import { closedTo, labelOf, requireIdle } from '../../common/memory/handles.ts'
import type { DrawOptions } from '../../common/world/draw-options.ts'
import { FixedSteps, type AdvanceOptions } from '../../common/world/fixed-steps.ts'
import { runStep } from '../../common/world/run-step.ts'
import { applyOptions, clockOf, setContinuous, setSleeping, setSubsteps, wakeAll } from '../../common/world/settings.ts'
import { Snapshots, type RestoreOptions, type SnapshotOptions } from '../../common/world/snapshots.ts'
import { countAwakeBodies, readStats, type WorldStats } from '../../common/world/stats.ts'
import { WorldHooks } from '../../common/world/world-hooks.ts'
import { WorldHandles } from '../../common/world/world-handles.ts'
import type { JointType } from '../joints/define-joint.ts'
import type { JointKind } from '../joints/joint-kind.ts'
import type { Joint } from '../joints/joint.ts'
import { writeAngularLimit, type AngularLimitDefinition, type AngularLimitJoint } from '../joints/kinds/angular-limit-joint.ts'
import { writeBall, type BallDefinition, type BallJoint } from '../joints/kinds/ball-joint.ts'
import { BUILT_IN_JOINTS, jointClass } from '../joints/kinds/built-in-kinds.ts'
import { writeConeLimit, type ConeLimitDefinition, type ConeLimitJoint } from '../joints/kinds/cone-limit-joint.ts'
import { writeConstantVelocity, type ConstantVelocityDefinition, type ConstantVelocityJoint } from '../joints/kinds/constant-velocity-joint.ts'
import { writeCustom, writeTyped, type CustomJoint, type CustomJointDefinition, type TypedJointDefinition } from '../joints/kinds/custom-joint.ts'
import { writeCylindrical, type CylindricalDefinition, type CylindricalJoint } from '../joints/kinds/cylindrical-joint.ts'
import { writeDistance, type DistanceDefinition, type DistanceJoint } from '../joints/kinds/distance-joint.ts'
import { writeFixed, type FixedDefinition, type FixedJoint } from '../joints/kinds/fixed-joint.ts'
import { writeGear, type GearDefinition, type GearJoint } from '../joints/kinds/gear-joint.ts'
import { writeGeneric, type GenericDefinition, type GenericJoint } from '../joints/kinds/generic-joint.ts'
import { writeHinge, type HingeDefinition, type HingeJoint } from '../joints/kinds/hinge-joint.ts'
import { writeMotor, type MotorDefinition, type MotorJoint } from '../joints/kinds/motor-joint.ts'
import { writeMouse, type MouseDefinition, type MouseJoint } from '../joints/kinds/mouse-joint.ts'
import { writeOrientationLock, type OrientationLockDefinition, type OrientationLockJoint } from '../joints/kinds/orientation-lock-joint.ts'
import { writePath, type PathJointDefinition, type PathJoint } from '../joints/kinds/path-joint.ts'
import { writePulley, type PulleyDefinition, type PulleyJoint } from '../joints/kinds/pulley-joint.ts'
import { writeRackAndPinion, type RackAndPinionDefinition, type RackAndPinionJoint } from '../joints/kinds/rack-and-pinion-joint.ts'
import { writeScrew, type ScrewDefinition, type ScrewJoint } from '../joints/kinds/screw-joint.ts'
import { writeSlider, type SliderDefinition, type SliderJoint } from '../joints/kinds/slider-joint.ts'
import { writeSwingTwist, type SwingTwistDefinition, type SwingTwistJoint } from '../joints/kinds/swing-twist-joint.ts'
import { writeTwoPointHinge, type TwoPointHingeDefinition, type TwoPointHingeJoint } from '../joints/kinds/two-point-hinge-joint.ts'
import { writeUniversal, type UniversalDefinition, type UniversalJoint } from '../joints/kinds/universal-joint.ts'
import { writeWedgeLimit, type WedgeLimitDefinition, type WedgeLimitJoint } from '../joints/kinds/wedge-limit-joint.ts'
import { writeWheel, type WheelDefinition, type WheelJoint } from '../joints/kinds/wheel-joint.ts'
import { readVec3, writeVec3, type Vec3 } from '../math/types.ts'
import { step } from '../step/step.ts'
import { refreshExtent, refreshMass } from '../store/body-store.ts'
import { SNAPSHOT_KINDS, type Kept } from '../store/snapshot-kinds.ts'
import { WorldState } from '../store/world-state.ts'
import { VehicleHandles, type WheeledVehicle, type WheeledVehicleDefinition } from '../vehicles/vehicle.ts'
import { writeBody, type BodyDefinition } from './body-definition.ts'
import { Body } from './body.ts'
import { writeCharacter, type CharacterDefinition } from './character-definition.ts'
import { Character } from './character.ts'
import { Contact } from './contact.ts'
import { drawWorld, type DebugRenderer } from './draw.ts'
import { WorldEventReader, type WorldEvents } from './events.ts'
import { readInterpolated, readPoses } from './poses.ts'
import { WorldMovers, type MoverCast, type MoverHit, type MoverPlane, type MoverSurroundings } from './movers.ts'
import { WorldQueries, type BoxQuery, type QueryFilter, type Ray, type RayCastHit, type ShapeOverlap, type ShapePlacement } from './queries.ts'
import { readContacts } from './read-contacts.ts'
import type { ShapeDefinition } from './shape-definition.ts'
import { ShapeQueries, type ClosestPoint, type PointQuery, type ShapeCast, type ShapeCastHit, type ShapeDistance } from './shape-queries.ts'
import { Shape } from './shape.ts'
import { OPTION_FIELDS, type WorldOptions } from './world-options.ts'

export type { WorldOptions } from './world-options.ts'

/** Bodies, their shapes and joints, and the time they live in. As many worlds as you like; they do not know of each other. */
export class World {
  /** What happened in the last step, or in all steps of the last `advance`: contacts, sensors, sleep, broken joints. */
  readonly events: WorldEvents
  /** @internal */
  readonly state: WorldState
  /** @internal */
  readonly handles: WorldHandles<WorldState, Body, Shape, Joint>
  private readonly characterHandles: CharacterHandles<Character, Body>
  private readonly vehicleHandles: VehicleHandles
  private readonly movers: WorldMovers
  private readonly queries: WorldQueries
  private readonly hooks: WorldHooks<Contact, Shape>
  private readonly shapeQueries: ShapeQueries
  private readonly fixedSteps: FixedSteps
  private readonly snapshots: Snapshots<WorldState, JointKind, Kept, JointType>

  /** An empty world. Nothing to load before, nothing to free afterwards. */
  constructor(options: WorldOptions = {}) {
    const state = new WorldState(clockOf(options, OPTION_FIELDS))
    for (const [kind] of BUILT_IN_JOINTS) state.jointKinds.push(kind)
    state.builtInKinds = state.jointKinds.length
    this.state = state
    this.handles = new WorldHandles(this, state, { body: Body, shape: Shape, jointClass, refreshMass, refreshExtent })
    this.characterHandles = new CharacterHandles(this.handles, Character)
    this.vehicleHandles = new VehicleHandles(this.handles)
    this.events = Object.preventExtensions(new WorldEventReader(state.events, this.handles))
    this.movers = new WorldMovers(this, state, this.handles.shapes)
    this.queries = new WorldQueries(this, state, this.handles.shapes)
    this.hooks = new WorldHooks(state, new Contact(state, this.handles.shapes), this.handles.shapes)
    this.shapeQueries = new ShapeQueries(this, state, this.handles.shapes)
    this.fixedSteps = new FixedSteps(state, (dt) => runStep(state, dt, step))
    this.snapshots = new Snapshots(state, this.fixedSteps, SNAPSHOT_KINDS)
    if (options.gravity !== undefined) this.gravity = options.gravity
    applyOptions(state, this.fixedSteps, options)
    // Closed: what is set on a world and is no property of it is a mistake. Classes that extend it may have fields of their own.
    if (new.target === World) Object.freeze(this)
  }

  /** What errors call it. */
  get [Symbol.toStringTag](): string { return 'World' }

  /** What `JSON.stringify` writes: steps, gravity, bodies, joints, characters. For logs; `saveScene` keeps worlds. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { stepCount, gravity, bodies, joints, characters, vehicles } = this
    return { stepCount, gravity, bodies: [...bodies], joints: [...joints], characters: [...characters], vehicles: [...vehicles] }
  }

  /** Acceleration of every body that has gravity, m/s². Default 0, −9.81, 0. Setting it wakes everything. */
  get gravity(): Readonly<Vec3> {
    return Object.freeze(writeVec3(this.state.globals.columns.gravity, 0, { x: 0, y: 0, z: 0 }))
  }

  set gravity(value: Vec3) {
    requireIdle(this.state, 'world.gravity')
    readVec3(value, 'world.gravity', this.state.globals.columns.gravity, 0)
    wakeAll(this.state)
  }

  /** Count of substeps of a step, 1 … 64. Default 4. More hold heavy loads and fast joints better, and cost more time. */
  get substeps(): number {
    return this.state.globals.columns.substeps[0]
  }

  set substeps(value: number) {
    setSubsteps(this.state, value)
  }

  /** Do resting bodies sleep? Default true. Switching it off wakes everything. */
  get sleeping(): boolean {
    return this.state.globals.columns.sleeping[0] === 1
  }

  set sleeping(value: boolean) {
    setSleeping(this.state, value)
  }

  /** Are fast bodies stopped at their first impact, so that they do not pass through thin walls? Default true. */
  get continuous(): boolean {
    return this.state.globals.columns.continuous[0] === 1
  }

  set continuous(value: boolean) {
    setContinuous(this.state, value)
  }

  /** Step length of `advance`, s. Default 1/60. */
  get fixedStep(): number {
    return this.fixedSteps.length
  }

  set fixedStep(value: number) {
    this.fixedSteps.setLength(value)
  }

  /**
   * Called in every step for every contact before it is solved: reads it, changes its friction, restitution or surface velocity, or drops it
   * (`contact.disable()`). In the same order in every run. The world may be asked, not changed. A fast body that is about to be stopped is
   * asked about, too, at the pose of its impact. Not in snapshots; a restore leaves it as it is. Default null: none.
   */
  get onContact(): ((contact: Contact) => void) | null {
    return this.hooks.onContact
  }

  set onContact(value: ((contact: Contact) => void) | null) {
    this.hooks.onContact = value
  }

  /**
   * Called once when two shapes come near each other, if their filters let them collide: false keeps them from it, sensors too, until they part.
   * Setting it asks about all that are near each other. Answers are in snapshots, the function is not; a restore leaves it as it is. Default
   * null: none.
   */
  get shouldCollide(): ((a: Shape, b: Shape) => boolean) | null {
    return this.hooks.shouldCollide
  }

  set shouldCollide(value: ((a: Shape, b: Shape) => boolean) | null) {
    this.hooks.shouldCollide = value
  }

  /** Advances the world by dt seconds, at most 10. A step of 0 does nothing. Never throws but for a bad dt. */
  step(dt: number): void {
    this.fixedSteps.requireOutside('world.step')
    runStep(this.state, dt, step)
  }

  /**
   * Runs as many fixed steps as fit into the given seconds (at most 1) plus what was left over: call it once a frame. Returns how many.
   * `events` are those of all these steps. Forces applied before act in each of them. A time of 0, or below by a clock's error, does nothing.
   */
  advance(seconds: number, callbacks?: AdvanceOptions): number {
    return this.fixedSteps.advance(seconds, callbacks)
  }

  /** How far `advance` is between the last step and the next, 0 … 1: the blend of interpolated poses. */
  get alpha(): number {
    return this.fixedSteps.alpha
  }

  /** Count of the steps since the world was made. */
  get stepCount(): number {
    return this.state.globals.columns.stepCount[0]
  }

  /** Adds a body. A definition that is refused leaves the world as it was. */
  createBody(definition: BodyDefinition = {}): Body {
    requireIdle(this.state, 'world.createBody')
    const userData = labelOf(definition)
    const row = closedTo(this.state, () => writeBody(this.state, definition))
    const body = this.handles.bodies.ofRow(row)
    body.userData = userData
    const shapes = body.shapes
    definition.shapes?.forEach((shape, i) => (shapes[i].userData = shape.userData))
    return body
  }

  /** Removes a body, its shapes, its joints and its wheels. Removing it twice is harmless. */
  destroyBody(body: Body): void {
    this.handles.destroyBody(body)
    this.vehicleHandles.dropOrphans()
  }

  /** Removes one shape; its body's mass follows. Removing it twice is harmless. */
  destroyShape(shape: Shape): void {
    this.handles.destroyShape(shape)
  }

  /** All bodies, in the order of `readPoses`. */
  get bodies(): IterableIterator<Body> {
    return this.handles.listBodies()
  }

  /** The body with this id, such as `castRays` writes, or null if there is none, any more or yet. */
  bodyById(id: number): Body | null {
    return this.handles.bodyById(id)
  }

  /** Count of the bodies. */
  get bodyCount(): number {
    return this.state.globals.columns.bodyCount[0]
  }

  /** Count of the bodies that are awake. */
  get awakeBodyCount(): number {
    return countAwakeBodies(this.state)
  }

  /** Adds a character: a shape that walks, jumps, climbs steps and rides lifts, moved in every step. It has a kinematic body of its own. */
  createCharacter(definition: CharacterDefinition): Character {
    return this.characterHandles.create(definition, (d) => writeCharacter(this.state, d))
  }

  /** Removes a character and its body. Removing it twice is harmless. */
  destroyCharacter(character: Character): void {
    this.characterHandles.destroy(character)
  }

  /** All characters, in the order of their rows: the order in which they move. */
  get characters(): IterableIterator<Character> {
    return this.characterHandles.list()
  }

  /** Count of the characters. */
  get characterCount(): number {
    return this.characterHandles.count
  }

  /** Puts wheels, and if you like an engine, on a body: a car, a truck, a tricycle. The chassis stays a body like any other. */
  createVehicle(chassis: Body, definition: WheeledVehicleDefinition): WheeledVehicle {
    return this.vehicleHandles.create(chassis, definition)
  }

  /** Takes the wheels off; the chassis stays. Removing them twice is harmless. */
  destroyVehicle(vehicle: WheeledVehicle): void {
    this.vehicleHandles.destroy(vehicle)
  }

  /** All vehicles, in the order of their rows. */
  get vehicles(): IterableIterator<WheeledVehicle> {
    return this.vehicleHandles.list()
  }

  /** Count of the vehicles. */
  get vehicleCount(): number {
    return this.vehicleHandles.count
  }

  /** A shoulder or a tow hitch: two anchors coincide, every turn is free. */
  createBallJoint(definition: BallDefinition): BallJoint {
    return this.handles.createJoint('createBallJoint', definition, writeBall)
  }

  /** A door hinge, a wheel on a fixed axle: one axis to turn about. Limit, motor, spring and friction about it. */
  createHingeJoint(definition: HingeDefinition): HingeJoint {
    return this.handles.createJoint('createHingeJoint', definition, writeHinge)
  }

  /** A hinge given by two points of its axis, such as the two pins of a gate. */
  createTwoPointHingeJoint(definition: TwoPointHingeDefinition): TwoPointHingeJoint {
    return this.handles.createJoint('createTwoPointHingeJoint', definition, writeTwoPointHinge)
  }

  /** A drawer, a piston, a lift: one axis to move along, no turning. */
  createSliderJoint(definition: SliderDefinition): SliderJoint {
    return this.handles.createJoint('createSliderJoint', definition, writeSlider)
  }

  /** A weld: two bodies move as one, until it breaks. */
  createFixedJoint(definition: FixedDefinition): FixedJoint {
    return this.handles.createJoint('createFixedJoint', definition, writeFixed)
  }

  /** A rod, a rope, a spring or a winch between two anchors. */
  createDistanceJoint(definition: DistanceDefinition): DistanceJoint {
    return this.handles.createJoint('createDistanceJoint', definition, writeDistance)
  }

  /** A curtain ring on its rod: one axis to move along and to turn about. */
  createCylindricalJoint(definition: CylindricalDefinition): CylindricalJoint {
    return this.handles.createJoint('createCylindricalJoint', definition, writeCylindrical)
  }

  /** A vice, a bottle cap: turning about the axis moves B along it. */
  createScrewJoint(definition: ScrewDefinition): ScrewJoint {
    return this.handles.createJoint('createScrewJoint', definition, writeScrew)
  }

  /** A cardan joint: two shafts under an angle, joined by a cross. Turns unevenly, as the real one does. */
  createUniversalJoint(definition: UniversalDefinition): UniversalJoint {
    return this.handles.createJoint('createUniversalJoint', definition, writeUniversal)
  }

  /** A drive shaft of a front wheel: two shafts bend against each other and turn alike. */
  createConstantVelocityJoint(definition: ConstantVelocityDefinition): ConstantVelocityJoint {
    return this.handles.createJoint('createConstantVelocityJoint', definition, writeConstantVelocity)
  }

  /** A car wheel: travels on its suspension, steers, spins. */
  createWheelJoint(definition: WheelDefinition): WheelJoint {
    return this.handles.createJoint('createWheelJoint', definition, writeWheel)
  }

  /** Two cogwheels: two bodies turn at a fixed ratio. */
  createGearJoint(definition: GearDefinition): GearJoint {
    return this.handles.createJoint('createGearJoint', definition, writeGear)
  }

  /** A steering rack: a pinion turns, a rack moves. */
  createRackAndPinionJoint(definition: RackAndPinionDefinition): RackAndPinionJoint {
    return this.handles.createJoint('createRackAndPinionJoint', definition, writeRackAndPinion)
  }

  /** A rope over two wheels that stand still: one side goes up, the other down. */
  createPulleyJoint(definition: PulleyDefinition): PulleyJoint {
    return this.handles.createJoint('createPulleyJoint', definition, writePulley)
  }

  /** A roller coaster, a camera on rails: a point of B stays on a curve of A. */
  createPathJoint(definition: PathJointDefinition): PathJoint {
    return this.handles.createJoint('createPathJoint', definition, writePath)
  }

  /** A shoulder or hip of a figure: a shared point, an oval of swing, a range of twist. */
  createSwingTwistJoint(definition: SwingTwistDefinition): SwingTwistJoint {
    return this.handles.createJoint('createSwingTwistJoint', definition, writeSwingTwist)
  }

  /** Keeps the angle between two directions below a bound. Holds nothing else; add it to another joint. */
  createConeLimitJoint(definition: ConeLimitDefinition): ConeLimitJoint {
    return this.handles.createJoint('createConeLimitJoint', definition, writeConeLimit)
  }

  /** Keeps a direction of B inside a wedge about an axis of A. Holds nothing else; add it to another joint. */
  createWedgeLimitJoint(definition: WedgeLimitDefinition): WedgeLimitJoint {
    return this.handles.createJoint('createWedgeLimitJoint', definition, writeWedgeLimit)
  }

  /** Keeps the twist of B against A inside a range. Holds nothing else; add it to another joint. */
  createAngularLimitJoint(definition: AngularLimitDefinition): AngularLimitJoint {
    return this.handles.createJoint('createAngularLimitJoint', definition, writeAngularLimit)
  }

  /** A tray that stays level: two bodies keep looking the same way; where they are is free. */
  createOrientationLockJoint(definition: OrientationLockDefinition): OrientationLockJoint {
    return this.handles.createJoint('createOrientationLockJoint', definition, writeOrientationLock)
  }

  /** All six axes, each free, locked, limited, driven or rubbed. */
  createGenericJoint(definition: GenericDefinition): GenericJoint {
    return this.handles.createJoint('createGenericJoint', definition, writeGeneric)
  }

  /** Drives B to a velocity or a pose relative to A, with at most so much force: a character, a platform. */
  createMotorJoint(definition: MotorDefinition): MotorJoint {
    return this.handles.createJoint('createMotorJoint', definition, writeMotor)
  }

  /** Drags a point of a body softly towards a target: picking with the mouse. */
  createMouseJoint(definition: MouseDefinition): MouseJoint {
    return this.handles.createJoint('createMouseJoint', definition, writeMouse)
  }

  /** A joint of a type of your own, made with `defineJoint`. */
  createJoint(type: JointType, definition: TypedJointDefinition): CustomJoint {
    return this.handles.createJoint('createJoint', definition, (state, d) => writeTyped(state, type, d))
  }

  /** A joint given by its position error alone; derivatives are taken for you. */
  createCustomJoint(definition: CustomJointDefinition): CustomJoint {
    return this.handles.createJoint('createCustomJoint', definition, writeCustom)
  }

  /** Removes a joint. Removing it twice is harmless. */
  destroyJoint(joint: Joint): void {
    this.handles.destroyJoint(joint)
  }

  /** All joints, in the order of their rows. */
  get joints(): IterableIterator<Joint> {
    return this.handles.listJoints()
  }

  /** Count of the joints. */
  get jointCount(): number {
    return this.state.globals.columns.jointCount[0]
  }

  /** The nearest shape a ray meets, or null. */
  castRay(ray: Ray): RayCastHit | null {
    return this.queries.castRay(ray)
  }

  /** All shapes a ray meets, nearest first. */
  castRayAll(ray: Ray): RayCastHit[] {
    return this.queries.castRayAll(ray)
  }

  /** Does a ray meet anything? The cheapest question: line of sight. */
  castRayAny(ray: Ray): boolean {
    return this.queries.castRayAny(ray)
  }

  /**
   * Many rays at once: 7 numbers each in (origin, direction, maximum distance in m), 8 out: distance in m (−1 = nothing), normal, point,
   * body id. Returns how many hit. Allocates nothing.
   */
  castRays(rays: Float64Array, out: Float64Array, filter?: QueryFilter): number {
    return this.queries.castRays(rays, out, filter)
  }

  /** Shapes whose bounding boxes meet an axis-parallel box. */
  overlapBox(query: BoxQuery): Shape[] {
    return this.queries.overlapBox(query)
  }

  /** Shapes that overlap a shape put at a pose: is there room? The definition's own position and rotation are not used. */
  overlapShape(shape: ShapeDefinition, placement: ShapePlacement): Shape[] {
    return this.queries.overlapShape(shape, placement)
  }

  /** The same with how deep they overlap, in which direction and where: to push a shape out of what it is stuck in. */
  collideShape(shape: ShapeDefinition, placement: ShapePlacement): ShapeOverlap[] {
    return this.queries.collideShape(shape, placement)
  }

  /**
   * The nearest shape that a shape meets which moves in a straight line without turning, or null: will it fit through? One that it overlaps at
   * the start is met at distance 0, with depth and normal. The definition's own position and rotation are not used.
   */
  castShape(shape: ShapeDefinition, cast: ShapeCast): ShapeCastHit | null {
    return this.shapeQueries.castShape(shape, cast)
  }

  /** All shapes that it meets, nearest first. */
  castShapeAll(shape: ShapeDefinition, cast: ShapeCast): ShapeCastHit[] {
    return this.shapeQueries.castShapeAll(shape, cast)
  }

  /**
   * The same shape cast many times: 11 numbers each in (position, quaternion, direction, maximum distance in m), 9 out: distance in m (−1 =
   * nothing), normal, point, depth in m, body id. Returns how many met something; makes no objects.
   */
  castShapes(shape: ShapeDefinition, casts: Float64Array, out: Float64Array, filter?: QueryFilter): number {
    return this.shapeQueries.castShapes(shape, casts, out, filter)
  }

  /** The point of all shapes that is closest to a point, or null if none is near enough. */
  closestPoint(query: PointQuery): ClosestPoint | null {
    return this.shapeQueries.closestPoint(query)
  }

  /**
   * Many points at once: 4 numbers each in (point, maximum distance in m), 5 out: distance in m (−1 = nothing), closest point, body id. Returns
   * how many are near a shape; makes no objects.
   */
  closestPoints(points: Float64Array, out: Float64Array, filter?: QueryFilter): number {
    return this.shapeQueries.closestPoints(points, out, filter)
  }

  /** Shapes that contain a point: what is under the pointer? */
  overlapPoint(query: Omit<PointQuery, 'maxDistance'>): Shape[] {
    return this.shapeQueries.overlapPoint(query)
  }

  /** How far two shapes or bodies are apart, and where they are closest; or how deep they overlap. Two meshes that cross have no depth. */
  distance(a: Shape | Body, b: Shape | Body): ShapeDistance {
    return this.shapeQueries.distance(a, b)
  }

  /**
   * How far a shape can be moved, without turning, until it is within `gap` of another: what characters are made of. Null if nothing is in the
   * way. What it is nearer to than the gap stops it only if it goes towards it.
   */
  castMover(shape: ShapeDefinition, options: MoverCast): MoverHit | null {
    return this.movers.cast(shape, options)
  }

  /** A plane for every shape within `reach` of a shape put at a pose, for `solvePlanes`: in the order of their rows. */
  collectPlanes(shape: ShapeDefinition, options: MoverSurroundings): MoverPlane[] {
    return this.movers.collect(shape, options)
  }

  /** Poses of all bodies: 7 numbers each, x y z in m and the quaternion x y z w. Returns how many bodies there are; fills as many as fit. */
  readPoses(out: Float64Array): number {
    return readPoses(this.state, out)
  }

  /** The same, blended between the last two steps by `alpha`: what to draw when frames and steps do not coincide. */
  readInterpolatedPoses(out: Float64Array): number {
    return readInterpolated(this.state, out, this.alpha)
  }

  /**
   * Contact points of the last step: 8 numbers each, x y z in m, the unit normal, the depth in m and the impulse in N s. Returns how many;
   * fills as many as fit.
   */
  readContacts(out: Float64Array): number {
    return readContacts(this.state, out)
  }

  /**
   * Tells a renderer of yours what the engine sees: shapes coloured by state, contacts, joints, boxes, islands. Changes nothing. Poses are those
   * of the last step.
   */
  draw(renderer: DebugRenderer, options: DrawOptions = {}): void {
    closedTo(this.state, () => drawWorld(this.state, this.joints, renderer, options))
  }

  /** Bytes a snapshot takes now. */
  snapshotSize(options?: SnapshotOptions): number {
    return this.snapshots.size(options)
  }

  /**
   * Everything the future of this world depends on: save games, rollback. Into `out` if given, otherwise into new bytes. Returns the part used.
   * Any world of the same dimension can restore it, in another process too. `userData` and functions of your own are not in it.
   */
  snapshot(out?: Uint8Array | SnapshotOptions, options?: SnapshotOptions): Uint8Array {
    return this.snapshots.write(out, options)
  }

  /** Like `snapshot(out)`, but returns only how many bytes were used: allocates nothing at all. */
  snapshotInto(out: Uint8Array, options?: SnapshotOptions): number {
    return this.snapshots.writeInto(out, options)
  }

  /**
   * Becomes the world that took the snapshot, at that moment; what was in this world is gone. Bytes may come from anywhere: they are checked
   * first, and a snapshot that is refused changes nothing. `options.jointTypes`: types of your own joints in it that this world has not used.
   */
  restore(bytes: Uint8Array, options?: RestoreOptions<JointType>): void {
    this.snapshots.restore(bytes, options)
  }

  /** Sixteen hex digits over all state: equal on every platform if and only if the bits are equal. */
  hash(): string {
    return this.snapshots.hash()
  }

  /** Milliseconds of the last step by stage; all 0 without `clock`. */
  get profile(): Readonly<Record<string, number>> {
    return this.state.profile.stages
  }

  /** Counts of the moment: bodies, pairs, contacts, memory. */
  get stats(): WorldStats {
    return readStats(this.state)
  }
}
