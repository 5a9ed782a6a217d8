/**
 * Arms of the contact row at hand, in scratch: per point A x y z, B x y z from the centres of mass; then those of the centre of pressure.
 */
export const arms: Float64Array = new Float64Array(30)

/** Where the centre of pressure stands in `arms`. */
export const PRESSURE = 24
