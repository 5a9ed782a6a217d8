import { PLANE } from '../common/dimensions.ts'
import { dominoFamily } from '../common/dominoes.ts'
import { testFamily } from '../family.ts'

testFamily(dominoFamily(PLANE))
