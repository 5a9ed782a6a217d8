/** Gates the short suite is known to miss: case → beginnings of `test · metric`. `npm run accuracy` prints the figures. */

export const NOT_REACHED: Readonly<Record<string, readonly string[]>> = {}
