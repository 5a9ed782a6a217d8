// What is looked at: a joint with its rows, or a body with those of its contacts. In the words of either dimension.
import type { Body as Body2d, Joint as Joint2d } from 'fulcrum-physics/2d'
import type { Body as Body3d, Joint as Joint3d } from 'fulcrum-physics/3d'
import type { AnyPoint } from './pane.ts'
import type { Sandbox } from './sandbox.ts'

export type AnyBody = Body2d | Body3d
export type AnyJoint = Joint2d | Joint3d

interface AnyWrench {
  readonly linear: AnyPoint
  readonly angular: AnyPoint | number
}

export interface AnyRow {
  readonly name: string
  readonly role: string
  readonly unit: 'm' | 'rad'
  readonly C: number
  readonly J: { readonly a: AnyWrench; readonly b: AnyWrench }
  readonly K: number
  readonly effectiveMass: number
  readonly velocity: number
  readonly bias: number
  readonly gamma: number
  readonly lambda: number
  readonly low: number
  readonly high: number
  readonly force: number
  readonly route: string
}

/** Rows that belong together: of a joint, or of a contact. */
export interface RowGroup {
  readonly title: string
  readonly bodyA: AnyBody | null
  readonly bodyB: AnyBody
  readonly rows: readonly AnyRow[]
}

/** Impulses of a row, step by step: the last of them. */
const KEPT_IMPULSES = 240

/** Ids have the generation in their upper bits, which nobody wants to read. */
const GENERATION = 2 ** 26

/** A short number of a body or a joint. */
export function numberOf({ id }: { readonly id: number }): number {
  return id % GENERATION
}

export function bodyName(body: AnyBody | null): string {
  return body === null ? 'the world' : `${body.type === 'dynamic' ? 'body' : `${body.type} body`} ${numberOf(body)}`
}

export function jointName(joint: AnyJoint): string {
  return `${joint.type} joint ${numberOf(joint)}`
}

export class Inspector {
  /** Called when something else is looked at. */
  readonly onSelect: (() => void)[] = []
  joint: AnyJoint | null = null
  body: AnyBody | null = null
  /** Which row's Jacobian is drawn, counted over all groups. */
  shownRow = 0
  private readonly sandbox: Sandbox
  private readonly impulses = new Map<string, number[]>()

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox
    sandbox.onLoad.push(() => this.select(null))
    sandbox.afterStep.push(() => this.note())
  }

  select(thing: { joint: AnyJoint } | { body: AnyBody } | null): void {
    this.joint = thing && 'joint' in thing ? thing.joint : null
    this.body = thing && 'body' in thing ? thing.body : null
    this.shownRow = 0
    this.forget()
    this.note()
    for (const tell of this.onSelect) tell()
  }

  /** Forgets the impulses so far: after a jump in time. */
  forget(): void {
    this.impulses.clear()
  }

  /** Joints that hold the body. */
  jointsOf(body: AnyBody): AnyJoint[] {
    return this.allJoints().filter((joint) => joint.bodyA === body || joint.bodyB === body)
  }

  allJoints(): AnyJoint[] {
    return [...this.sandbox.simulation.world.joints]
  }

  /** Rows of the moment. */
  groups(): RowGroup[] {
    if (this.joint?.isValid) {
      const { joint } = this
      return [{ title: jointName(joint), bodyA: joint.bodyA, bodyB: joint.bodyB, rows: joint.readRows() }]
    }
    if (!this.body?.isValid) return []
    const bodyA = this.body
    return [...bodyA.contacts()].map((contact) => {
      const bodyB = contact.bodyB as AnyBody
      return { title: `contact with ${bodyName(bodyB)}`, bodyA, bodyB, rows: contact.readRows() }
    })
  }

  /** λ of a row, oldest first. */
  impulsesOf(group: string, row: string): readonly number[] {
    return this.impulses.get(`${group} ${row}`) ?? []
  }

  private note(): void {
    if (!this.joint && !this.body) return
    for (const { title, rows } of this.groups()) {
      for (const { name, lambda } of rows) {
        const key = `${title} ${name}`
        const kept = this.impulses.get(key) ?? []
        kept.push(lambda)
        if (kept.length > KEPT_IMPULSES) kept.shift()
        this.impulses.set(key, kept)
      }
    }
  }
}
