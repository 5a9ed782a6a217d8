// The bar at the top: which scene it is, and the way to others, to its source, to files, to a link.
import { itemOf } from './catalogue.ts'
import { button, element } from './dom.ts'
import type { Sandbox } from './sandbox.ts'
import { getTheme, setTheme } from './theme.ts'

/** Where the sources are that do not lie beside the page. */
const REPOSITORY = 'https://github.com/fulcrum-physics/fulcrum-physics/blob/main/scenes/'

export interface TopBarOptions {
  readonly root: HTMLElement
  readonly sandbox: Sandbox
  readonly files: HTMLInputElement
  openGallery(): void
  link(): string
  onTheme(): void
}

export function createTopBar({ root, sandbox, files, openGallery, link, onTheme }: TopBarOptions): void {
  const title = element('h1')
  const said = element('span', { id: 'said', role: 'status' })
  const source = element('dialog', { id: 'source', 'aria-label': 'Source of the scene' })
  const showSource = (): void => void openSource(source, sandbox)
  const copy = async (): Promise<void> => {
    const address = link()
    history.replaceState(history.state, '', address)
    const warning = sandbox.touched ? ' You have touched this world: the link may lead elsewhere, and says so then.' : ''
    try {
      await navigator.clipboard.writeText(new URL(address, location.href).href)
      said.textContent = `Link copied.${warning}`
    } catch {
      said.textContent = `The link is in the address.${warning}`
    }
  }
  const choices = ['auto', 'light', 'dark'].map((value) => element('option', { value, text: value }))
  const themes = element('select', { id: 'theme', 'aria-label': 'Colours' }, ...choices)
  themes.value = getTheme()
  themes.addEventListener('change', () => {
    setTheme(themes.value)
    onTheme()
  })
  root.append(button('scenes', 'Scenes', openGallery), title, said,
    element('div', { class: 'buttons' }, button('show-source', 'Source', showSource), button('open-file', 'Open …', () => files.click()),
      button('link', 'Link', () => void copy()), themes), files, source)
  sandbox.onLoad.push(() => {
    title.textContent = sandbox.simulation.entry.title
    document.title = `${sandbox.simulation.entry.title} · Fulcrum sandbox`
    root.querySelector<HTMLButtonElement>('#show-source')!.disabled = itemOf(sandbox.simulation.entry.name) === null
    said.textContent = ''
  })
}

async function openSource(dialog: HTMLDialogElement, sandbox: Sandbox): Promise<void> {
  const item = itemOf(sandbox.simulation.entry.name)
  if (!item) return
  const close = button('close-source', 'Close', () => dialog.close())
  const link = element('a', { href: REPOSITORY + item.file, text: `scenes/${item.file}` })
  const code = element('pre', { tabindex: 0 })
  dialog.replaceChildren(element('div', { class: 'buttons' }, link, close), code)
  dialog.showModal()
  try {
    const answer = await fetch(`./sources/${item.file}.txt`)
    code.textContent = answer.ok ? await answer.text() : 'It does not lie beside this page; the link above leads to it.'
  } catch {
    code.textContent = 'It does not lie beside this page; the link above leads to it.'
  }
}
