// `validate`: is a scene file right, and is the scene wise? Errors are what the engine or the schema refuses; warnings are what will disappoint.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { readScene } from './convert.ts'
import { Failure, type Io } from './io.ts'
import { MOST_OVERLAP, MOST_RATIO } from './limits.ts'
import { loadFile, short, type CliAnalysis, type CliBody, type CliJoint, type CliScene, type Entry } from './worlds.ts'

export interface Finding {
  readonly level: 'error' | 'warning'
  readonly message: string
}

export async function validate(io: Io, path: string, strict: boolean): Promise<void> {
  const text = await readScene(io, path)
  const findings = findingsOf(text, path)
  for (const { level, message } of findings) io.out(`${level}: ${message}`)
  const errors = findings.filter(({ level }) => level === 'error').length
  io.out(`${path}: ${counted(errors, 'error')}, ${counted(findings.length - errors, 'warning')}`)
  if (errors > 0 || (strict && findings.length > 0)) throw new Failure('', 1)
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}

/** The published schema of a dimension. */
function schemaOf(dimension: number): object {
  return JSON.parse(readFileSync(new URL(`../schema/scene-${dimension}d.json`, import.meta.url), 'utf8')) as object
}

export function findingsOf(text: string, path: string): Finding[] {
  const findings: Finding[] = []
  try {
    const { entry, scene } = loadFile(text, path)
    const check = new Ajv2020({ allErrors: true, strict: false }).compile(schemaOf(entry.dimension))
    if (!check(JSON.parse(text))) {
      for (const { instancePath, message } of (check.errors ?? []).slice(0, 20)) findings.push({ level: 'error',
        message: `schema: ${instancePath} ${message}` })
    }
    findings.push(...adviceOn(scene, entry))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    findings.push({ level: 'error', message: error.message })
  }
  return findings
}

function adviceOn({ world, bodyList, names }: CliScene, entry: Entry): Finding[] {
  const nameOf = (body: CliBody | null): string => {
    if (body === null) return 'the world'
    const index = bodyList.indexOf(body)
    return names.get(body) ?? (index < 0 ? 'a character' : `bodies[${index}]`)
  }
  const warnings = [
    ...jointAdvice([...world.joints], nameOf),
    ...redundancyAdvice(() => entry.analyse(world), nameOf),
    ...bodyList.filter((body) => body.type === 'dynamic' && body.shapes.length === 0 && body.joints().length === 0).map(
      (body) => `${nameOf(body)} has neither shapes nor joints: it only falls. Give it shapes, or take it out.`,
    ),
  ]
  // What overlaps shows once contacts are found.
  world.step(1e-4)
  const seen = new Set<string>()
  for (const body of bodyList) {
    for (const { bodyB, points } of contactsOf(body)) {
      const pair = [nameOf(body), nameOf(bodyB)].sort().join(' and ')
      const depth = Math.max(0, ...points.map((point) => point.depth))
      if (seen.has(pair)) continue
      seen.add(pair)
      if (depth > MOST_OVERLAP) warnings.push(`${pair} overlap by ${short(depth)} m at the start: they will be pushed apart. Move them.`)
      const ratio = ratioOf(body, bodyB)
      if (ratio > MOST_RATIO) warnings.push(`${pair} touch, and one is ${short(ratio)} times as heavy. Below ${MOST_RATIO} stacks stand better.`)
    }
  }
  return warnings.map((message) => ({ level: 'warning', message }))
}

function contactsOf(body: CliBody): readonly { readonly bodyB: CliBody; readonly points: readonly { readonly depth: number }[] }[] {
  return body.contacts() as never
}

/** How many times as heavy the heavier of two dynamic bodies is. */
function ratioOf(a: CliBody, b: CliBody): number {
  if (a.type !== 'dynamic' || b.type !== 'dynamic') return 1
  return Math.max(a.mass, b.mass) / Math.min(a.mass, b.mass)
}

function jointAdvice(joints: readonly CliJoint[], nameOf: (body: CliBody | null) => string): string[] {
  const advice: string[] = []
  for (const { bodyA, bodyB, type, enabled, isBroken } of joints) {
    const pair = [nameOf(bodyA), nameOf(bodyB)].sort().join(' and ')
    if (isBroken) advice.push(`the ${type} of ${pair} is broken. Switch it on, or take it out.`)
    if (!enabled) continue
    const ratio = bodyA === null ? 1 : ratioOf(bodyA, bodyB)
    if (ratio > MOST_RATIO) advice.push(`the ${type} joins ${pair}, of which one is ${short(ratio)} times as heavy. Bring their masses nearer.`)
  }
  return advice
}

/** Rows that say what others say already, joint by joint. Mechanisms that are too large to be analysed get no advice. */
function redundancyAdvice(analyse: () => CliAnalysis, nameOf: (body: CliBody | null) => string): string[] {
  const rows = new Map<CliJoint, string[]>()
  try {
    for (const { joint, name } of analyse().redundant) rows.set(joint, [...(rows.get(joint) ?? []), name])
  } catch (error) {
    if (error instanceof Error && (error as { code?: string }).code === 'limit-exceeded') return []
    throw error
  }
  return [...rows].map(([{ type, bodyA, bodyB }, names]) => {
    const pair = [nameOf(bodyA), nameOf(bodyB)].sort().join(' and ')
    const what = names.length === 1 ? `a row is redundant (${names[0]})` : `${names.length} rows are redundant (${names.join(', ')})`
    return `of the ${type} of ${pair} ${what}: other joints hold that already. Keep those that are needed.`
  })
}
