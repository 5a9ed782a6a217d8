import { SPACE } from '../common/dimensions.ts'
import { closedRoomFamily, stormFamily } from '../common/closed-room.ts'
import { testFamily } from '../family.ts'

testFamily(closedRoomFamily(SPACE))
testFamily(stormFamily(SPACE))
