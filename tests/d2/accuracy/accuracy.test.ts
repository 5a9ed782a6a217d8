/** The accuracy suite in two dimensions in its short form: every gate that is reached must stay reached. */

import { checkGates } from '../../common/accuracy/check-gates.ts'
import { CASES } from './cases/index.ts'
import { NOT_REACHED } from './not-reached.ts'

checkGates('accuracy in two dimensions', CASES, NOT_REACHED)
