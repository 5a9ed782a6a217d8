import { PLANE } from '../common/dimensions.ts'
import { heavyBlowFamily } from '../common/heavy-blows.ts'
import { testFamily } from '../family.ts'

testFamily(heavyBlowFamily(PLANE))
