import { SPACE } from '../common/dimensions.ts'
import { landingFamily } from '../common/landings.ts'
import { testFamily } from '../family.ts'

testFamily(landingFamily(SPACE))
