/** The scenes of the comparison in both dimensions. */

import { PEER_SCENES_2D } from './d2/peer-scenes.ts'
import type { PeerScene } from './peer-scene.ts'
import { PEER_SCENES_3D } from './peer-scenes.ts'

export const PEER_SCENES: readonly PeerScene[] = [...PEER_SCENES_3D, ...PEER_SCENES_2D]
