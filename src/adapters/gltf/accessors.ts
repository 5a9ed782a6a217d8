/**
 * Numbers out of buffers: accessors with strides, normalised integers and sparse parts. Every count is compared with the bytes that are there
 * before anything is allocated. Compressed buffer views are for whoever has the decoder: give `readPhysics` another `getAccessor`.
 */

import { booleanOf, field, indexOf, objectAt, optionalObject, refuse, rootList, sizeOf, textOf, type Fields } from '../shared/json.ts'

/** Gives the numbers of an accessor, one after the other: normalised, sparse parts filled in. */
export type GetAccessor = (index: number) => ArrayLike<number>

interface Component {
  readonly bytes: number
  /** What an integer is divided by when it is normalised. */
  readonly range: number
  read(view: DataView, at: number): number
}

/** By componentType. */
const COMPONENTS: Readonly<Record<number, Component>> = {
  5120: { bytes: 1, range: 127, read: (view, at) => view.getInt8(at) },
  5121: { bytes: 1, range: 255, read: (view, at) => view.getUint8(at) },
  5122: { bytes: 2, range: 32767, read: (view, at) => view.getInt16(at, true) },
  5123: { bytes: 2, range: 65535, read: (view, at) => view.getUint16(at, true) },
  5125: { bytes: 4, range: 4294967295, read: (view, at) => view.getUint32(at, true) },
  5126: { bytes: 4, range: 1, read: (view, at) => view.getFloat32(at, true) },
}

const WIDTHS: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 }

/** Most numbers of one accessor: positions of 16 million vertices. */
const MOST_NUMBERS = 50_000_000

/** Most numbers of one accessor that has no bytes behind it: zeros and sparse values. A line of text must not ask for a gigabyte. */
const MOST_ZEROS = 3_000_000

/** Reads accessors of a document whose buffers are at hand. Each is read once. */
export function accessorsOf(json: object, buffers: readonly Uint8Array[]): GetAccessor {
  const document = objectAt(json, 'gltf')
  const read = new Map<number, Float64Array>()
  return index => {
    let numbers = read.get(index)
    if (numbers === undefined) {
      numbers = readAccessor(document, buffers, index)
      read.set(index, numbers)
    }
    return numbers
  }
}

function readAccessor(json: Fields, buffers: readonly Uint8Array[], index: number): Float64Array {
  const path = `accessors[${index}]`
  const list = rootList(json, 'accessors')
  if (index < 0 || index >= list.length) refuse(path, index, `does not exist: there are ${list.length}.`, 'out-of-range')
  const accessor = objectAt(list[index], path)
  const width = widthOf(accessor, path)
  const component = componentOf(accessor, path)
  const count = countOf(accessor, path)
  const most = field(accessor, 'bufferView') === undefined ? MOST_ZEROS : MOST_NUMBERS
  if (count * width > most) refuse(`${path}.count`, count, `is too large: at most ${most} numbers are read.`, 'limit-exceeded')
  const normalized = booleanOf(accessor, 'normalized', path, false) && component.range > 1
  const bytes = field(accessor, 'bufferView') === undefined ? null : bytesOf(json, buffers, accessor, path, width * component.bytes, count)
  const out = new Float64Array(count * width)
  if (bytes !== null) fill(out, bytes, component, width, count, normalized)
  const sparse = optionalObject(accessor, 'sparse', path)
  if (sparse !== null) fillSparse(json, buffers, sparse, `${path}.sparse`, out, component, width, normalized)
  return out
}

function widthOf(accessor: Fields, path: string): number {
  const type = textOf(accessor, 'type', path, '')
  return Object.hasOwn(WIDTHS, type) ? WIDTHS[type] : refuse(`${path}.type`, type, 'must be SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3 or MAT4.')
}

function componentOf(accessor: Fields, path: string): Component {
  const type = field(accessor, 'componentType')
  if (typeof type === 'number' && Object.hasOwn(COMPONENTS, type)) return COMPONENTS[type]
  return refuse(`${path}.componentType`, type, 'must be one of 5120, 5121, 5122, 5123, 5125, 5126.')
}

function countOf(fields: Fields, path: string): number {
  const count = field(fields, 'count')
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 0) refuse(`${path}.count`, count, 'must be a whole number of at least 0.')
  return count
}

interface Bytes {
  readonly view: DataView
  readonly stride: number
}

/** The bytes of a buffer view from an offset, with room for so many elements. */
function bytesOf(json: Fields, buffers: readonly Uint8Array[], owner: Fields, path: string, size: number, count: number): Bytes {
  const views = rootList(json, 'bufferViews')
  const index = indexOf(owner, 'bufferView', views.length, path)
  const where = `bufferViews[${index}]`
  const view = objectAt(views[index], where)
  const extensions = optionalObject(view, 'extensions', where)
  if (extensions !== null && (field(extensions, 'EXT_meshopt_compression') ?? field(extensions, 'KHR_meshopt_compression')) !== undefined) {
    refuse(where, index, 'is compressed. Give readPhysics a getAccessor of a loader that can decode it.')
  }
  const buffer = buffers[indexOf(view, 'buffer', buffers.length, where)] ?? refuse(`${where}.buffer`, undefined, 'names no buffer.')
  const start = sizeOf(view, 'byteOffset', where, 0)
  const length = sizeOf(view, 'byteLength', where, 0)
  const offset = sizeOf(owner, 'byteOffset', path, 0)
  const stride = sizeOf(view, 'byteStride', where, 0) || size
  if (!Number.isInteger(start) || !Number.isInteger(offset) || start + length > buffer.byteLength) {
    refuse(`${where}.byteLength`, length, `ends beyond its buffer of ${buffer.byteLength} bytes.`, 'out-of-range')
  }
  if (count > 0 && offset + stride * (count - 1) + size > length) {
    refuse(`${path}.count`, count, `needs more than the ${length} bytes of ${where}.`, 'out-of-range')
  }
  return { view: new DataView(buffer.buffer, buffer.byteOffset + start + offset, Math.max(length - offset, 0)), stride }
}

function fill(out: Float64Array, { view, stride }: Bytes, component: Component, width: number, count: number, normalized: boolean): void {
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < width; k++) out[i * width + k] = numberAt(view, i * stride + k * component.bytes, component, normalized)
  }
}

function numberAt(view: DataView, at: number, component: Component, normalized: boolean): number {
  const number = component.read(view, at)
  return normalized ? Math.max(number / component.range, -1) : number
}

function fillSparse(
  json: Fields, buffers: readonly Uint8Array[], sparse: Fields, path: string, out: Float64Array, component: Component, width: number,
  normalized: boolean,
): void {
  const count = countOf(sparse, path)
  const indices = objectAt(field(sparse, 'indices'), `${path}.indices`)
  const values = objectAt(field(sparse, 'values'), `${path}.values`)
  const which = componentOf(indices, `${path}.indices`)
  const at = bytesOf(json, buffers, indices, `${path}.indices`, which.bytes, count)
  const from = bytesOf(json, buffers, values, `${path}.values`, width * component.bytes, count)
  for (let i = 0; i < count; i++) {
    const index = which.read(at.view, i * at.stride)
    if (!Number.isInteger(index) || (index + 1) * width > out.length) refuse(`${path}.indices`, index, 'lies beyond the accessor.', 'out-of-range')
    for (let k = 0; k < width; k++) out[index * width + k] = numberAt(from.view, i * from.stride + k * component.bytes, component, normalized)
  }
}
