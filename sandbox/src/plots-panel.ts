// Energy, momentum and loads over time. Sampled only while the panel is open; large worlds every few steps.
import { element, short } from './dom.ts'
import { numberOf } from './inspect.ts'
import type { AnyLoads } from './pane.ts'
import { drawLine } from './plot.ts'
import type { Sandbox } from './sandbox.ts'

/** Samples kept. */
const KEPT = 300
/** Bodies and joints looked at per step on average: larger worlds are sampled less often. */
const THINGS_PER_STEP = 400
const REFRESH_MS = 120

interface Plot {
  readonly names: readonly string[]
  readonly series: number[][]
  readonly canvas: HTMLCanvasElement
  readonly section: HTMLElement
}

export class PlotsPanel {
  private readonly sandbox: Sandbox
  private readonly isOpen: () => boolean
  private readonly plots: readonly Plot[]
  private readonly weakest = element('p')
  private loads: AnyLoads | null = null
  private wait = 0
  private refreshed = 0

  constructor(root: HTMLElement, sandbox: Sandbox, isOpen: () => boolean) {
    this.sandbox = sandbox
    this.isOpen = isOpen
    const create = (title: string, names: readonly string[]): Plot => {
      const canvas = element('canvas', { class: 'plot tall', role: 'img', 'aria-label': `${title} over the last steps` })
      const section = element('div', {}, element('h2', { text: title }), canvas)
      root.append(section)
      return { names, series: names.map(() => []), canvas, section }
    }
    this.plots = [
      create('Energy, J', ['kinetic', 'potential', 'sum']),
      create('Momentum, kg m/s', ['x', 'y', 'z']),
      create('Load of the joints, N', ['largest force']),
    ]
    root.append(this.weakest)
    sandbox.onLoad.push(() => this.reset())
    sandbox.afterStep.push(() => this.note())
  }

  update(now: number): void {
    if (now - this.refreshed < REFRESH_MS) return
    this.refreshed = now
    this.plots[2]!.section.hidden = this.sandbox.simulation.world.jointCount === 0
    for (const { canvas, series, names } of this.plots) drawLine(canvas, series, names)
    const weakest = this.loads?.weakest
    const share = short(100 * (weakest?.use ?? 0), 3)
    this.weakest.textContent = !weakest ? '' : `Breaks first: joint ${numberOf(weakest.joint)}; it bore ${share} % of its strength.`
  }

  private reset(): void {
    for (const { series } of this.plots) for (const values of series) values.length = 0
    this.loads = null
    this.wait = 0
  }

  private note(): void {
    if (!this.isOpen() || this.wait-- > 0) return
    const { world } = this.sandbox.simulation
    this.wait = Math.floor((world.bodyCount + world.jointCount) / THINGS_PER_STEP)
    const gravity = world.gravity as { x: number; y: number; z?: number }
    let [kinetic, potential] = [0, 0]
    const momentum = [0, 0, 0]
    for (const body of world.bodies) {
      if (body.type !== 'dynamic') continue
      const { mass, centerOfMass: c, linearVelocity: v } = body as { mass: number; centerOfMass: Point; linearVelocity: Point }
      kinetic += body.kineticEnergy
      potential -= mass * body.gravityScale * (gravity.x * c.x + gravity.y * c.y + (gravity.z ?? 0) * (c.z ?? 0))
      momentum[0]! += mass * v.x
      momentum[1]! += mass * v.y
      momentum[2]! += mass * (v.z ?? 0)
    }
    let load = 0
    for (const joint of world.joints) {
      const f = joint.reactionForce as Point
      load = Math.max(load, Math.hypot(f.x, f.y, f.z ?? 0))
    }
    this.loads ??= this.sandbox.pane.recordLoads()
    this.loads.note()
    this.add(0, [kinetic, potential, kinetic + potential])
    this.add(1, momentum)
    this.add(2, [load])
  }

  private add(plot: number, values: readonly number[]): void {
    values.forEach((value, i) => {
      const kept = this.plots[plot]!.series[i]!
      kept.push(value)
      if (kept.length > KEPT) kept.shift()
    })
  }
}

interface Point {
  readonly x: number
  readonly y: number
  readonly z?: number
}
