/**
 * The tetrahedron a hull grows from, and with it the answer to whether the points are flat.
 */
import { triangleAreaVector } from './hull-orient.ts'

const area = new Float64Array(3)

/** The two axis extremes that lie farthest apart; at least the extent of the points from each other. */
function farthestPair(grid: Float64Array, members: Int32Array): [number, number] {
  const start = members[0]
  const extremes = [start, start, start, start, start, start]
  for (let m = 1; m < members.length; m++) {
    const i = members[m]
    for (let axis = 0; axis < 3; axis++) {
      if (grid[3 * i + axis] < grid[3 * extremes[2 * axis] + axis]) extremes[2 * axis] = i
      if (grid[3 * i + axis] > grid[3 * extremes[2 * axis + 1] + axis]) extremes[2 * axis + 1] = i
    }
  }
  let best = -1
  let first = start
  let second = start
  for (let k = 0; k < 6; k++) {
    for (let l = k + 1; l < 6; l++) {
      const a = extremes[k]
      const b = extremes[l]
      const dx = grid[3 * a] - grid[3 * b]
      const dy = grid[3 * a + 1] - grid[3 * b + 1]
      const dz = grid[3 * a + 2] - grid[3 * b + 2]
      const squared = dx * dx + dy * dy + dz * dz
      if (squared > best) {
        best = squared
        first = a
        second = b
      }
    }
  }
  return [first, second]
}

/**
 * Four of the `members` that span a solid, the first three counter-clockwise seen from outside. Fewer when there are
 * none: 3 when all members lie within `flat` of one plane, 2 when within `flat` of one line.
 */
export function findSimplex(grid: Float64Array, members: Int32Array, flat: number): Int32Array {
  const [a, b] = farthestPair(grid, members)
  const dx = grid[3 * b] - grid[3 * a]
  const dy = grid[3 * b + 1] - grid[3 * a + 1]
  const dz = grid[3 * b + 2] - grid[3 * a + 2]
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
  let third = a
  let width = 0
  for (let m = 0; m < members.length; m++) {
    triangleAreaVector(grid, a, b, members[m], area)
    const distance = Math.sqrt(area[0] * area[0] + area[1] * area[1] + area[2] * area[2]) / length
    if (distance > width) {
      width = distance
      third = members[m]
    }
  }
  if (width <= flat) return Int32Array.of(a, b)

  triangleAreaVector(grid, a, b, third, area)
  const size = Math.sqrt(area[0] * area[0] + area[1] * area[1] + area[2] * area[2])
  let fourth = a
  let height = 0
  for (let m = 0; m < members.length; m++) {
    const i = members[m]
    const distance = (area[0] * (grid[3 * i] - grid[3 * a]) + area[1] * (grid[3 * i + 1] - grid[3 * a + 1])
      + area[2] * (grid[3 * i + 2] - grid[3 * a + 2])) / size
    if (Math.abs(distance) > Math.abs(height)) {
      height = distance
      fourth = i
    }
  }
  if (Math.abs(height) <= flat) return Int32Array.of(a, b, third)
  return height > 0 ? Int32Array.of(b, a, third, fourth) : Int32Array.of(a, b, third, fourth)
}
