/** Meshes and height fields that geoms name. */

import type { Quat, Vec3 } from '../../d3/index.ts'
import { conjugate, normalized, rotate, subtract, vec, ZERO } from '../robots/poses.ts'
import type { RobotMesh, RobotNote } from '../robots/robot.ts'
import type { MeshSource } from '../robots/robot-shapes.ts'
import type { XmlElement } from '../robots/xml.ts'
import { vector, type Compiler, type Defaults } from './compiler.ts'

/** Heights of a field from a file. */
export interface HeightSource {
  /** How many rows, along y; a count. */
  rows: number
  /** How many columns, along x; a count. */
  columns: number
  /** Row by row, the row of the least y first; any scale. */
  heights: ArrayLike<number>
}

/** A mesh by its name. */
export interface MeshAsset {
  uri: string
  scale: Vec3
  data: RobotMesh | null
}

/** A height field by its name. */
export interface FieldAsset {
  uri: string
  rows: number
  columns: number
  /** m. */
  heights: Float64Array
  sizeX: number
  sizeY: number
}

export interface Assets {
  meshes: Map<string, MeshAsset>
  fields: Map<string, FieldAsset>
}

/** Where assets come from. */
export interface AssetSources {
  meshes: MeshSource | null
  heightFields: ((file: string) => HeightSource | null | undefined) | null
}

/** Name of a file without folder and ending. */
function stem(file: string): string {
  return file.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '')
}

function fileOf(element: XmlElement, compiler: Compiler): string | null {
  const file = element.text('file')
  if (file === undefined) return null
  const name = compiler.stripPath ? file.replace(/^.*[/\\]/, '') : file
  const { meshFolder } = compiler
  return meshFolder === '' ? name : `${meshFolder.replace(/\/$/, '')}/${name}`
}

export function readAssets(
  elements: readonly XmlElement[], compiler: Compiler, defaults: Defaults, sources: AssetSources, notes: RobotNote[],
): Assets {
  const assets: Assets = { meshes: new Map(), fields: new Map() }
  for (const asset of elements) {
    for (const child of asset.children) {
      if (child.name === 'mesh') readMesh(defaults.fill(child, null), compiler, sources, assets, notes)
      else if (child.name === 'hfield') readField(child, compiler, sources, assets, notes)
      else if (!['texture', 'material', 'skin'].includes(child.name)) {
        notes.push({ kind: 'lost', element: child.path, message: `<${child.name}> is not read.` })
      }
    }
  }
  return assets
}

function readMesh(element: XmlElement, compiler: Compiler, sources: AssetSources, assets: Assets, notes: RobotNote[]): void {
  const uri = fileOf(element, compiler)
  const name = element.text('name') ?? (uri === null ? element.refuse('name', undefined, 'is missing: a mesh needs a name or a file.') : stem(uri))
  const scale = vector(element, 'scale') ?? vec(1, 1, 1)
  if (scale.x === 0 || scale.y === 0 || scale.z === 0) element.refuse('scale', element.text('scale'), 'must not have a 0.')
  const points = element.numbers('vertex', 12, Infinity)
  let data: RobotMesh | null = null
  if (points !== undefined) {
    if (points.length % 3 !== 0) element.refuse('vertex', `${points.length} numbers`, 'are no list of points x y z.')
    const indices = element.numbers('face', 3, Infinity)
    if (indices !== undefined && (indices.length % 3 !== 0 || indices.some(i => !Number.isInteger(i) || i < 0 || 3 * i >= points.length))) {
      element.refuse('face', `${indices.length} numbers`, 'must be three corners for each triangle, numbers of points from 0.')
    }
    data = { points, ...(indices === undefined ? {} : { indices }) }
  } else if (uri !== null) data = sources.meshes?.(uri) ?? null
  const turned = element.numbers('refquat', 4)
  const shift = vector(element, 'refpos') ?? ZERO
  if (data !== null && (turned !== undefined || shift !== ZERO)) {
    const q: Quat = turned === undefined ? { x: 0, y: 0, z: 0, w: 1 } : normalized({ w: turned[0], x: turned[1], y: turned[2], z: turned[3] })!
    data = moved(data, scale, shift, q)
    assets.meshes.set(name, { uri: uri ?? name, scale: vec(1, 1, 1), data })
    return
  }
  if (turned !== undefined || shift !== ZERO) {
    notes.push({ kind: 'lost', element: element.path, message: 'refpos and refquat are lost: give the mesh to readMjcf by its option `meshes`.' })
  }
  assets.meshes.set(name, { uri: uri ?? name, scale, data })
}

/** The points scaled, shifted by −refpos and turned back by refquat. */
function moved(data: RobotMesh, scale: Vec3, shift: Vec3, q: Quat): RobotMesh {
  const points = new Float64Array(data.points.length)
  const back = conjugate(q)
  for (let i = 0; i + 2 < points.length; i += 3) {
    const at = vec(data.points[i] * scale.x, data.points[i + 1] * scale.y, data.points[i + 2] * scale.z)
    const to = rotate(back, subtract(at, shift))
    points[i] = to.x
    points[i + 1] = to.y
    points[i + 2] = to.z
  }
  return { ...data, points }
}

/** Samples along one side of a field. */
const MAX_SAMPLES = 10_000

function readField(element: XmlElement, compiler: Compiler, sources: AssetSources, assets: Assets, notes: RobotNote[]): void {
  const uri = fileOf(element, compiler)
  const name = element.text('name') ?? stem(uri ?? '')
  const [rx, ry, top] = element.numbers('size', 4) ?? element.refuse('size', undefined, 'is missing: a height field needs four numbers.')
  if (!(rx > 0 && ry > 0 && top > 0)) element.refuse('size', element.text('size'), 'must be above 0.')
  let source: HeightSource | null = null
  if (uri !== null) source = sources.heightFields?.(uri) ?? null
  else {
    const rows = element.requireNumber('nrow')
    const columns = element.requireNumber('ncol')
    for (const [key, value] of [['nrow', rows], ['ncol', columns]] as const) {
      if (!Number.isInteger(value) || value < 2 || value > MAX_SAMPLES) element.refuse(key, value, `must be a whole number from 2 to ${MAX_SAMPLES}.`)
    }
    const given = element.numbers('elevation', rows * columns)
    // The first row of the text is that of the greatest y.
    const heights = new Float64Array(rows * columns)
    if (given !== undefined) for (let r = 0; r < rows; r++) heights.set(given.slice((rows - 1 - r) * columns, (rows - r) * columns), r * columns)
    source = { rows, columns, heights }
  }
  if (source === null) {
    notes.push({ kind: 'lost', element: element.path, message: `The height field "${uri}" was not given. Give it by the option \`heightFields\`.` })
    return
  }
  let low = Infinity
  let high = -Infinity
  for (let i = 0; i < source.heights.length; i++) {
    low = Math.min(low, source.heights[i])
    high = Math.max(high, source.heights[i])
  }
  const factor = high > low ? top / (high - low) : 0
  const heights = Float64Array.from(source.heights, height => (height - low) * factor)
  assets.fields.set(name, { uri: uri ?? name, rows: source.rows, columns: source.columns, heights, sizeX: 2 * rx, sizeY: 2 * ry })
}
