// Elements of the page, made in one call.

type Attributes = Readonly<Record<string, string | number | boolean>>

/** An element with attributes and contents; `text` is its text. False leaves an attribute out. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag, attributes: Attributes = {}, ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'text') created.textContent = String(value)
    else if (value !== false) created.setAttribute(name, value === true ? '' : String(value))
  }
  created.append(...children)
  return created
}

export function button(id: string, label: string, run: () => void): HTMLButtonElement {
  const created = element('button', { id, type: 'button', text: label })
  created.addEventListener('click', run)
  return created
}

export function find<T extends HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector)
  if (!found) throw new Error(`The page lacks ${selector}.`)
  return found
}

/** `awakeBodies` → `awake bodies`. */
export function spaced(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** A number with as many digits as one reads. */
export function short(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return value > 0 ? '∞' : value < 0 ? '−∞' : '–'
  const rounded = Number(value.toPrecision(digits))
  const size = Math.abs(rounded)
  const text = size !== 0 && (size < 1e-3 || size >= 1e6) ? rounded.toExponential(Math.min(digits - 1, 3)) : String(rounded)
  return text.replace('-', '−')
}
