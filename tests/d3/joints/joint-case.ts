/** What the shared joint suite needs to know of a kind of joint in three dimensions. One file per kind in `cases/`. */

import type { Body, Vec3, World } from 'fulcrum-physics/3d'
import type { JointKind } from '../../../src/d3/joints/joint-kind.ts'
import type { AnyCase } from '../../common/joint-suite/lab.ts'
import { loadCasesFrom } from '../../common/joint-suite/load-cases.ts'

export type JointCase = AnyCase<World, Body, JointKind, Vec3>

export function loadCases(): Promise<JointCase[]> {
  return loadCasesFrom(new URL('./cases/', import.meta.url))
}
