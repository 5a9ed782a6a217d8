import { SPACE } from '../common/dimensions.ts'
import { heapFamily } from '../common/heaps.ts'
import { testFamily } from '../family.ts'

testFamily(heapFamily(SPACE))
