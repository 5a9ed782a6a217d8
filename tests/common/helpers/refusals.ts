/**
 * Bad values for every argument and field of a call. Whatever is refused is refused with a PhysicsError that names the field and leaves the world
 * bit for bit as it was; what is accepted leaves a world that steps. Values of a wrong type must be refused.
 */

interface AnyWorld {
  hash(): string
  step(dt: number): void
  readonly bodies: Iterable<{ readonly isQuarantined: boolean }>
  readPoses(out: Float64Array): number
  readonly bodyCount: number
}

/** A call with arguments that work. `act` makes it in a fresh world. */
export interface Call<Site extends { world: AnyWorld }> {
  readonly name: string
  arguments(site: Site): readonly unknown[]
  act(site: Site, ...values: unknown[]): unknown
  /** Arguments and fields, by their path (`0.limit`), that take anything. */
  readonly free?: readonly string[]
  /** Those for which null means something. */
  readonly nullable?: readonly string[]
  /** The site it is made at, if not the usual one. */
  create?(): Site
}

export interface Finding {
  readonly call: string
  readonly path: string
  readonly value: string
  readonly fault: string
}

/** Of no use to any field but free ones. */
function wrongTypes(): unknown[] {
  return [Symbol('bad'), 1n, '', 'bad', true, 7, () => 7, {}, [], null, NaN]
}

/** Of the right type for a number, and too much or too little for many. */
const EXTREMES: readonly unknown[] = [Infinity, -Infinity, -1, 0, -0, 1e308, -1e308, 5e-324, 1e30, 0.5]

function isVector(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as { x?: unknown }).x === 'number'
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || 'kindCode' in value) return false
  return Object.getPrototypeOf(value) === Object.prototype || Array.isArray(value)
}

/** Must this value be refused where `valid` works? Sizes and counts may be in range by chance. */
function mustRefuse(valid: unknown, bad: unknown): boolean {
  if (typeof valid === 'number') return typeof bad !== 'number' || Number.isNaN(bad)
  if (typeof valid === 'boolean') return typeof bad !== 'boolean'
  if (typeof valid === 'string') return true
  if (typeof valid === 'function') return typeof bad !== 'function'
  if (Array.isArray(valid)) return !Array.isArray(bad)
  if (isVector(valid)) return true
  if (typeof valid === 'object' && valid !== null) return bad !== null && (typeof bad !== 'object' || Array.isArray(bad) || !isPlain(valid))
  return false
}

/** Paths of a value: itself, and of plain objects and lists everything in them, two entries of a list at most. */
function pathsOf(value: unknown, path: readonly string[]): readonly (readonly string[])[] {
  if (!isPlain(value)) return [path]
  const keys = Object.keys(value).slice(0, Array.isArray(value) ? 2 : Infinity)
  return [path, ...keys.flatMap((key) => pathsOf((value as Record<string, unknown>)[key], [...path, key]))]
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce((inner, key) => (inner as Record<string, unknown>)[key], value)
}

function replaced(value: unknown, path: readonly string[], bad: unknown): unknown {
  if (path.length === 0) return bad
  const [key, ...rest] = path
  if (Array.isArray(value)) return value.map((entry, i) => (String(i) === key ? replaced(entry, rest, bad) : entry))
  return { ...(value as object), [key!]: replaced((value as Record<string, unknown>)[key!], rest, bad) }
}

/** Finite poses, or a body in quarantine. */
function goesOn(world: AnyWorld): boolean {
  for (let i = 0; i < 2; i++) world.step(1 / 60)
  const poses = new Float64Array(world.bodyCount * 7)
  world.readPoses(poses)
  return poses.every(Number.isFinite)
}

function show(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : typeof value === 'function' ? 'a function' : String(value)
}

/** Everything that is wrong with how a call takes bad values. */
export function attack<Site extends { world: AnyWorld }>(
  call: Call<Site>, usual: () => Site, PhysicsError: new (...made: never) => Error & { field: string },
): Finding[] {
  const findings: Finding[] = []
  const create = (): Site => (call.create ?? usual)()
  let site = create()
  let hash = site.world.hash()
  const anew = (): void => {
    site = create()
    hash = site.world.hash()
  }
  call.act(site, ...call.arguments(site))
  anew()
  const paths = call.arguments(site).flatMap((value, i) => pathsOf(value, [String(i)]))
  for (const path of paths) {
    const name = path.join('.')
    if (call.free?.some((free) => name === free || name.startsWith(`${free}.`))) continue
    for (const bad of [...wrongTypes(), ...EXTREMES]) {
      const valid = call.arguments(site)
      const wrong = mustRefuse(at(valid, path), bad) && !(bad === null && call.nullable?.includes(name))
      const note = (fault: string): void => void findings.push({ call: call.name, path: name, value: show(bad), fault })
      try {
        call.act(site, ...(replaced(valid, path, bad) as unknown[]))
        if (wrong) note('was accepted')
        if (!goesOn(site.world)) note('leads to poses that are not finite')
        anew()
      } catch (error) {
        const key = path.findLast((part) => !/^\d+$/.test(part))
        if (!(error instanceof PhysicsError)) note(`threw ${String(error)}`)
        else if (wrong && key !== undefined && !error.message.includes(key)) note(`is not named: ${error.message}`)
        else if (/\(object\)|\(\d{8,}\)/.test(error.message)) note(`has a poor message: ${error.message}`)
        if (site.world.hash() !== hash) {
          note(`has changed the world: ${(error as Error).message}`)
          anew()
        }
      }
    }
  }
  if (!goesOn(site.world)) findings.push({ call: call.name, path: '', value: '', fault: 'leaves a world that does not go on' })
  return findings
}

/** Calls for every property of an object that can be set, with what it reads as the value that works. */
export function setterCalls<Site extends { world: AnyWorld }>(
  name: string, find: (site: Site) => object, create: () => Site, free: readonly string[] = ['userData'],
): Call<Site>[] {
  const calls: Call<Site>[] = []
  const seen = new Set<string>()
  for (let type = Object.getPrototypeOf(find(create())) as object; type !== Object.prototype; type = Object.getPrototypeOf(type) as object) {
    for (const [key, { set }] of Object.entries(Object.getOwnPropertyDescriptors(type))) {
      if (set === undefined || seen.has(key) || free.includes(key)) continue
      seen.add(key)
      calls.push({
        name: `${name}.${key} =`,
        nullable: ['mass', 'errorBias'].includes(key) ? ['0'] : [],
        arguments: (site) => [thawed((find(site) as Record<string, unknown>)[key])],
        act: (site, value) => ((find(site) as Record<string, unknown>)[key] = value),
      })
    }
  }
  return calls
}

function thawed(value: unknown): unknown {
  if (!isPlain(value)) return value
  return Array.isArray(value) ? value.map(thawed) : Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, thawed(entry)]))
}

/** Calls of methods by the arguments that work. */
export function methodCalls<Site extends { world: AnyWorld }>(
  name: string, find: (site: Site) => object, methods: Readonly<Record<string, (site: Site) => readonly unknown[]>>, nullable: readonly string[] = [],
): Call<Site>[] {
  return Object.entries(methods).map(([key, values]) => ({
    name: `${name}.${key}`,
    arguments: values,
    nullable: nullable.includes(key) ? ['0'] : [],
    act: (site, ...given) => (find(site) as Record<string, (...all: unknown[]) => unknown>)[key]!(...given),
  }))
}

/** Definitions of joints by the call that takes them, bodies left out. */
export type JointDefinitions = Readonly<Record<string, readonly object[]>>

interface JointSite {
  world: AnyWorld
  a: object
  b: object
}

function makeJoint({ world, a, b }: JointSite, name: string, definition: object): object {
  return (world as unknown as Record<string, (d: object) => object>)[name]!({ bodyA: a, bodyB: b, ...definition })
}

/** The calls that make joints. */
export function jointCalls<Site extends JointSite>(joints: JointDefinitions): Call<Site>[] {
  return Object.entries(joints).flatMap(([name, definitions]) => definitions.map((definition, i) => ({
    name: `${name} ${i}`,
    arguments: ({ a, b }: Site) => [{ bodyA: a, bodyB: b, ...definition, userData: 1 }],
    act: ({ world }: Site, value: unknown) => (world as unknown as Record<string, (d: unknown) => unknown>)[name]!(value),
    free: ['0.userData', '0.name'],
    nullable: ['0.bodyA'],
  })))
}

/** Calls that set the properties of each of these joints. */
export function jointSetterCalls<Site extends JointSite>(joints: JointDefinitions, createSite: () => Site): Call<Site>[] {
  return Object.entries(joints).flatMap(([name, definitions]) => definitions.flatMap((definition, i) => {
    const made = new WeakMap<object, object>()
    const create = (): Site => {
      const site = createSite()
      made.set(site.world, makeJoint(site, name, definition))
      site.world.step(1 / 60)
      return site
    }
    return setterCalls<Site>(`${name} ${i}`, ({ world }) => made.get(world)!, create).map((call) => ({ ...call, create }))
  }))
}
