// What is made of a joint page's own program: its drawing, and the table of the freedoms that its rows leave. `npm run joint-pages` writes both.
import { mkdirSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { ConstraintRow, Joint, Vec3, World } from 'fulcrum-physics/3d'
import { PROJECT_ROOT } from '../scripts/aliases.ts'
import { includeWorld, labelsOf, pictureOf, shownJoint } from './drawing/picture.ts'
import { svgOf } from './drawing/svg.ts'
import { add, cross, dot, rotate, View } from './drawing/view.ts'
import { sampleModule } from './samples.ts'

const WIDTH = 480
const HEIGHT = 300
/** Step at which the drawing shows the machine: it has moved, but not yet come to an end. */
const SHOWN_STEP = 24
/** Below this a number of J is none. */
const NONE = 1e-6

type Row = ConstraintRow<Vec3, Vec3>

interface Freedoms {
  readonly held: number
  /** One word for each direction: along x, y, z, about x, y, z of A's frame. */
  readonly words: readonly string[]
}

export interface JointFacts {
  readonly svg: string
  readonly freedoms: Freedoms
}

/** A page's program, ready to be stepped. */
export async function loadSample(page: string): Promise<() => Generator<World>> {
  const folder = `${PROJECT_ROOT}out/samples/`
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}${page}.ts`, `// @ts-nocheck\n${sampleModule(page)}`)
  const { sample } = (await import(/* @vite-ignore */ pathToFileURL(`${folder}${page}.ts`).href)) as { sample(): Generator<World> }
  return sample
}

/** Six motions of B while A stands still, at the anchor: along and about the axes of A's frame. As rates of B's centre of mass and spin. */
function motionsAt(joint: Joint): { linear: Vec3; angular: Vec3 }[] {
  const axes = [{ x: 1, y: 0, z: 0 }, { x: 0, y: 1, z: 0 }, { x: 0, y: 0, z: 1 }].map(axis => rotate(joint.rotationA, axis))
  const arm = add(joint.bodyB.centerOfMass, joint.anchorB, -1)
  const still = { x: 0, y: 0, z: 0 }
  return [...axes.map(linear => ({ linear, angular: still })), ...axes.map(angular => ({ linear: cross(angular, arm), angular }))]
}

/** Does the row see the two bodies move as one? Gears and the like do. */
function seesBoth(joint: Joint, { J }: Row): boolean {
  if (joint.bodyA === null) return false
  const between = add(joint.bodyB.centerOfMass, joint.bodyA.centerOfMass, -1)
  const force = add(J.a.linear, J.b.linear)
  const torque = add(add(J.a.angular, J.b.angular), cross(between, J.b.linear))
  return Math.hypot(force.x, force.y, force.z, torque.x, torque.y, torque.z) > NONE
}

/** Rates of rows by the six motions. */
function ratesOf(joint: Joint, rows: readonly Row[]): number[][] {
  const motions = motionsAt(joint)
  return rows.map(({ J }) => motions.map(({ linear, angular }) => dot(J.b.linear, linear) + dot(J.b.angular, angular)))
}

/** Orthonormal rows that span the same, by Gram–Schmidt. */
function spanOf(rows: readonly (readonly number[])[]): number[][] {
  const basis: number[][] = []
  for (const row of rows) {
    const rest = [...row]
    for (const known of basis) {
      const share = rest.reduce((sum, value, k) => sum + value * known[k]!, 0)
      known.forEach((value, k) => (rest[k]! -= share * value))
    }
    const length = Math.hypot(...rest)
    if (length > 1e-3) basis.push(rest.map(value => value / length))
  }
  return basis
}

/** Held rows at the start; what limits, drives and springs act on, all along the run. */
class FreedomWatch {
  private held: number[][] = []
  private tied = false
  private readonly roles = Array.from({ length: 6 }, () => new Set<string>())

  begin(joint: Joint): void {
    const rows = joint.readRows().filter(({ role }) => role === 'held')
    this.tied = rows.some(row => seesBoth(joint, row))
    this.held = spanOf(ratesOf(joint, rows))
  }

  look(joint: Joint): void {
    const rows = joint.readRows().filter(({ role }) => role !== 'held')
    ratesOf(joint, rows).forEach((rates, i) => rates.forEach((rate, k) => {
      if (Math.abs(rate) > 0.05) this.roles[k]!.add(rows[i]!.role)
    }))
  }

  get freedoms(): Freedoms {
    const words = this.roles.map((roles, k) => {
      // Length of the unit motion within what the rows hold.
      const share = Math.hypot(...this.held.map(row => row[k]!))
      if (share > 1 - 1e-9) return this.tied ? 'tied to A' : 'held'
      const first = share < 1e-4 ? 'free' : this.tied ? 'tied to A' : 'coupled'
      return [first, ...['limit', 'motor', 'spring', 'friction'].filter(role => roles.has(role as never))].join(', ')
    })
    return { held: this.held.length, words }
  }
}

/** Runs a page's program once: what it looks like, and what it leaves free. */
export async function factsOf(page: string): Promise<JointFacts> {
  const sample = await loadSample(page)
  const view = new View(WIDTH, HEIGHT)
  const watch = new FreedomWatch()
  let svg = ''
  // Twice: the frame holds the whole run before anything is drawn.
  for (const drawing of [false, true]) {
    let step = 0
    for (const world of sample()) {
      const joint = shownJoint(world, page)
      if (joint === undefined) break
      if (!drawing) {
        if (step === 0) watch.begin(joint)
        if (step % 8 === 0) {
          watch.look(joint)
          if (step <= 2 * SHOWN_STEP) includeWorld(view, world)
        }
      } else if (step === SHOWN_STEP) {
        const title = `${page.replaceAll('-', ' ')} joint`
        svg = svgOf(pictureOf(world, joint, view), { labels: labelsOf(joint, view), title, width: WIDTH, height: HEIGHT })
        break
      }
      step++
    }
  }
  if (svg === '') throw new Error(`docs/joints/${page}.md: its program has no joint of this type, or makes fewer than ${SHOWN_STEP} steps.`)
  return { svg, freedoms: watch.freedoms }
}

/** The table of freedoms as Markdown. */
export function freedomTable({ words }: Freedoms): string {
  return [
    '| B against A | along x | along y | along z | about x | about y | about z |',
    '|---|---|---|---|---|---|---|',
    `| | ${words.join(' | ')} |`,
  ].join('\n')
}
