/**
 * Stable sorts of 32-bit integers that allocate nothing once their scratch has grown: byte by byte from the lowest (radix),
 * or by insertion when there are few.
 *
 * `Array.sort` needs objects and `TypedArray.sort` sorts neither pairs nor keys with a payload, and wants a subarray.
 */

/** Below this, insertion beats counting 256 digits per pass (measured on the pair lists of a pile). */
const INSERTION_LIMIT = 48

const digits = /* @__PURE__ */ new Int32Array(256)
let scratch = /* @__PURE__ */ new Int32Array(256)

/** Sorts `count` pairs, interleaved as a0 b0 a1 b1 …, by a and then by b. */
export function sortPairs(pairs: Int32Array, count: number): void {
  sortRecords(pairs, count, 2)
}

/** Sorts the first `count` integers. */
export function sortIntegers(values: Int32Array, count: number): void {
  sortRecords(values, count, 1)
}

/** Records of `width` numbers, one or two, by the first and then by the last: of single numbers that is the same one, written twice. */
function sortRecords(data: Int32Array, count: number, width: number): void {
  if (count <= INSERTION_LIMIT) {
    insertRecords(data, count, width)
    return
  }
  const last = width - 1
  const length = count * width
  let from = data
  let to = room(length)
  for (let key = last; key >= 0; key--) {
    const bits = bitsOf(from, count, width, key)
    for (let shift = 0; shift < bits; shift += 8) {
      const flip = shift === 24 ? 128 : 0
      countDigits(from, count, width, key, shift, flip)
      for (let at = 0; at < length; at += width) {
        const place = width * digits[((from[at + key] >>> shift) & 255) ^ flip]++
        to[place] = from[at]
        to[place + last] = from[at + last]
      }
      const swap = from
      from = to
      to = swap
    }
  }
  if (from !== data) for (let i = 0; i < length; i++) data[i] = from[i]
}

/** Sorts `count` keys and carries each key's payload along. */
export function sortKeyed(keys: Int32Array, payload: Int32Array, count: number): void {
  if (count <= INSERTION_LIMIT) {
    insertKeyed(keys, payload, count)
    return
  }
  const bits = bitsOf(keys, count, 1, 0)
  // Keys and payload are interleaved in the two halves of the scratch, so that one place serves both.
  const spare = room(count * 4)
  let from = 0
  let to = count * 2
  for (let i = 0; i < count; i++) {
    spare[2 * i] = keys[i]
    spare[2 * i + 1] = payload[i]
  }
  for (let shift = 0; shift < bits; shift += 8) {
    const flip = shift === 24 ? 128 : 0
    countDigits(spare, count, 2, from, shift, flip)
    for (let i = 0; i < count; i++) {
      const at = from + 2 * i
      const place = to + 2 * digits[((spare[at] >>> shift) & 255) ^ flip]++
      spare[place] = spare[at]
      spare[place + 1] = spare[at + 1]
    }
    const swap = from
    from = to
    to = swap
  }
  for (let i = 0; i < count; i++) {
    keys[i] = spare[from + 2 * i]
    payload[i] = spare[from + 2 * i + 1]
  }
}

/** Leaves in `digits` where the first key of each digit goes. `flip` puts negative numbers first in the sign byte. */
function countDigits(keys: Int32Array, count: number, stride: number, offset: number, shift: number, flip: number): void {
  digits.fill(0)
  const end = offset + count * stride
  for (let at = offset; at < end; at += stride) digits[((keys[at] >>> shift) & 255) ^ flip]++
  let place = 0
  for (let digit = 0; digit < 256; digit++) {
    const size = digits[digit]
    digits[digit] = place
    place += size
  }
}

/** Bits that differ from zero in any key: bytes above them need no pass. A negative key needs all. */
function bitsOf(keys: Int32Array, count: number, stride: number, offset: number): number {
  let union = 0
  const end = offset + count * stride
  for (let at = offset; at < end; at += stride) union |= keys[at]
  return 32 - Math.clz32(union)
}

function room(size: number): Int32Array {
  if (scratch.length < size) scratch = new Int32Array(Math.max(size, scratch.length * 2))
  return scratch
}

function insertRecords(data: Int32Array, count: number, width: number): void {
  const last = width - 1
  for (let i = 1; i < count; i++) {
    const a = data[i * width]
    const b = data[i * width + last]
    let at = (i - 1) * width
    while (at >= 0 && (data[at] > a || (data[at] === a && data[at + last] > b))) {
      data[at + width] = data[at]
      data[at + width + last] = data[at + last]
      at -= width
    }
    data[at + width] = a
    data[at + width + last] = b
  }
}

function insertKeyed(keys: Int32Array, payload: Int32Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const key = keys[i]
    const load = payload[i]
    let j = i - 1
    while (j >= 0 && keys[j] > key) {
      keys[j + 1] = keys[j]
      payload[j + 1] = payload[j]
      j--
    }
    keys[j + 1] = key
    payload[j + 1] = load
  }
}
