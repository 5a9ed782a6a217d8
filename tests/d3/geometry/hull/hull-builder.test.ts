// Hulls against brute force, against quickhull3d, and against shapes whose faces are known.
import quickhull from 'quickhull3d/dist/quickhull3d.js'
import { describe, expect, it } from 'vitest'
import { buildHull } from '../../../../src/d3/geometry/hull/hull-builder.ts'
import { createRandom } from '../../../common/random.ts'
import {
  bruteForceFaces, expectValidHull, extentOf, faceKeys, GENERAL_CLOUDS, keyOf, LATTICE_CLOUDS, makeCloud, randomRotation, rotateAll, vertexKeys,
  volumeFromPlanes,
} from './hull-clouds.ts'

const CUBE = [-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1, -1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1]

/** A face may be 5e-7 off, and this is 1e-3 thick: some vertices are within the tolerance, and the volume is sure to 1e-3 only. */
const SLAB = GENERAL_CLOUDS['in a slab of 1:1000']

/** Volume and vertices by quickhull3d. */
function oracle(points: Float64Array): { volume: number, vertices: string[] } {
  const list = Array.from({ length: points.length / 3 }, (_, i): [number, number, number] => [points[3 * i], points[3 * i + 1], points[3 * i + 2]])
  const used = new Set<number>()
  const o = list[0]
  let volume = 0
  for (const [i, j, k] of quickhull(list)) {
    used.add(i).add(j).add(k)
    const [a, b, c] = [list[i], list[j], list[k]].map((p) => [p[0] - o[0], p[1] - o[1], p[2] - o[2]])
    volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6
  }
  return { volume, vertices: [...new Set([...used].map((i) => keyOf(points, i)))].sort() }
}

describe('hull against brute force', () => {
  for (const [name, cloud] of Object.entries({ ...GENERAL_CLOUDS, ...LATTICE_CLOUDS })) {
    it(`has the same faces for points ${name}`, () => {
      for (let seed = 1; seed <= 8; seed++) {
        const points = makeCloud(cloud, seed, 8 + seed * 2)
        const hull = buildHull(points, 'points')
        expectValidHull(hull, points)
        const faces = bruteForceFaces(points)
        expect(vertexKeys(hull)).toEqual([...new Set(faces.join(' ').split(' '))].sort())
        // In a random slab some neighbours are flat to the tolerance by chance and merge.
        if (cloud !== SLAB) expect(faceKeys(hull)).toEqual(faces)
      }
    })
  }
})

describe('hull against quickhull3d', () => {
  for (const [name, cloud] of Object.entries(GENERAL_CLOUDS)) {
    it(`has the same vertices and volume for points ${name}`, () => {
      for (let seed = 100; seed < 112; seed++) {
        const points = makeCloud(cloud, seed, name === 'on a sphere' ? 20 + 19 * (seed - 100) : 20 + 60 * (seed - 100))
        const hull = buildHull(points, 'points')
        const expected = oracle(points)
        expectValidHull(hull, points)
        if (cloud === SLAB) expect(expected.vertices).toEqual(expect.arrayContaining(vertexKeys(hull)))
        else expect(vertexKeys(hull)).toEqual(expected.vertices)
        expect(Math.abs(volumeFromPlanes(hull) / expected.volume - 1)).toBeLessThan(cloud === SLAB ? 1e-3 : 2e-6)
      }
    })
  }

  for (const [name, cloud] of Object.entries(LATTICE_CLOUDS)) {
    it(`has the same volume for points ${name}`, () => {
      for (let seed = 100; seed < 112; seed++) {
        const points = makeCloud(cloud, seed, 20 + 60 * (seed - 100))
        const hull = buildHull(points, 'points')
        expectValidHull(hull, points)
        expect(volumeFromPlanes(hull) / oracle(points).volume).toBeCloseTo(1, 12)
      }
    })
  }
})

describe('hull at any size and place', () => {
  for (const scale of [1e-6, 1e-3, 1e3, 1e6]) {
    it(`is the same shape at a scale of ${scale}`, () => {
      for (const cloud of Object.values({ ...GENERAL_CLOUDS, ...LATTICE_CLOUDS })) {
        const reference = buildHull(makeCloud(cloud, 7, 60), 'points')
        const points = makeCloud(cloud, 7, 60, scale)
        const hull = buildHull(points, 'points')
        expectValidHull(hull, points)
        expect(hull.faceVertices).toEqual(reference.faceVertices)
        expect(hull.edges).toEqual(reference.edges)
        expect(hull.innerRadius / (reference.innerRadius * scale)).toBeCloseTo(1, 12)
      }
    })
  }

  it('is the same shape far from the origin', () => {
    for (const cloud of Object.values({ ...GENERAL_CLOUDS, ...LATTICE_CLOUDS })) {
      const reference = buildHull(makeCloud(cloud, 8, 60), 'points')
      const points = makeCloud(cloud, 8, 60, 1, 1e4)
      const hull = buildHull(points, 'points')
      expectValidHull(hull, points)
      expect(hull.faceVertices).toEqual(reference.faceVertices)
      // Coordinates of 1e4 carry 2e-12, a thousandth of a thickness of 1e-3 carries six digits less.
      expect(hull.innerRadius / reference.innerRadius).toBeCloseTo(1, 7)
      expect(Math.hypot(hull.center[0] - reference.center[0] - 1e4, hull.center[1] - reference.center[1] - 1e4)).toBeLessThan(1e-7)
    }
  })

  it('gives the same bits every time', () => {
    const points = makeCloud(GENERAL_CLOUDS['in a ball'], 9, 200)
    expect(buildHull(points, 'points')).toEqual(buildHull(points.slice(), 'points'))
  })
})

describe('merged faces', () => {
  it('makes six quads of a cube with points inside, doubled, on edges and on faces', () => {
    const points = [...CUBE, ...CUBE, 0, 0, 0, 0.3, 0.2, -0.9, 1, 0, 0, -1, 0.5, 0.5, 0, 1, 1, 0.5, 1, 1, -1, -1, 0, 0, 0, -1]
    const hull = buildHull(Float64Array.from(points), 'points')
    expect([hull.vertexCount, hull.faceCount, hull.edgeCount]).toEqual([8, 6, 12])
    expect(Array.from(hull.vertices)).toEqual(CUBE)
    expect(Array.from(hull.faceStart)).toEqual([0, 4, 8, 12, 16, 20, 24])
    expect(Array.from(hull.center)).toEqual([0, 0, 0])
    expect(hull.innerRadius).toBe(1)
    expect(hull.radius).toBe(Math.sqrt(3))
    for (let f = 0; f < 6; f++) {
      const plane = Array.from(hull.planes.subarray(4 * f, 4 * f + 4), Math.abs).sort()
      expect(plane).toEqual([0, 0, 1, 1])
    }
  })

  it('makes six quads of turned cubes in single precision, with extra points on edges and faces', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = createRandom(seed)
      const surface = makeCloud(LATTICE_CLOUDS['on the surface of a cube'], seed, 8 + (seed % 40))
      const points = rotateAll(surface, randomRotation(random)).map(Math.fround)
      const hull = buildHull(points, 'points')
      expectValidHull(hull, points)
      expect([hull.vertexCount, hull.faceCount]).toEqual([8, 6])
      expect(Array.from(hull.vertices)).toEqual(Array.from(points.subarray(0, 24)))
    }
  })

  it('gives prisms their caps and sides', () => {
    for (const sides of [3, 5, 16, 127]) {
      const points = new Float64Array(6 * sides)
      for (let i = 0; i < sides; i++) {
        const angle = 2 * Math.PI * i / sides
        points.set([Math.cos(angle), 1, Math.sin(angle), Math.cos(angle), -1, Math.sin(angle)], 6 * i)
      }
      const hull = buildHull(points, 'points')
      expectValidHull(hull, points)
      const sizes = Array.from({ length: hull.faceCount }, (_, f) => hull.faceStart[f + 1] - hull.faceStart[f])
      const expected = [...Array.from({ length: sides }, () => 4), sides, sides]
      expect(sizes.sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b))
    }
  })

  it('stays convex when points stick out by about the tolerance', () => {
    const clouds = { ...LATTICE_CLOUDS, dome: (random: () => number, count: number) => {
      const points = [0, -1, 0]
      for (let i = 0; i < count; i++) {
        const [x, z] = [2 * random() - 1, 2 * random() - 1]
        points.push(x, -1e-5 * (x * x + z * z), z)
      }
      return points
    } }
    for (const cloud of Object.values(clouds)) {
      for (const noise of [1e-16, 1e-10, 1e-7, 5e-7, 1e-6, 3e-6]) {
        for (let seed = 1; seed <= 10; seed++) {
          const random = createRandom(seed)
          const points = rotateAll(makeCloud(cloud, seed, 60), randomRotation(random))
          const extent = extentOf(points)
          for (let i = 0; i < points.length; i++) points[i] += extent * noise * (2 * random() - 1)
          expectValidHull(buildHull(points, 'points'), points)
        }
      }
    }
  })
})
