/**
 * A 64-bit hash of table contents, word by word: equal bits give equal hashes on every platform.
 *
 * Two 32-bit lanes with different multipliers; not cryptographic. Bits are taken as they are: -0 and 0 differ on purpose, because
 * they lead to different results later; NaN never reaches the state (quarantine).
 */

export class Hasher {
  private a = 0
  private b = 0

  reset(): void {
    this.a = 0x2545f491
    this.b = 0x6a09e667
  }

  word(value: number): void {
    let a = Math.imul(this.a ^ value, 0x85ebca6b)
    a ^= a >>> 15
    this.a = Math.imul(a, 0x2c1b3c6d)
    let b = Math.imul(this.b + value, 0x9e3779b1)
    b ^= b >>> 13
    this.b = Math.imul(b, 0x27d4eb2f) ^ (value >>> 7)
  }

  words(source: Int32Array, from: number, to: number): void {
    for (let i = from; i < to; i++) this.word(source[i]!)
  }

  /** Those that are not 0, each with its place. */
  marked(source: Int32Array, from: number, to: number): void {
    for (let i = from; i < to; i++) {
      if (source[i] === 0) continue
      this.word(i - from)
      this.word(source[i]!)
    }
  }

  /** Sixteen hexadecimal digits. */
  digest(): string {
    let a = this.a ^ (this.b >>> 16)
    a = Math.imul(a ^ (a >>> 16), 0x7feb352d)
    let b = this.b ^ (this.a >>> 15)
    b = Math.imul(b ^ (b >>> 16), 0x846ca68b)
    return ((a ^ (a >>> 15)) >>> 0).toString(16).padStart(8, '0') + ((b ^ (b >>> 16)) >>> 0).toString(16).padStart(8, '0')
  }
}
