// The package's main file names its parts without extensions, which Node refuses; its bundle is the same code without types.
declare module 'quickhull3d/dist/quickhull3d.js' {
  export { default } from 'quickhull3d'
}
