// What an analysis found, in words.

interface Found {
  readonly degreesOfFreedom: number
  readonly gruebler: number
  readonly redundant: readonly { readonly name: string }[]
  readonly singularity: number
}

/** Rows that are named. */
const MOST_NAMED = 6

export function tellAnalysis({ degreesOfFreedom, gruebler, redundant, singularity }: Found): string {
  const names = redundant.slice(0, MOST_NAMED).map(({ name }) => name).join(', ')
  const more = redundant.length > MOST_NAMED ? ', …' : ''
  const rows = redundant.length === 0 ? 'no redundant row' : `redundant rows: ${redundant.length} (${names}${more})`
  return `${degreesOfFreedom} degrees of freedom (Grübler’s count: ${gruebler}), ${rows}, distance to a singularity ${singularity.toPrecision(3)}.`
}
