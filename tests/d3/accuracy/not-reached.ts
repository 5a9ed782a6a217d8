/** Gates the short suite is known to miss: case → beginnings of `test · metric`. `npm run accuracy` prints the figures. */

export const NOT_REACHED: Readonly<Record<string, readonly string[]>> = {
  transmission: [
    // The torque that is read is that of the last substep's middle: half a substep late where it changes fast.
    'universal joint at 60°, 4 s · torque at the end of the step, relative error',
  ],
}
