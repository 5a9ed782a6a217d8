// Points and triangles of the mesh files that robots name: STL of both kinds, and OBJ.

export interface Mesh {
  /** x y z in a row. */
  readonly points: number[]
  /** Three corners for each triangle. */
  readonly indices: number[]
}

/** Bytes of a binary STL file before its triangles, and of each of them. */
const [STL_HEAD, STL_TRIANGLE] = [84, 50]

/** The mesh of a file by the ending of its name; null for others, and for files that are none. */
export function readMesh(name: string, bytes: Uint8Array): Mesh | null {
  const mesh = /\.stl$/i.test(name) ? readStl(bytes) : /\.obj$/i.test(name) ? readObj(new TextDecoder().decode(bytes)) : null
  return mesh === null || mesh.indices.length === 0 ? null : mesh
}

/** Gathers points, equal ones once, so that triangles share their corners. */
class Corners {
  readonly points: number[] = []
  private readonly known = new Map<string, number>()

  index(x: number, y: number, z: number): number {
    const key = `${x},${y},${z}`
    let found = this.known.get(key)
    if (found === undefined) {
      found = this.points.push(x, y, z) / 3 - 1
      this.known.set(key, found)
    }
    return found
  }
}

function readStl(bytes: Uint8Array): Mesh | null {
  const corners = new Corners()
  const indices: number[] = []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = bytes.length >= STL_HEAD ? view.getUint32(STL_HEAD - 4, true) : -1
  if (count >= 0 && bytes.length >= STL_HEAD + count * STL_TRIANGLE && !startsWithSolid(bytes, count)) {
    for (let i = 0; i < count; i++) {
      for (let corner = 1; corner < 4; corner++) {
        const at = STL_HEAD + i * STL_TRIANGLE + corner * 12
        indices.push(corners.index(view.getFloat32(at, true), view.getFloat32(at + 4, true), view.getFloat32(at + 8, true)))
      }
    }
    return { points: corners.points, indices }
  }
  for (const [, x, y, z] of new TextDecoder().decode(bytes).matchAll(/\bvertex\s+(\S+)\s+(\S+)\s+(\S+)/g)) {
    indices.push(corners.index(Number(x), Number(y), Number(z)))
  }
  return indices.length % 3 === 0 ? { points: corners.points, indices } : null
}

/** Binary files may begin with the word of the text ones: their length tells them. */
function startsWithSolid(bytes: Uint8Array, count: number): boolean {
  return new TextDecoder().decode(bytes.subarray(0, 5)) === 'solid' && bytes.length !== STL_HEAD + count * STL_TRIANGLE
}

function readObj(text: string): Mesh | null {
  const points: number[] = []
  const indices: number[] = []
  for (const line of text.split('\n')) {
    const [word, ...rest] = line.trim().split(/\s+/)
    if (word === 'v') points.push(Number(rest[0]), Number(rest[1]), Number(rest[2]))
    if (word !== 'f') continue
    const face = rest.map((corner) => Number.parseInt(corner, 10)).map((index) => (index < 0 ? points.length / 3 + index : index - 1))
    for (let i = 2; i < face.length; i++) indices.push(face[0]!, face[i - 1]!, face[i]!)
  }
  return indices.every((index) => index >= 0 && index < points.length / 3) ? { points, indices } : null
}
