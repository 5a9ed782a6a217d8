// The gallery: every scene with its picture, in groups, found by words. It takes the place of the scene while it is open.
import { catalogue, type CatalogueItem, chapterOf, GROUPS, search } from './catalogue.ts'
import { element } from './dom.ts'
import type { Thumbnails } from './thumbnails.ts'

export interface GalleryOptions {
  readonly root: HTMLElement
  readonly workbench: HTMLElement
  readonly thumbnails: Thumbnails
  choose(name: string): void
  onToggle(): void
}

export class Gallery {
  private readonly options: GalleryOptions
  private readonly words = element('input', { type: 'search', id: 'search', placeholder: 'hinge, Tamis 3.2, pile, 2D …', autocomplete: 'off' })
  private readonly groups = element('div', { id: 'groups', role: 'group', 'aria-label': 'Groups' })
  private readonly count = element('p', { id: 'found', role: 'status' })
  private readonly cards = element('ul', { id: 'cards' })
  private readonly made = new Map<string, HTMLLIElement>()
  private group = ''
  private before: Element | null = null

  constructor(options: GalleryOptions) {
    this.options = options
    const label = element('label', { for: 'search', text: 'Search scenes' })
    for (const group of ['', ...GROUPS]) {
      const pressed = String(group === '')
      const choice = element('button', { type: 'button', 'data-group': group, 'aria-pressed': pressed, text: group || 'All' })
      choice.addEventListener('click', () => this.setGroup(group))
      this.groups.append(choice)
    }
    this.words.addEventListener('input', () => this.show())
    const searchBar = element('div', { class: 'search' }, label, this.words)
    options.root.append(element('h2', { text: 'Scenes' }), searchBar, this.groups, this.count, this.cards)
    options.root.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.close()
    })
  }

  get isOpen(): boolean {
    return !this.options.root.hidden
  }

  open(): void {
    if (this.isOpen) return
    this.before = document.activeElement
    this.options.root.hidden = false
    this.options.workbench.hidden = true
    this.show()
    this.words.focus()
    this.options.onToggle()
  }

  close(): void {
    if (!this.isOpen) return
    this.options.root.hidden = true
    this.options.workbench.hidden = false
    if (this.before instanceof HTMLElement) this.before.focus()
    this.options.onToggle()
  }

  private setGroup(group: string): void {
    this.group = group
    for (const choice of this.groups.children) choice.setAttribute('aria-pressed', String((choice as HTMLElement).dataset['group'] === group))
    this.show()
  }

  private show(): void {
    const found = search(this.words.value, this.group)
    this.count.textContent = `${found.length} of ${catalogue.length} scenes`
    const cards: HTMLElement[] = []
    let chapter = ''
    for (const item of found) {
      const next = chapterOf(item, this.group)
      if (next !== chapter) cards.push(element('li', { class: 'chapter' }, element('h3', { text: next })))
      chapter = next
      cards.push(this.made.get(item.name) ?? this.createCard(item))
    }
    this.cards.replaceChildren(...cards)
  }

  private createCard(item: CatalogueItem): HTMLLIElement {
    const { name, title, description, source, dimension } = item
    const picture = element('canvas', { width: 320, height: 180, 'aria-hidden': 'true' })
    const open = element('button', { type: 'button', class: 'card', 'data-scene': name },
      picture,
      element('span', { class: 'card-title', text: title }),
      element('span', { class: 'card-text', text: description }),
      element('span', { class: 'card-source', text: `${dimension}D · ${source}` }))
    open.addEventListener('click', () => {
      this.close()
      this.options.choose(name)
    })
    const card = element('li', {}, open)
    this.made.set(name, card)
    this.options.thumbnails.add(picture, name, dimension)
    return card
  }
}
