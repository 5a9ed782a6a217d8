/** Bytes as text in base64, and back. */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let from = 0; from < bytes.length; from += 3072) {
    let text = ''
    for (let i = from; i < Math.min(from + 3072, bytes.length); i += 3) {
      const three = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0)
      text += DIGITS[three >> 18]! + DIGITS[(three >> 12) & 63]!
      text += i + 1 < bytes.length ? DIGITS[(three >> 6) & 63]! : '='
      text += i + 2 < bytes.length ? DIGITS[three & 63]! : '='
    }
    parts.push(text)
  }
  return parts.join('')
}

/** Bytes of a text in whole groups of four digits, as it is padded; null if it is no base64. */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0) return null
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const values = new Int8Array(128).fill(-1)
  for (let i = 0; i < 64; i++) values[DIGITS.charCodeAt(i)] = i
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  let at = 0
  let held = 0
  let bits = 0
  for (let i = 0; i < text.length - padding; i++) {
    const code = text.charCodeAt(i)
    const value = code < 128 ? values[code]! : -1
    if (value < 0) return null
    held = ((held << 6) | value) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[at++] = (held >> bits) & 255
  }
  return at === bytes.length ? bytes : null
}
