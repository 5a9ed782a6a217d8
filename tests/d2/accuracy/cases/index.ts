/** Every accuracy case in two dimensions, in the order of the table. */

import type { AccuracyCase } from '../../../common/accuracy/case.ts'
import { bounce } from './bounce.ts'
import { breaks } from './breaks.ts'
import { bullets } from './bullets.ts'
import { chains } from './chains.ts'
import { drives } from './drives.ts'
import { farOut } from './far-out.ts'
import { freeFall } from './free-fall.ts'
import { heavy } from './heavy.ts'
import { hugeOnTiny } from './huge-on-tiny.ts'
import { impact } from './impact.ts'
import { jointMomentum } from './joint-momentum.ts'
import { loops } from './loops.ts'
import { momentum } from './momentum.ts'
import { order } from './order.ts'
import { overlap } from './overlap.ts'
import { pendulum } from './pendulum.ts'
import { poison } from './poison.ts'
import { pyramid } from './pyramid.ts'
import { recovery } from './recovery.ts'
import { rolling } from './rolling.ts'
import { scale } from './scale.ts'
import { seams } from './seams.ts'
import { slide } from './slide.ts'
import { slope } from './slope.ts'
import { snapshot } from './snapshot.ts'
import { springs } from './springs.ts'
import { stack } from './stack.ts'
import { stepSize } from './step-size.ts'
import { transmission } from './transmission.ts'

export const CASES: readonly AccuracyCase[] = [
  freeFall,
  order,
  slide,
  slope,
  rolling,
  bounce,
  impact,
  momentum,
  pendulum,
  springs,
  drives,
  transmission,
  jointMomentum,
  loops,
  chains,
  recovery,
  breaks,
  stack,
  pyramid,
  heavy,
  hugeOnTiny,
  seams,
  bullets,
  scale,
  farOut,
  stepSize,
  overlap,
  snapshot,
  poison,
]
