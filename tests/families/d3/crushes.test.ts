import { crushFamily } from '../common/crushes.ts'
import { SPACE } from '../common/dimensions.ts'
import { testFamily } from '../family.ts'

testFamily(crushFamily(SPACE))
