import { PLANE } from '../common/dimensions.ts'
import { stepLengthFamily } from '../common/step-lengths.ts'
import { testFamily } from '../family.ts'

testFamily(stepLengthFamily(PLANE))
