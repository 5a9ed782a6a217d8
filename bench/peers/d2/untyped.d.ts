/** Types of what is used of packages that bring none, or such as get into the way of other packages'. */

declare module 'phaser-box2d/dist/PhaserBox2D.js' {
  export interface Vector {
    x: number
    y: number
  }
  export interface Rotation {
    c: number
    s: number
  }
  /** Of a world, a body or a joint. */
  export interface Id {
    readonly index1: number
  }
  export interface ShapeDef {
    density: number
    friction: number
    restitution: number
    filter: { categoryBits: number; maskBits: number }
  }
  export interface BodyDef {
    type: number
    position: Vector
    rotation: Rotation
  }
  export interface RevoluteJointDef {
    bodyIdA: Id
    bodyIdB: Id
    localAnchorA: Vector
    localAnchorB: Vector
    referenceAngle: number
    enableMotor: boolean
    motorSpeed: number
    maxMotorTorque: number
  }
  export interface WorldDef {
    gravity: Vector
    enableSleep: boolean
    readonly enableContinuous: boolean
    readonly contactHertz: number
    readonly contactDampingRatio: number
    readonly jointHertz: number
    readonly jointDampingRatio: number
  }
  export type Polygon = object
  export type Hull = object
  export const b2BodyType: { readonly b2_staticBody: number; readonly b2_dynamicBody: number }
  export class b2Vec2 implements Vector {
    constructor(x: number, y: number)
    x: number
    y: number
  }
  export class b2Circle {
    constructor(center: Vector, radius: number)
  }
  export class b2Capsule {
    center1: Vector
    center2: Vector
    radius: number
  }
  export function b2MakeRot(angle: number): Rotation
  export function b2MakeOffsetBox(halfX: number, halfY: number, center: Vector, angle: number): Polygon
  export function b2ComputeHull(points: readonly Vector[], count: number): Hull
  export function b2MakePolygon(hull: Hull, radius: number): Polygon
  export function b2DefaultWorldDef(): WorldDef
  export function b2DefaultBodyDef(): BodyDef
  export function b2DefaultShapeDef(): ShapeDef
  export function b2DefaultRevoluteJointDef(): RevoluteJointDef
  export function b2CreateWorldArray(): void
  export function b2CreateWorld(def: WorldDef): Id
  export function b2CreateBody(world: Id, def: BodyDef): Id
  export function b2CreateCircleShape(body: Id, def: ShapeDef, circle: b2Circle): void
  export function b2CreateCapsuleShape(body: Id, def: ShapeDef, capsule: b2Capsule): void
  export function b2CreatePolygonShape(body: Id, def: ShapeDef, polygon: Polygon): void
  export function b2CreateRevoluteJoint(world: Id, def: RevoluteJointDef): void
  export function b2World_Step(world: Id, seconds: number, substeps: number): void
  export function b2Body_GetPosition(body: Id): Vector
  export function b2Body_GetRotation(body: Id): Rotation
}

/** Its own types name modules as cannon-es does, and only one of the two can be right. */
declare module 'p2-es' {
  export type Vec2 = [number, number]
  export interface ShapeOptions {
    collisionMask?: number
  }
  export class Shape {}
  export class Circle extends Shape {
    constructor(options: ShapeOptions & { radius: number })
  }
  export class Box extends Shape {
    constructor(options: ShapeOptions & { width: number; height: number })
  }
  export class Capsule extends Shape {
    constructor(options: ShapeOptions & { length: number; radius: number })
  }
  export class Convex extends Shape {
    constructor(options: ShapeOptions & { vertices: Vec2[] })
  }
  export class Body {
    constructor(options: { mass: number; position: Vec2; angle: number })
    readonly position: Vec2
    readonly angle: number
    readonly damping: number
    readonly angularDamping: number
    addShape(shape: Shape, offset: Vec2, angle: number): void
  }
  export class RevoluteConstraint {
    constructor(bodyA: Body, bodyB: Body, options: { localPivotA: Vec2; localPivotB: Vec2; collideConnected: boolean })
    motorSpeed: number
    motorMaxForce: number
    enableMotor(): void
  }
  export class World {
    constructor(options: { gravity: Vec2 })
    readonly defaultContactMaterial: { friction: number; restitution: number }
    readonly solver: { readonly iterations: number; readonly tolerance: number }
    addBody(body: Body): void
    addConstraint(constraint: RevoluteConstraint): void
    step(seconds: number): void
  }
}
