import { SPACE } from '../common/dimensions.ts'
import { bondFamily, columnFamily, plankFamily } from '../common/structures.ts'
import { testFamily } from '../family.ts'

testFamily(columnFamily(SPACE))
testFamily(plankFamily(SPACE))
testFamily(bondFamily(SPACE))
