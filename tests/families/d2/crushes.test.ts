import { crushFamily } from '../common/crushes.ts'
import { PLANE } from '../common/dimensions.ts'
import { testFamily } from '../family.ts'

testFamily(crushFamily(PLANE))
