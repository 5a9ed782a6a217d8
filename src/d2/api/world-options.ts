/** What a world is told when it is made. */

import type { Fields } from '../../common/options.ts'
import { WORLD_FIELDS, type CoreOptions } from '../../common/world/settings.ts'
import type { Vec2 } from '../math/types.ts'

/** What a world may be told when it is made. */
export interface WorldOptions extends CoreOptions {
  /** m/s². Default 0, −9.81: downwards, as on earth. */
  gravity?: Vec2
}

export const OPTION_FIELDS: Fields<WorldOptions> = { ...WORLD_FIELDS, gravity: 0 }
