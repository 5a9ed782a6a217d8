/**
 * Numbers of the command line.
 */

/** Runs of more steps show how far they are. */
export const LONG_RUN = 300

/** Steps between two looks at the world outside: signals are seen within a third of a second at 60 Hz. */
export const PAUSE_EVERY = 20

/** Masses that touch or are joined should not differ by more than this: beyond it solvers need help. */
export const MOST_RATIO = 1000

/** m: bodies that overlap by more at the start are pushed apart visibly. */
export const MOST_OVERLAP = 0.01
