declare module 'virtual:scene-files' {
  /** Below `scenes/`, in the order of the lists. */
  export const files2d: readonly string[]
  export const files3d: readonly string[]
}
