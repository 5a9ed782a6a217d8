// The bar of buttons, the keys, and the time line.
import { button, element, short } from './dom.ts'
import type { Sandbox } from './sandbox.ts'
import type { TimeLine } from './time-line.ts'

const REFRESH_MS = 150
/** Pixels that an arrow key turns the camera by, and what + and − scale by. */
const TURN = 40
const ZOOM = 1.15

interface Action {
  readonly id: string
  readonly label: string
  readonly key: string
  run(): void
}

export class Controls {
  private readonly sandbox: Sandbox
  private readonly line: TimeLine
  private readonly scrub = element('input', { type: 'range', id: 'scrub', min: 0, max: 0, step: 1, 'aria-label': 'Step' })
  private readonly where = element('output', { id: 'where', for: 'scrub' })
  private readonly comparing = element('input', { type: 'checkbox', id: 'compare' })
  private readonly compared = element('p', { id: 'compared', role: 'status' })
  private readonly branchButton: HTMLButtonElement
  private refreshed = 0

  constructor(root: HTMLElement, sandbox: Sandbox, line: TimeLine) {
    this.sandbox = sandbox
    this.line = line
    const { pace } = sandbox
    const actions: readonly Action[] = [
      { id: 'pause', label: 'Pause', key: ' ', run: () => (pace.paused = !pace.paused) },
      { id: 'back', label: 'Step back', key: 'a', run: () => this.jump(() => line.back()) },
      { id: 'step', label: 'Step', key: 's', run: () => this.step() },
      { id: 'restart', label: 'Restart', key: 'r', run: () => sandbox.simulation.restart() },
      { id: 'branch', label: 'Branch', key: 'n', run: () => this.branch() },
      { id: 'shoot', label: 'Shoot a ball', key: 'b', run: () => sandbox.pane.shoot() },
      { id: 'snapshot', label: 'Snapshot', key: 'k', run: () => sandbox.simulation.save() },
      { id: 'restore', label: 'Restore', key: 'l', run: () => this.jump(() => sandbox.simulation.restore()) },
    ]
    const bar = element('div', { class: 'buttons' }, ...actions.map(createButton))
    this.branchButton = bar.querySelector('#branch')!
    const compare = element('label', { class: 'compare' }, this.comparing, ' compare with the branch')
    root.append(bar, element('div', { class: 'time-line' }, this.scrub, this.where, compare), this.compared)
    this.scrub.addEventListener('input', () => this.jump(() => line.goTo(Number(this.scrub.value))))
    this.comparing.addEventListener('change', () => this.showComparison())
    this.comparing.disabled = true
    sandbox.onLoad.push(() => {
      this.comparing.checked = false
      this.showComparison()
    })
    addEventListener('keydown', (event) => this.press(event, actions))
  }

  /** Called every frame. */
  update(now: number): void {
    if (now - this.refreshed < REFRESH_MS) return
    this.refreshed = now
    const { line } = this
    const { stepCount } = this.sandbox.simulation.world
    this.scrub.min = String(line.first)
    this.scrub.max = String(line.last)
    if (document.activeElement !== this.scrub || !this.sandbox.pace.paused) this.scrub.value = String(stepCount)
    this.where.textContent = `step ${stepCount} of ${line.last}, ${line.steps.length} kept, ${(line.bytes / 1e6).toFixed(1)} MB`
    this.comparing.disabled = !line.hasBranch
    this.branchButton.setAttribute('aria-pressed', String(line.hasBranch))
    if (this.comparing.checked) this.showComparison()
  }

  private step(): void {
    this.sandbox.pace.paused = true
    this.sandbox.simulation.step()
  }

  /** Time stands still where one goes to. */
  private jump(go: () => void): void {
    this.sandbox.pace.paused = true
    go()
    this.refreshed = 0
  }

  private branch(): void {
    this.line.branch()
    this.comparing.checked = true
    this.showComparison()
  }

  private showComparison(): void {
    if (!this.comparing.checked) {
      this.sandbox.pane.hideGhost()
      this.compared.textContent = ''
      return
    }
    try {
      const found = this.line.compare()
      if (!found) this.sandbox.pane.hideGhost()
      this.compared.textContent = found === null
        ? 'The other run was not kept at this step.'
        : found.same ? `Step ${found.step}: both runs have the same bits.` : `Step ${found.step}: bodies are up to ${short(found.apart)} m apart.`
    } catch (error) {
      this.comparing.checked = false
      this.sandbox.pane.hideGhost()
      this.compared.textContent = error instanceof Error ? error.message : String(error)
    }
  }

  private press(event: KeyboardEvent, actions: readonly Action[]): void {
    const { target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || !this.isOnStage()) return
    if (target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type !== 'checkbox' && target !== this.scrub)) return
    if (target === this.sandbox.canvas && this.look(event)) return
    const action = actions.find(({ key }) => key === event.key.toLowerCase())
    // The space bar presses what has the focus.
    if (!action || (event.key === ' ' && target instanceof HTMLElement && target.closest('button, summary, input'))) return
    event.preventDefault()
    action.run()
  }

  private isOnStage(): boolean {
    return this.sandbox.canvas.closest('[hidden]') === null
  }

  /** Keys of the camera, while the picture has the focus. */
  private look(event: KeyboardEvent): boolean {
    const { pane } = this.sandbox
    const turn = { ArrowLeft: [-TURN, 0], ArrowRight: [TURN, 0], ArrowUp: [0, -TURN], ArrowDown: [0, TURN] }[event.key]
    if (turn) pane.turn(turn[0]!, turn[1]!)
    else if (event.key === '+' || event.key === '=') pane.zoom(ZOOM)
    else if (event.key === '-') pane.zoom(1 / ZOOM)
    else return false
    event.preventDefault()
    return true
  }
}

function createButton({ id, label, key, run }: Action): HTMLButtonElement {
  const created = button(id, label, run)
  created.append(element('kbd', { text: key === ' ' ? 'space' : key.toUpperCase(), 'aria-hidden': 'true' }))
  created.setAttribute('aria-keyshortcuts', key === ' ' ? 'Space' : key.toUpperCase())
  created.addEventListener('click', (event) => {
    // After a click of the pointer the space bar shall pause, not press the button again.
    if (event.detail > 0) created.blur()
  })
  return created
}
