import { archFamily } from '../common/arches.ts'
import { SPACE } from '../common/dimensions.ts'
import { testFamily } from '../family.ts'

testFamily(archFamily(SPACE))
