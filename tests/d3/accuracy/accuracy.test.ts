/** The accuracy suite in its short form: every gate that is reached must stay reached. */

import { CASES } from './cases/index.ts'
import { checkGates } from '../../common/accuracy/check-gates.ts'
import { NOT_REACHED } from './not-reached.ts'

checkGates('accuracy', CASES, NOT_REACHED)
