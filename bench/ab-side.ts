/** One of the two builds of `npm run bench -- --ab`, as a bundle of its own: the scenes of the bench with the engine of that build. */

export { startBenchScene } from './bench-scenes.ts'
