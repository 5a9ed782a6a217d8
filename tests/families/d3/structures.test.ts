import { SPACE } from '../common/dimensions.ts'
import { bondFamily, columnFamily, plankFamily } from '../common/structures.ts'
import { testFamily } from '../family.ts'

testFamily(columnFamily(SPACE, { drift: { worst: 1e9 }, sink: { worst: 1e9 }, thrown: { worst: 1e9 } }))
testFamily(plankFamily(SPACE, { drift: { worst: 1e9 }, sink: { worst: 1e9 }, thrown: { worst: 1e9 } }))
testFamily(bondFamily(SPACE, { drift: { worst: 1e9 }, sink: { worst: 1e9 }, thrown: { worst: 1e9 } }))
