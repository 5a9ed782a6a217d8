import { PLANE } from '../common/dimensions.ts'
import { bondFamily, columnFamily, plankFamily } from '../common/structures.ts'
import { testFamily } from '../family.ts'

testFamily(columnFamily(PLANE))
testFamily(plankFamily(PLANE))
testFamily(bondFamily(PLANE))
