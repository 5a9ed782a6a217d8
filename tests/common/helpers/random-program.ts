/**
 * Random programs on the public API: bodies, shapes and joints come, change and go between steps, snapshots are taken and restored. What
 * the two dimensions do differently is in a kit; the calls and their order follow from a seed alone.
 *
 */

export type Random = () => number

interface AnyShape {
  filter: { category?: number; mask?: number }
  sensor: boolean
  sensesSensors: boolean
  contactEvents: boolean
  friction: number
  density: number
}

interface AnyBody<Shape, Definition> {
  readonly id: number
  readonly shapes: Shape[]
  contacts(): readonly unknown[]
  joints(): readonly unknown[]
  type: 'static' | 'kinematic' | 'dynamic'
  enabled: boolean
  canSleep: boolean
  get mass(): number
  set mass(value: number | null)
  wake(): void
  sleep(): void
  addShape(definition: Definition): Shape
  removeShape(shape: Shape): void
}

interface AnyJoint {
  enabled: boolean
  collideConnected: boolean
  breakForce: number
  destroy(): void
}

interface AnyWorld<Body, Joint> {
  readonly bodies: Iterable<Body>
  readonly joints: Iterable<Joint>
  sleeping: boolean
  readonly stepCount: number
  step(dt: number): void
  advance(seconds: number, callbacks?: { beforeStep?: () => void; afterStep?: (dt: number, step: number) => void }): number
  bodyById(id: number): Body | null
  snapshot(): Uint8Array
  restore(bytes: Uint8Array): void
  destroyBody(body: Body): void
}

/** What a dimension does for the programs. */
export interface ProgramKit<World, Body, Joint, Definition> {
  createWorld(): World
  /** A shape of any kind somewhere near the body's origin. */
  shape(random: Random, sensor: boolean): Definition
  /** A body somewhere in a small room, so that many meet. */
  createBody(world: World, random: Random, type: 'static' | 'kinematic' | 'dynamic', shapes: Definition[]): Body
  /** Any joint that needs nothing but two bodies. */
  createJoint(world: World, random: Random, a: Body | null, b: Body, collideConnected: boolean): Joint
  teleport(body: Body, random: Random): void
  push(body: Body, random: Random): void
  /** A force that no body bears: it is quarantined in the next step. */
  ruin(body: Body): void
  setTarget(body: Body, random: Random): void
  force(body: Body, random: Random): void
  /** Throws if an event of the last `advance` is of no step since `before`, out of order, or wrong about a sensor. */
  checkEvents(world: World, before: number): void
  query(world: World, random: Random): void
  /** Throws if the world contradicts itself: between calls, and directly after a step. */
  validate(world: World): void
  validateStep(world: World): void
}

const TYPES = ['static', 'kinematic', 'dynamic', 'dynamic', 'dynamic', 'dynamic'] as const
const DT = 1 / 60
/** Bodies that the programs keep about. */
const BODIES = 14

/** What a test may add to programs. */
export interface ProgramOptions<World> {
  /** Looks at the world after each call and step, and may put another one in its place. */
  after?(world: World, call: string): World
  /** Further calls, which change the world; each is as likely as one of the common ones. */
  more?: Readonly<Record<string, (world: World, random: Random) => void>>
}

/** Runs `calls` calls; returns their names, the last one being the one that failed if `error` is set. */
export function runProgram<
  World extends AnyWorld<Body, Joint>, Shape extends AnyShape, Body extends AnyBody<Shape, Definition>, Joint extends AnyJoint, Definition,
>(
  kit: ProgramKit<World, Body, Joint, Definition>, random: Random, calls: number, options: ProgramOptions<World> = {},
): { calls: string[]; error: string } {
  let world = kit.createWorld()
  const done: string[] = []
  let saved: Uint8Array | null = null
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const shapes = (): Definition[] => Array.from({ length: 1 + Math.floor(2.5 * random()) }, () => kit.shape(random, random() < 0.15))
  const anyBody = (): Body | null => pick([...world.bodies]) ?? null
  const anyJoint = (): Joint | null => pick([...world.joints]) ?? null
  const call = (name: string, act: () => void): void => {
    done.push(name)
    try {
      act()
    } catch (error) {
      // Further calls may leave bodies that the common ones are refused for, such as those without mass.
      if (options.more === undefined || (error as Error).name !== 'PhysicsError') throw error
    }
    kit.validate(world)
    world = options.after?.(world, name) ?? world
  }
  const ofBody = (name: string, act: (body: Body) => void): (() => void) => () => {
    const body = anyBody()
    if (body) call(name, () => act(body))
  }
  const ofShape = (name: string, act: (shape: Shape) => void): (() => void) => ofBody(name, (body) => {
    if (body.shapes.length > 0) act(pick(body.shapes))
  })
  const ofJoint = (name: string, act: (joint: Joint) => void): (() => void) => () => {
    const joint = anyJoint()
    if (joint) call(name, () => act(joint))
  }
  const actions: readonly (() => void)[] = [
    () => call('createBody', () => void kit.createBody(world, random, pick(TYPES), shapes())),
    () => call('createBody', () => void kit.createBody(world, random, 'dynamic', shapes())),
    ofBody('destroyBody', (body) => [...world.bodies].length > BODIES && world.destroyBody(body)),
    ofBody('addShape', (body) => body.addShape(kit.shape(random, random() < 0.2))),
    ofBody('removeShape', (body) => body.shapes.length > 1 && body.removeShape(pick(body.shapes))),
    ofBody('type', (body) => (body.type = pick(TYPES))),
    ofBody('enabled', (body) => (body.enabled = random() < 0.7)),
    ofBody('canSleep', (body) => (body.canSleep = random() < 0.8)),
    ofBody('mass', (body) => (body.mass = random() < 0.3 ? null : 0.1 + 10 * random())),
    ofBody('wake', (body) => body.wake()),
    ofBody('sleep', (body) => body.enabled && body.sleep()),
    ofBody('teleport', (body) => kit.teleport(body, random)),
    ofBody('push', (body) => body.type !== 'static' && kit.push(body, random)),
    ofBody('ruin', (body) => body.type === 'dynamic' && random() < 0.3 && kit.ruin(body)),
    ofBody('force', (body) => body.type === 'dynamic' && kit.force(body, random)),
    ofBody('contacts', (body) => body.contacts()),
    ofBody('joints', (body) => body.joints()),
    ofBody('bodyById', (body) => {
      if (world.bodyById(body.id) !== body) throw new Error('bodyById: another body')
    }),
    ofBody('setTargetPose', (body) => body.type === 'kinematic' && kit.setTarget(body, random)),
    ofShape('filter', (shape) => (shape.filter = { category: pick([1, 2, 3]), mask: pick([1, 2, 3, 0xffffffff]) })),
    ofShape('sensor', (shape) => (shape.sensor = random() < 0.3)),
    ofShape('sensesSensors', (shape) => (shape.sensesSensors = random() < 0.5)),
    ofShape('contactEvents', (shape) => (shape.contactEvents = random() < 0.5)),
    ofShape('friction', (shape) => (shape.friction = random())),
    ofShape('density', (shape) => (shape.density = 100 + 1000 * random())),
    () => {
      const a = random() < 0.2 ? null : anyBody()
      const b = anyBody()
      if (!b || a === b || (a?.type !== 'dynamic' && b.type !== 'dynamic')) return
      call('createJoint', () => void kit.createJoint(world, random, a, b, random() < 0.3))
    },
    ofJoint('destroyJoint', (joint) => joint.destroy()),
    ofJoint('joint.enabled', (joint) => (joint.enabled = random() < 0.6)),
    ofJoint('joint.collideConnected', (joint) => (joint.collideConnected = random() < 0.5)),
    ofJoint('joint.breakForce', (joint) => (joint.breakForce = random() < 0.5 ? Infinity : 1 + 200 * random())),
    () => call('sleeping', () => (world.sleeping = random() < 0.8)),
    () => call('query', () => kit.query(world, random)),
    () => call('snapshot', () => void (saved = world.snapshot())),
    () => call('restore', () => saved !== null && world.restore(saved)),
    ...Object.entries(options.more ?? {}).map(([name, act]) => () => call(name, () => act(world, random))),
  ]
  const step = (): void => {
    done.push('step')
    world.step(DT)
    kit.validateStep(world)
    world = options.after?.(world, 'step') ?? world
  }
  const advance = (): void => {
    done.push('advance')
    const before = world.stepCount
    let calls = 0
    const taken = world.advance(random() < 0.2 ? -1e-3 * random() : 0.1 * random(), {
      // The world changes between the steps of a call.
      beforeStep() {
        const body = random() < 0.3 ? anyBody() : null
        if (body) kit.teleport(body, random)
        kit.validate(world)
      },
      afterStep() {
        calls++
        kit.validateStep(world)
        if (random() < 0.2) kit.createBody(world, random, pick(TYPES), shapes())
        kit.validate(world)
      },
    })
    if (taken !== calls || world.stepCount !== before + taken) throw new Error('advance: steps and calls differ')
    kit.validate(world)
    kit.checkEvents(world, before)
    world = options.after?.(world, 'advance') ?? world
  }
  try {
    for (let i = 0; i < BODIES; i++) call('createBody', () => void kit.createBody(world, random, pick(TYPES), shapes()))
    while (done.length < calls) {
      if (random() < 0.5) pick(actions)()
      else if (random() < 0.15) advance()
      else for (let i = random() < 0.1 ? 60 : 1 + Math.floor(4 * random()); i > 0; i--) step()
    }
    return { calls: done, error: '' }
  } catch (error) {
    return { calls: done, error: (error as Error).message }
  }
}
