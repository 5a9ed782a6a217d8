import { PLANE } from '../common/dimensions.ts'
import { closedRoomFamily } from '../common/closed-room.ts'
import { testFamily } from '../family.ts'

testFamily(closedRoomFamily(PLANE))
