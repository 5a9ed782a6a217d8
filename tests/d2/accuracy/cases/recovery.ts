import { recoveryCase } from '../../../common/accuracy/recovery.ts'
import type { AccuracyCase } from '../../../common/accuracy/case.ts'
import { loadCases } from '../../joints/joint-case.ts'
import { LAB } from '../../joints/lab.ts'

export const recovery: AccuracyCase = recoveryCase(LAB, await loadCases(), 2)
