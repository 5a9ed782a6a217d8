/**
 * Time per stage. The engine has no clock of its own; the user lends one (`new World({ clock: () => performance.now() })`), and
 * without it nothing is measured. Times never influence the simulation.
 */

export class Profile {
  /** Milliseconds of the last step, by stage name. */
  readonly stages: Record<string, number> = {}
  private readonly names: readonly string[]
  private clock: (() => number) | null
  private started = 0

  constructor(names: readonly string[], clock: (() => number) | null) {
    this.names = names
    this.clock = clock
    for (const name of names) this.stages[name] = 0
  }

  /** Called at the start of a step. */
  begin(): void {
    if (!this.clock) return
    for (let i = 0; i < this.names.length; i++) this.stages[this.names[i]!] = 0
    this.started = this.read(0)
  }

  /** Adds the time since the last mark to a stage. */
  mark(stage: string): void {
    if (!this.clock) return
    const now = this.read(this.started)
    this.stages[stage]! += now - this.started
    this.started = now
  }

  /** A clock that throws, or gives no number, is not asked again: a step must not end halfway because of it. */
  private read(otherwise: number): number {
    try {
      const now: unknown = this.clock!()
      if (Number.isFinite(now)) return now as number
    } catch {
      // As if it had given no number.
    }
    this.clock = null
    return otherwise
  }
}
