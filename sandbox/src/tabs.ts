// Panels of which one is open at a time, by the pattern of tabs: arrow keys go from one to the next.
import { element } from './dom.ts'

export class Tabs {
  readonly onChange: (() => void)[] = []
  private readonly bar = element('div', { role: 'tablist', class: 'tabs', 'aria-label': 'Panels' })
  private readonly tabs: { id: string; tab: HTMLButtonElement; panel: HTMLElement }[] = []

  constructor(root: HTMLElement) {
    root.append(this.bar)
    this.bar.addEventListener('keydown', (event) => this.turn(event))
  }

  /** Adds a panel under a title and returns it. */
  add(id: string, title: string): HTMLElement {
    const tab = element('button', { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': `panel-${id}`, text: title })
    const panel = element('div', { role: 'tabpanel', id: `panel-${id}`, class: 'panel', 'aria-labelledby': `tab-${id}`, tabindex: 0 })
    tab.addEventListener('click', () => this.open(id))
    this.tabs.push({ id, tab, panel })
    this.bar.append(tab)
    this.bar.parentElement!.append(panel)
    if (this.tabs.length === 1) this.open(id)
    else panel.hidden = true
    tab.tabIndex = this.tabs.length === 1 ? 0 : -1
    tab.ariaSelected = String(this.tabs.length === 1)
    return panel
  }

  get current(): string {
    return this.tabs.find(({ panel }) => !panel.hidden)?.id ?? ''
  }

  isOpen(id: string): boolean {
    return this.current === id
  }

  open(id: string): void {
    for (const each of this.tabs) {
      const open = each.id === id
      each.panel.hidden = !open
      each.tab.ariaSelected = String(open)
      each.tab.tabIndex = open ? 0 : -1
    }
    for (const tell of this.onChange) tell()
  }

  private turn(event: KeyboardEvent): void {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const at = this.tabs.findIndex(({ panel }) => !panel.hidden)
    const next = this.tabs[(at + by + this.tabs.length) % this.tabs.length]!
    this.open(next.id)
    next.tab.focus()
  }
}
