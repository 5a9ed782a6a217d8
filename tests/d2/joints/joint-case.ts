/** What the shared joint suite needs to know of a kind of joint in two dimensions. One file per kind in `cases/`. */

import type { Body, Vec2, World } from 'fulcrum-physics/2d'
import type { JointKind } from '../../../src/d2/joints/joint-kind.ts'
import type { AnyCase } from '../../common/joint-suite/lab.ts'
import { loadCasesFrom } from '../../common/joint-suite/load-cases.ts'

export type JointCase = AnyCase<World, Body, JointKind, Vec2>

export function loadCases(): Promise<JointCase[]> {
  return loadCasesFrom(new URL('./cases/', import.meta.url))
}
