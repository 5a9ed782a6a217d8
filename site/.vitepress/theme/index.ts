// The default theme, with live samples on the pages of joints.
import DefaultTheme from 'vitepress/theme'

export default {
  extends: DefaultTheme,
  enhanceApp(): void {
    // The built site has them as a script of its own: see `buildEnd` of the configuration.
    if (import.meta.env.DEV && !import.meta.env.SSR) void import('./sample-element.ts')
  },
}
