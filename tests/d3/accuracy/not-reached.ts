/** Gates the short suite is known to miss: case → beginnings of `test · metric`. `npm run accuracy` prints the figures. */

export const NOT_REACHED: Readonly<Record<string, readonly string[]>> = {
  'far-out': [
    // 2.2e-6: conjugate gradients of the error control carry the rounding of places there (2e-9 m) further than plain sweeps, which stay below 1e-6.
    'pyramid 3-2-1 at 1e+7 m · places differ by m',
  ],
  'huge-on-tiny': [
    // A mass ratio of 1e9: the sweeps end long before the small ones bear the weight (in ten seconds, a bar of 1e4 too). In the plane they do.
    '10 m box on four 1 cm cubes, 1:1e9 · largest overlap / size',
  ],
  transmission: [
    // The torque that is read is that of the last substep's middle: half a substep late where it changes fast.
    'universal joint at 60°, 4 s · torque at the end of the step, relative error',
  ],
}
