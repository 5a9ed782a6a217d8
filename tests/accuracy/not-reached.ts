/** Gates the short suite is known to miss: case → beginnings of `test · metric`. `npm run accuracy` prints the figures. */

export const NOT_REACHED: Readonly<Record<string, readonly string[]>> = {
  // Momentum is exact, angular momentum is not: the two bodies take an impulse at points that part within the step.
  momentum: [
    '40 free bodies colliding, e 0, μ 0.6, 1500 steps · drift of L, relative',
    '40 free bodies colliding, e 0.5, μ 0.3, 1500 steps · drift of L, relative',
  ],
}
