import { archFamily } from '../common/arches.ts'
import { PLANE } from '../common/dimensions.ts'
import { testFamily } from '../family.ts'

testFamily(archFamily(PLANE, { sag: { worst: 1e9 }, 'stands thin': { worst: 0 } }))
