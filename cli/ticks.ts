// Ends and marks of axes: round numbers of a scale, and numbers as short as they can be told apart.

/** Round numbers within a range, by 1, 2 or 5 times a power of ten, about so many of them. */
export function roundTicks(low: number, high: number, count: number): number[] {
  if (!(high > low)) return [low]
  const rough = (high - low) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5].find((times) => times * power >= rough) ?? 10)
  const ticks: number[] = []
  // Not −0; ends that are round but for rounding count.
  for (let i = Math.ceil(low / step - 1e-9) || 0; i * step <= high + 1e-9 * step; i++) ticks.push(i * step)
  return ticks
}

/** Every n-th index of a list, so that at most so many are left. */
export function fewOf(length: number, most: number): number[] {
  const every = Math.ceil(length / most)
  return Array.from({ length: Math.ceil(length / every) }, (_, i) => i * every)
}

/** A number beside numbers of this size: what is nothing to them is 0. */
export function label(value: number, span: number): string {
  if (Math.abs(value) < 1e-6 * span) return '0'
  return String(Number(value.toPrecision(4)))
}

/** Text of a picture. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
