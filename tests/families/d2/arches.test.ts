import { archFamily } from '../common/arches.ts'
import { PLANE } from '../common/dimensions.ts'
import { testFamily } from '../family.ts'

testFamily(archFamily(PLANE))
