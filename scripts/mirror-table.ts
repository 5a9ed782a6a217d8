// Where the two dimensions may differ, and why. Every entry must be of use; check-mirror fails on one that is not.
import type { MirrorTable } from './mirror.ts'

export const MIRROR_TABLE: MirrorTable = {
  words: [
    ['hull', 'polygon'],
    ['hulls', 'polygons'],
    ['sphere', 'circle'],
    ['vec3', 'vec2'],
  ],
  exceptions: [],
}
