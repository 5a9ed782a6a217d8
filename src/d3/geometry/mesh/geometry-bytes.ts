/**
 * The envelope of geometry as bytes: a mark for the kind, the version of its format, a checksum over the rest. Shared by height fields and
 * voxels.
 */

import { isMadeBy, PhysicsError } from '../../../common/errors.ts'

export function refuseBytes(name: string, what: string, value: unknown): never {
  throw new PhysicsError('bad-snapshot', `${name} bytes`, value, what)
}

function checksum(bytes: Uint8Array, from: number): number {
  let h = 0x811c9dc5
  for (let i = from; i < bytes.length; i++) h = Math.imul(h ^ bytes[i], 0x01000193)
  return h >>> 0
}

/** Writes the first three words. */
export function sealEnvelope(bytes: Uint8Array, magic: number, version: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  view.setUint32(0, magic, true)
  view.setUint32(4, version, true)
  view.setUint32(8, checksum(bytes, 12), true)
}

/** Bytes with the right mark, version and checksum, at least as many as their header has; or an error. */
export function checkEnvelope(given: unknown, magic: number, version: number, header: number, name: string): { bytes: Uint8Array; view: DataView } {
  if (!isMadeBy(given, Uint8Array)) refuseBytes(name, 'are not a Uint8Array. Give what toBytes() returned.', given)
  if (given.length < header) refuseBytes(name, `are too few to hold a ${name}. They were cut short.`, given)
  const view = new DataView(given.buffer, given.byteOffset, given.byteLength)
  if (view.getUint32(0, true) !== magic) refuseBytes(name, `are no ${name}. Give what toBytes() returned.`, given)
  const format = view.getUint32(4, true)
  if (format !== version) refuseBytes(name, `have format ${format}, and this version reads ${version}. Build it again.`, given)
  if (view.getUint32(8, true) !== checksum(given, 12)) refuseBytes(name, 'have changed since they were written: the checksum does not fit.', given)
  return { bytes: given, view }
}
