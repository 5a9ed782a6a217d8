/**
 * Bytes of messages, written and read number by number. The byte order is that of the format, not of the machine; reading beyond the end gives
 * zeros and is noticed.
 */

/** Writes into bytes that it keeps and makes larger when they are full. */
export class ByteWriter {
  private bytes: Uint8Array = new Uint8Array(256)
  private view: DataView = new DataView(this.bytes.buffer)
  private at = 0

  /** Starts anew. */
  begin(): this {
    this.at = 0
    return this
  }

  /** A byte. */
  u8(value: number): this {
    const at = this.room(1)
    this.view.setUint8(at, value)
    return this
  }

  /** Two bytes. */
  u16(value: number): this {
    const at = this.room(2)
    this.view.setUint16(at, value, true)
    return this
  }

  /** Four bytes. */
  u32(value: number): this {
    const at = this.room(4)
    this.view.setUint32(at, value, true)
    return this
  }

  /** A signed integer of four bytes. */
  i32(value: number): this {
    const at = this.room(4)
    this.view.setInt32(at, value, true)
    return this
  }

  /** A number of eight bytes. */
  f64(value: number): this {
    const at = this.room(8)
    this.view.setFloat64(at, value, true)
    return this
  }

  /** Seven bits a byte, low ones first. */
  varint(value: number): this {
    let rest = value
    for (; rest > 127; rest = Math.floor(rest / 128)) this.u8((rest % 128) + 128)
    return this.u8(rest)
  }

  /** A signed integer; small ones take few bytes. */
  zigzag(value: number): this {
    return this.varint(value < 0 ? -2 * value - 1 : 2 * value)
  }

  /** Count of the bytes written so far. */
  get length(): number {
    return this.at
  }

  /** Bytes as they are. */
  copy(bytes: Uint8Array): this {
    const at = this.room(bytes.byteLength)
    this.bytes.set(bytes, at)
    return this
  }

  /** What was written, as bytes of their own. */
  end(): Uint8Array {
    return this.bytes.slice(0, this.at)
  }

  private room(count: number): number {
    const at = this.at
    this.at += count
    if (this.at > this.bytes.byteLength) {
      const larger = new Uint8Array(2 * this.at)
      larger.set(this.bytes)
      this.bytes = larger
      this.view = new DataView(larger.buffer)
    }
    return at
  }
}

/** Reads what `ByteWriter` wrote. */
export class ByteReader {
  /** Something was read that is not there. */
  failed = false
  private view: DataView
  private at = 0

  /** Begins at the first of the bytes. */
  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** Count of the bytes that were not read yet. */
  get left(): number {
    return this.view.byteLength - this.at
  }

  /** A byte. */
  u8(): number {
    return this.has(1) ? this.view.getUint8(this.at - 1) : 0
  }

  /** Two bytes. */
  u16(): number {
    return this.has(2) ? this.view.getUint16(this.at - 2, true) : 0
  }

  /** Four bytes. */
  u32(): number {
    return this.has(4) ? this.view.getUint32(this.at - 4, true) : 0
  }

  /** A signed integer of four bytes. */
  i32(): number {
    return this.has(4) ? this.view.getInt32(this.at - 4, true) : 0
  }

  /** A number of eight bytes. */
  f64(): number {
    return this.has(8) ? this.view.getFloat64(this.at - 8, true) : 0
  }

  /** Of at most 2³⁵; larger ones fail. */
  varint(): number {
    let value = 0
    for (let place = 1; place < 2 ** 35; place *= 128) {
      const byte = this.u8()
      value += (byte & 127) * place
      if (byte < 128) return value
    }
    this.failed = true
    return 0
  }

  /** A signed integer that `zigzag` wrote. */
  zigzag(): number {
    const value = this.varint()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  /** The rest, as bytes of their own. */
  rest(): Uint8Array {
    const start = this.view.byteOffset + this.at
    this.at = this.view.byteLength
    return new Uint8Array(this.view.buffer.slice(start, this.view.byteOffset + this.view.byteLength) as ArrayBuffer)
  }

  private has(count: number): boolean {
    if (this.failed || this.left < count) this.failed = true
    else this.at += count
    return !this.failed
  }
}
