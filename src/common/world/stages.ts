/**
 * The stages of a step in order: each is a file of the same name in both `step` folders, a key of the profile and a row in
 * ARCHITECTURE.md.
 */
/** The stages of a step, in order: the keys of `world.profile`. */
export const STAGES: readonly string[] = [
  'flush-commands',
  'find-pairs',
  'narrow-phase',
  'modify-contacts',
  'update-islands',
  'prepare-bodies',
  'color-constraints',
  'prepare-joints',
  'prepare-contacts',
  'impact',
  'kick',
  'warm-start',
  'solve',
  'store-warm-start',
  'push-out',
  'drift',
  'refresh-inertia',
  'refresh-joints',
  'store-impulses',
  'break-joints',
  'finalize-bodies',
  'continuous',
  'update-bounds',
  'move-characters',
  'sense',
  'sleep-islands',
]
