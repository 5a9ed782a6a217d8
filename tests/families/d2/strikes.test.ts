import { PLANE } from '../common/dimensions.ts'
import { strikeFamily } from '../common/strikes.ts'
import { testFamily } from '../family.ts'

testFamily(strikeFamily(PLANE))
