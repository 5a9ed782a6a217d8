/**
 * Relations known to fail: case → beginnings of `test · metric`, with the figure and the reason. One that holds again fails the test.
 */

export const KNOWN: Readonly<Record<string, readonly string[]>> = {
  /*
   * One of six stacks slips, and stands elsewhere by 1e-3 to 4e-3 of a size after any rounding: a nudge of 1e-9 grows there by 5e6. The other five
   * differ by 1e-15 to 6e-14.
   */
  translate: ['stack, moved by 1000, -2000, 500 m'],
  scale: [
    'stack, a tenth of the size', 'stack, a thousandth of the size', 'stack, a hundred times the size',
  ],
  /*
   * Joints are not isotropic. Rigid rows are softened by a share of their own diagonal, row by row along the axes of the world, and
   * thresholds (1e-4 of a size taken back in the velocities, 1e-2 missed) are asked of each row too. Ragdolls differ by 7e-10 of a size in
   * 0.6 s, where rounding explains 1e-11; a machine whose motor starts with a jerk by 2e-4, and by 1.2e-2 of a size if it is turned about
   * another axis than its own.
   */
  rotate: [
    'stack, turned by a quarter', 'stack, turned by 0.7 rad about z', 'stack, turned anyhow',
    'machine, turned by 0.7 rad about z', 'machine, turned anyhow',
    'ragdoll, falling, turned by 0.7 rad about z', 'ragdoll, falling, turned anyhow',
  ],
  /*
   * Which four points of a contact patch with more are kept depends on which way round its outline goes, and on which shape is A. Stacks of
   * boxes that are turned against each other stand elsewhere by 6e-4 of a size, one of them by 1e-2, when they are mirrored, and by 8e-4 to
   * 6e-3 when they are made from the top down; the slop is 5e-4.
   */
  mirror: ['stack, mirrored'],
  permute: [
    'stack, made backwards',
  ],
  /*
   * Times that the engine has of its own: push-out is capped at 3 sizes per second, joint recovery at 3 sizes and 10 rad per second, limits
   * rest below 0.03 rad/s. A stack that slips is 1.1e-3 of a size elsewhere after three seconds; crowds part where a body first lands hard.
   * Groups at rest have less compliance, and rest is told by the speed of sleep: 3e-7.
   */
  'powers of two, crowds': [
    'pile, half as fast under a quarter of the gravity', 'pile, 1/1024 of the size', 'pile, 256 times the size',
    'ragdoll, landed, half as fast under a quarter of the gravity', 'ragdoll, landed, 1/1024 of the size',
    'ragdoll, landed, 256 times the size', 'ragdoll, landed, four times the size under four times the gravity',
  ],
  /*
   * Sleep comes after half a second, below 3 cm/s times the root of the size: neither is told from gravity or from the step. A stack at
   * half the pace sleeps after 16 steps instead of 31; one of 1/1024 of the size, which takes steps of half a millisecond, not within 180;
   * nor does one that slips and is four times as large under four times the gravity.
   */
  sleep: [
    'stack, four times the size under four times the gravity', 'stack, half as fast under a quarter of the gravity',
    'stack, 1/1024 of the size', 'stack, 256 times the size',
  ],
}
