/**
 * Expectations that scenes are known to miss: scene → figure → why. `npm run simulate` prints the figures; the scenario tests fail when
 * one of these is met, so that the list cannot go stale.
 */

export const NOT_REACHED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // The paddle crushes bodies against the wall, and throws them over it at 46 m/s: in two of 72 seeds, this one among them.
  'falling-mix': { escaped: 'the paddle throws two crushed bodies out of the bin' },
  // 12 % of weight times length, most of it in one fold of the chain at 5 s. Half the step loses 0.1 %.
  'joint-ball': { chainEnergyGainPercent: 'a chain that whips loses energy at 1/60 s' },
  // A second row, length of B, shares the load with the rope at the stop; the tension that is read is the rope's row alone.
  'joint-pulley': { tension: '118 N are read of the 147 N that B weighs' },
  'machines-2d': { tension: '24 N are read of the 29 N that the heavier weight weighs' },
}
