// Rows of what was clicked at, live, in the symbols of the papers: C, J, K, b, γ, λ. Values are those of `readRows`.
import { element, short } from './dom.ts'
import { bodyName, jointName, type AnyJoint, type AnyRow, type Inspector, type RowGroup } from './inspect.ts'
import type { AnyPoint } from './pane.ts'
import { createJointSliders } from './joint-sliders.ts'
import { drawLine } from './plot.ts'
import type { Sandbox } from './sandbox.ts'

const REFRESH_MS = 100
/** Joints that the list offers. */
const MOST_LISTED = 400

interface Field {
  readonly key: 'C' | 'velocity' | 'K' | 'effectiveMass' | 'bias' | 'gamma' | 'lambda' | 'low' | 'high' | 'force'
  readonly symbol: string
  readonly meaning: string
  unit(row: AnyRow): string
}

const turns = ({ unit }: AnyRow): boolean => unit === 'rad'

const FIELDS: readonly Field[] = [
  { key: 'C', symbol: 'C', meaning: 'constraint error', unit: ({ unit }) => unit },
  { key: 'velocity', symbol: 'J v', meaning: 'its rate', unit: ({ unit }) => `${unit}/s` },
  { key: 'K', symbol: 'K', meaning: 'J M⁻¹ Jᵀ', unit: (row) => (turns(row) ? '1/(kg m²)' : '1/kg') },
  { key: 'effectiveMass', symbol: 'K⁻¹', meaning: 'effective mass', unit: (row) => (turns(row) ? 'kg m²' : 'kg') },
  { key: 'bias', symbol: 'b', meaning: 'bias', unit: ({ unit }) => `${unit}/s` },
  { key: 'gamma', symbol: 'γ', meaning: 'softness', unit: (row) => (turns(row) ? '1/(kg m²)' : '1/kg') },
  { key: 'lambda', symbol: 'λ', meaning: 'impulse of a step', unit: (row) => (turns(row) ? 'N m s' : 'N s') },
  { key: 'force', symbol: 'λ/Δt', meaning: 'force', unit: (row) => (turns(row) ? 'N m' : 'N') },
  { key: 'low', symbol: 'λ₋', meaning: 'least impulse', unit: (row) => (turns(row) ? 'N m s' : 'N s') },
  { key: 'high', symbol: 'λ₊', meaning: 'greatest impulse', unit: (row) => (turns(row) ? 'N m s' : 'N s') },
]

interface RowView {
  readonly values: readonly HTMLDataElement[]
  readonly jacobian: HTMLElement
  readonly route: HTMLElement
  readonly plot: HTMLCanvasElement
}

export class RowsPanel {
  private readonly sandbox: Sandbox
  private readonly inspector: Inspector
  private readonly title = element('h2')
  private readonly joints = element('select', { id: 'pick-joint', 'aria-label': 'Joint' })
  private readonly links = element('p', { class: 'links' })
  private readonly sliders = element('div')
  private readonly list = element('div', { class: 'rows' })
  private views: RowView[] = []
  private shape = ''
  private refreshed = 0

  constructor(root: HTMLElement, sandbox: Sandbox, inspector: Inspector) {
    this.sandbox = sandbox
    this.inspector = inspector
    const label = element('label', { for: 'pick-joint', text: 'Joint ' })
    const words = FIELDS.flatMap(({ symbol, meaning }) => [element('dt', { text: symbol }), element('dd', { text: meaning })])
    const legend = element('details', {}, element('summary', { text: 'What the symbols mean' }), element('dl', { class: 'legend' }, ...words,
      element('dt', { text: 'J' }), element('dd', { text: 'Jacobian: the rates of C by the velocities of A and B (linear | angular)' }),
      element('dt', { text: 'held, schur' }), element('dd', { text: 'what the row does, and which solver had it in the last step' })))
    root.append(this.title, element('p', {}, label, this.joints), this.links, legend, this.sliders, this.list)
    this.joints.addEventListener('change', () => {
      const joint = inspector.allJoints().find(({ id }) => String(id) === this.joints.value)
      inspector.select(joint ? { joint } : null)
    })
    inspector.onSelect.push(() => this.reset())
  }

  /** Called every frame while the panel is open. */
  update(now: number): void {
    if (now - this.refreshed < REFRESH_MS) return
    this.refresh(now)
  }

  /** Shows the rows as they are now. */
  refresh(now: number): void {
    this.refreshed = now
    const groups = this.inspector.groups()
    const shape = groups.map(({ title, rows }) => `${title}: ${rows.map(({ name }) => name).join()}`).join('\n')
    if (shape !== this.shape || this.views.length === 0) this.build(groups, shape)
    let at = 0
    for (const { title, rows } of groups) for (const row of rows) this.fill(this.views[at++]!, row, this.inspector.impulsesOf(title, row.name))
  }

  private reset(): void {
    const { joint, body } = this.inspector
    const names = this.inspector.allJoints().slice(0, MOST_LISTED)
    this.joints.replaceChildren(element('option', { value: '', text: names.length === 0 ? 'this scene has none' : 'choose one' }),
      ...names.map((each) => element('option', { value: each.id, text: jointName(each), selected: each === joint })))
    this.joints.value = joint ? String(joint.id) : ''
    this.title.textContent = joint ? jointName(joint) : body ? bodyName(body) : 'Rows'
    this.links.replaceChildren()
    if (joint) this.links.append('holds ', this.bodyLink(joint, 'A'), ' and ', this.bodyLink(joint, 'B'))
    else if (body) {
      for (const each of this.inspector.jointsOf(body)) {
        this.links.append(this.link(jointName(each), () => this.inspector.select({ joint: each })), ' ')
      }
    } else this.links.textContent = 'Click at a body or a joint in the scene, or choose a joint here.'
    this.sliders.replaceChildren()
    if (joint) createJointSliders(this.sliders, joint, this.sandbox)
    this.shape = ''
    this.refresh(performance.now())
  }

  private bodyLink(joint: AnyJoint, side: 'A' | 'B'): Node {
    const body = side === 'A' ? joint.bodyA : joint.bodyB
    if (!body) return document.createTextNode('A, the world,')
    return this.link(`${side}, ${bodyName(body)}`, () => this.inspector.select({ body }))
  }

  private link(text: string, run: () => void): HTMLButtonElement {
    const created = element('button', { type: 'button', class: 'link', text })
    created.addEventListener('click', run)
    return created
  }

  private build(groups: readonly RowGroup[], shape: string): void {
    this.shape = shape
    this.views = []
    this.list.replaceChildren()
    for (const { title, rows } of groups) {
      if (this.inspector.body) this.list.append(element('h3', { text: title }))
      for (const row of rows) this.list.append(this.createRow(title, row))
    }
    if (this.inspector.body && groups.length === 0) this.list.append(element('p', { text: 'It touches nothing.' }))
  }

  private createRow(group: string, row: AnyRow): HTMLElement {
    const at = this.views.length
    const pressed = String(at === this.inspector.shownRow)
    const show = element('button', { type: 'button', class: 'link', 'aria-pressed': pressed, text: 'J as arrows' })
    show.addEventListener('click', () => {
      this.inspector.shownRow = at
      for (const each of this.list.querySelectorAll('.row .link')) each.setAttribute('aria-pressed', String(each === show))
    })
    const route = element('span', { class: 'route' })
    const values = FIELDS.map(({ key }) => element('data', { 'data-field': key }))
    const pairs = FIELDS.flatMap((field, i) => [
      element('dt', { title: field.meaning, text: field.symbol }),
      element('dd', {}, values[i]!, ` ${field.unit(row)}`),
    ])
    const jacobian = element('p', { class: 'jacobian' })
    const plot = element('canvas', { class: 'plot', role: 'img', 'aria-label': `λ of ${row.name} over the last steps` })
    this.views.push({ values, jacobian, route, plot })
    return element('section', { class: 'row', 'aria-label': `${group}, ${row.name}`, 'data-row': row.name },
      element(this.inspector.body ? 'h4' : 'h3', {}, row.name, ' ', route, ' ', show), element('dl', {}, ...pairs), jacobian, plot)
  }

  private fill({ values, jacobian, route, plot }: RowView, row: AnyRow, impulses: readonly number[]): void {
    FIELDS.forEach(({ key }, i) => {
      values[i]!.value = String(row[key])
      values[i]!.textContent = short(clean(row[key]))
    })
    route.textContent = `${row.role}, ${row.route}`
    const { a, b } = row.J
    jacobian.textContent = `J = A (${tell(a.linear)} | ${tell(a.angular)}), B (${tell(b.linear)} | ${tell(b.angular)})`
    drawLine(plot, [impulses], ['λ'])
  }
}

/** Below this a number of a row is rounding: shown as 0. What a program reads off the page keeps it. */
const ROUNDING = 1e-12

function clean(value: number): number {
  return Math.abs(value) < ROUNDING ? 0 : value
}

function tell(value: AnyPoint | number): string {
  if (typeof value === 'number') return short(clean(value), 3)
  const { x, y, z } = value
  return (z === undefined ? [x, y] : [x, y, z]).map((each) => short(clean(each), 3)).join(' ')
}
