/**
 * The container of `.glb` files, and buffers inside of `.gltf` files (data URIs). Reads what is there; fetches nothing.
 */

import { fromBase64 } from '../shared/base64.ts'
import { field, objectAt, optionalObject, parseJson, refuse, rootList, sizeOf, textOf, type Fields } from '../shared/json.ts'

/** Text and bytes: every browser and Node have these two; the engine's types do not name them. */
declare const TextDecoder: new (label: string, options: { fatal: boolean }) => { decode(bytes: Uint8Array): string }
declare const TextEncoder: new () => { encode(text: string): Uint8Array }

const MAGIC = 0x46546c67
const JSON_CHUNK = 0x4e4f534a
const BINARY_CHUNK = 0x004e4942

/** Bytes that are read at most. */
const MOST_BYTES = 2_000_000_000

/** A document with its buffers. */
export interface GltfFile {
  /** The document. */
  readonly json: object
  /** The bytes of each of its buffers. */
  readonly buffers: readonly Uint8Array[]
}

/**
 * Opens a `.glb` file, or the text of a `.gltf` file whose buffers are data URIs. `resolve` gives the bytes of buffers that lie in files of their
 * own, by their `uri`.
 */
export function openGltf(file: Uint8Array | ArrayBuffer | string, resolve?: (uri: string) => Uint8Array): GltfFile {
  if (typeof file === 'string') return withBuffers(parsed(file), null, resolve)
  if (typeof file !== 'object' || file === null) refuse('file', file, 'must be text, a Uint8Array or an ArrayBuffer.')
  const bytes = file instanceof Uint8Array ? file : new Uint8Array(file)
  if (bytes.byteLength > MOST_BYTES) refuse('file', bytes.byteLength, 'is too large.', 'limit-exceeded')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.byteLength < 12 || view.getUint32(0, true) !== MAGIC) return withBuffers(parsed(decode(bytes)), null, resolve)
  const version = view.getUint32(4, true)
  if (version !== 2) refuse('file.version', version, 'must be 2.')
  const length = view.getUint32(8, true)
  if (length > bytes.byteLength) refuse('file.length', length, `is more than the ${bytes.byteLength} bytes there are: it was cut.`, 'wrong-size')
  let json: Fields | null = null
  let binary: Uint8Array | null = null
  for (let o = 12; o + 8 <= length; ) {
    const size = view.getUint32(o, true)
    const type = view.getUint32(o + 4, true)
    if (size > length - o - 8) refuse(`file.chunk at ${o}`, size, 'ends beyond the file.', 'wrong-size')
    const chunk = bytes.subarray(o + 8, o + 8 + size)
    if (type === JSON_CHUNK && json === null) json = parsed(decode(chunk))
    else if (type === BINARY_CHUNK && binary === null) binary = chunk
    o += 8 + size + ((4 - (size % 4)) % 4)
  }
  if (json === null) refuse('file', length, 'has no JSON chunk.')
  return withBuffers(json, binary, resolve)
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse('file', bytes.byteLength, 'is neither a .glb file nor text in UTF-8.')
  }
}

function parsed(text: string): Fields {
  return objectAt(parseJson(text), 'gltf')
}

function withBuffers(json: Fields, binary: Uint8Array | null, resolve: ((uri: string) => Uint8Array) | undefined): GltfFile {
  const asset = optionalObject(json, 'asset', 'gltf')
  if (asset === null) refuse('gltf.asset', undefined, 'is missing: is this a glTF document?')
  const version = textOf(asset, 'version', 'asset', '')
  if (!/^2\.\d+$/.test(version)) refuse('asset.version', version, 'must be 2 and a minor version, such as 2.0.')
  const buffers = rootList(json, 'buffers').map((entry, i) => {
    const path = `buffers[${i}]`
    const buffer = objectAt(entry, path)
    const length = sizeOf(buffer, 'byteLength', path, 0)
    const bytes = bytesOf(buffer, path, i === 0 ? binary : null, resolve)
    if (bytes.byteLength < length) refuse(`${path}.byteLength`, length, `is more than the ${bytes.byteLength} bytes there are.`, 'wrong-size')
    return bytes.subarray(0, length)
  })
  return { json, buffers }
}

function bytesOf(buffer: Fields, path: string, binary: Uint8Array | null, resolve: ((uri: string) => Uint8Array) | undefined): Uint8Array {
  const uri = field(buffer, 'uri')
  if (uri === undefined) return binary ?? refuse(path, buffer, 'has no uri, and the file has no binary chunk for it.')
  if (typeof uri !== 'string') refuse(`${path}.uri`, uri, 'must be text.')
  if (uri.startsWith('data:')) return decodeBase64(uri, `${path}.uri`)
  if (resolve === undefined) refuse(`${path}.uri`, uri, 'is a file of its own. Give openGltf a function that returns its bytes.')
  return resolve(uri)
}

function decodeBase64(uri: string, path: string): Uint8Array {
  const comma = uri.indexOf(',')
  if (comma < 0 || !uri.slice(0, comma).endsWith(';base64')) refuse(path, uri, 'must be a data URI in base64.')
  const digits = uri.slice(comma + 1).replace(/=+$/, '')
  return fromBase64(digits.padEnd(Math.ceil(digits.length / 4) * 4, '=')) ?? refuse(path, uri, 'is no base64.')
}

/** A `.glb` file of a document and its one buffer, such as `writePhysics` gives. */
export function writeGlb(json: object, buffer: Uint8Array): Uint8Array {
  objectAt(json, 'writeGlb.json')
  if (!(buffer instanceof Uint8Array)) refuse('writeGlb.buffer', buffer, 'must be a Uint8Array.')
  const text = new TextEncoder().encode(JSON.stringify(json))
  const textSize = Math.ceil(text.byteLength / 4) * 4
  const binarySize = Math.ceil(buffer.byteLength / 4) * 4
  const length = 12 + 8 + textSize + (binarySize > 0 ? 8 + binarySize : 0)
  const out = new Uint8Array(length)
  const view = new DataView(out.buffer)
  const words = [MAGIC, 2, length, textSize, JSON_CHUNK]
  words.forEach((word, i) => view.setUint32(4 * i, word, true))
  out.fill(0x20, 20, 20 + textSize)
  out.set(text, 20)
  if (binarySize === 0) return out
  view.setUint32(20 + textSize, binarySize, true)
  view.setUint32(24 + textSize, BINARY_CHUNK, true)
  out.set(buffer, 28 + textSize)
  return out
}
