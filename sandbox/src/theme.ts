// Day or night: as the system has it, unless it was chosen here or in the address.

export type Theme = 'auto' | 'light' | 'dark'

const system = matchMedia('(prefers-color-scheme: dark)')
const calm = matchMedia('(prefers-reduced-motion: reduce)')
let chosen: Theme = 'auto'

export function isDark(): boolean {
  return chosen === 'dark' || (chosen === 'auto' && system.matches)
}

/** Does the visitor ask for little motion? Scenes then wait for him to start them. */
export function wantsLittleMotion(): boolean {
  return calm.matches
}

export function getTheme(): Theme {
  return chosen
}

export function setTheme(theme: string): void {
  chosen = theme === 'light' || theme === 'dark' ? theme : 'auto'
  document.documentElement.dataset['theme'] = chosen
}
