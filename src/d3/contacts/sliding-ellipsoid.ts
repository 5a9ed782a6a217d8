/**
 * What friction is left for sliding and spinning at once, on an evenly pressed face. Every part of the face drags against its own motion: a face
 * that spins fast hardly resists being pushed, one that slides fast hardly resists being turned. The limit of force f and torque τ that follows
 * is no ellipsoid, but at each ratio of the slips one ellipsoid touches it at the right point, with the right normal (Goyal, Ruina, Papadopoulos
 * 1991). The face counts as the disc with the same mean distance from the centre; a square differs by 1 %.
 *
 * For a disc of radius R, a limit of 1 and ε = v / (R ω) (Farkas, Bartels, Unger, Wolf 2003): ε < 1: f = ε P(ε²), τ = R T(ε²); ε > 1:
 * f = P(ε⁻²), τ = R U(ε⁻²) / ε, all three elliptic integrals. Here each is its series to first order with a square that gives the value at ε = 1:
 * within 0.3 %.
 */

/** The slips, in and out: square of the speed across, square of mean distance times spin; then share of the limit, radius per mean distance. */
export const slips: Float64Array = new Float64Array(2)

/** Values at ε = 1: 8 / 3π and 8 / 9π. */
const FORCE_AT_ONE = 0.8488263631567752
const TORQUE_AT_ONE: number = FORCE_AT_ONE / 3

/** From the slips to the ellipsoid f² + (τ / ρ)² = a² that touches there: a and ρ. Without any slip: that of rest. */
export function findSlidingEllipsoid(): void {
  // Radius of the disc: 3/2 of the mean distance.
  const across = 4 * slips[0]
  const about = 9 * slips[1]
  if (across === 0 && about === 0) {
    slips[0] = 1
    slips[1] = 1
    return
  }
  const spins = across < about
  const s = spins ? across / about : about / across
  const p = 1 - s / 8 + (FORCE_AT_ONE - 0.875) * s * s
  const turn = spins ? 2 / 3 - s / 2 + (TORQUE_AT_ONE - 1 / 6) * s * s : 0.25 + (3 / 128) * s + (TORQUE_AT_ONE - 35 / 128) * s * s
  // a² = f² + τ f ω / v, ρ² = τ v / (f ω).
  slips[0] = Math.sqrt(p * (spins ? p * s + turn : p + turn * s))
  slips[1] = 1.5 * Math.sqrt(turn / p)
}
