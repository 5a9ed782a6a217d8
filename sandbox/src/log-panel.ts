// What happened, step by step, and which guards of the solver acted. Events are read only while the panel is open; guards are always counted.
import { element, short, spaced } from './dom.ts'
import { bodyName, jointName, numberOf, type AnyBody, type AnyJoint } from './inspect.ts'
import type { Sandbox } from './sandbox.ts'

/** Lines kept, and lines of one step: the rest is told as a number. */
const KEPT = 200
const PER_STEP = 12
const REFRESH_MS = 200

interface Pair {
  readonly bodyA: AnyBody
  readonly bodyB: AnyBody
  readonly impulse?: number
}

interface Quarantine {
  readonly body: AnyBody
  readonly cause: string
}

interface Broken {
  readonly joint: AnyJoint
  readonly force: number
}

interface Visit {
  readonly visitorBody: AnyBody
}

function both({ bodyA, bodyB }: Pair): string {
  return `bodies ${numberOf(bodyA)} and ${numberOf(bodyB)}`
}

export class LogPanel {
  private readonly sandbox: Sandbox
  private readonly isOpen: () => boolean
  private readonly guards = element('dl', { class: 'figures' })
  private readonly list = element('ol', { class: 'log', reversed: true })
  private readonly fired = new Map<string, number>()
  private lines: string[] = []
  private changed = true
  private refreshed = 0

  constructor(root: HTMLElement, sandbox: Sandbox, isOpen: () => boolean) {
    this.sandbox = sandbox
    this.isOpen = isOpen
    root.append(element('h2', { text: 'Guards that acted' }), this.guards, element('h2', { text: 'Events' }), this.list)
    sandbox.onLoad.push(() => {
      this.lines = []
      this.fired.clear()
      this.changed = true
    })
    sandbox.afterStep.push(() => this.note())
  }

  update(now: number): void {
    if (!this.changed || now - this.refreshed < REFRESH_MS) return
    this.refreshed = now
    this.changed = false
    const rows = [...this.fired].flatMap(([name, count]) => [element('dt', { text: spaced(name) }), element('dd', { text: count })])
    this.guards.replaceChildren(...(rows.length > 0 ? rows : [element('dt', { text: 'none so far' }), element('dd')]))
    this.list.replaceChildren(...this.lines.map((text) => element('li', { text })))
  }

  private note(): void {
    const { world } = this.sandbox.simulation
    for (const [name, count] of Object.entries(this.sandbox.simulation.guards)) {
      if (count === 0) continue
      this.fired.set(name, (this.fired.get(name) ?? 0) + count)
      this.changed = true
    }
    if (!this.isOpen()) return
    const { events } = world
    const found: string[] = []
    let more = 0
    const tell = <Event>(list: readonly Event[], text: (event: Event) => string): void => {
      for (const event of list) {
        if (found.length < PER_STEP) found.push(text(event))
        else more++
      }
    }
    tell(events.quarantined as readonly Quarantine[], ({ body, cause }) => `${bodyName(body)} put aside: ${cause}`)
    tell(events.jointBroken as readonly Broken[], ({ joint, force }) => `joint ${numberOf(joint)} broke at ${short(force)} N`)
    tell(events.jointRemoved as readonly AnyJoint[], (joint) => (joint.isValid ? jointName(joint) : `joint ${numberOf(joint)}`) + ' removed')
    tell(events.sensorBegin as readonly Visit[], ({ visitorBody }) => `body ${numberOf(visitorBody)} came into a sensor`)
    tell(events.sensorEnd as readonly Visit[], ({ visitorBody }) => `body ${numberOf(visitorBody)} left a sensor`)
    tell(events.contactBegin as readonly Pair[], (pair) => `${both(pair)} touch, ${short(pair.impulse ?? 0, 3)} N s`)
    tell(events.contactEnd as readonly Pair[], (pair) => `${both(pair)} part`)
    tell(events.sleep as readonly AnyBody[], (body) => `body ${numberOf(body)} sleeps`)
    tell(events.wake as readonly AnyBody[], (body) => `body ${numberOf(body)} wakes`)
    if (more > 0) found.push(`and ${more} more`)
    if (found.length === 0) return
    this.lines = [...found.map((text) => `step ${world.stepCount}: ${text}`).toReversed(), ...this.lines].slice(0, KEPT)
    this.changed = true
  }
}
