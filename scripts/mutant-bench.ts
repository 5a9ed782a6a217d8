/** A bench for mutants: says which test fails with one. */

import { createVitest, type TestModule, type Vitest } from 'vitest/node'
import { PROJECT_ROOT } from './aliases.ts'

/** One test runner for many mutants: the engine is bundled once, and every run has processes of its own that look the numbers up. */
export class MutantBench {
  readonly #runner: Vitest

  private constructor(runner: Vitest) {
    this.#runner = runner
  }

  static async open(): Promise<MutantBench> {
    process.env['FULCRUM_TUNING'] = ''
    const options = { root: PROJECT_ROOT, watch: false, project: ['engine'], bail: 1, reporters: [{}] }
    return new MutantBench(await createVitest('test', options))
  }

  /**
   * The first test of these files (or of these folders) that fails while tuning numbers are others (`NAME=value`, or '' for none), or null.
   * `filter`: words of the test's name, or ''.
   */
  async firstFailure(files: readonly string[], filter: string, override: string): Promise<string | null> {
    process.env['FULCRUM_TUNING'] = override
    const found = await this.#runner.globTestSpecifications([...files])
    const options = filter === '' ? {} : { testNamePattern: new RegExp(filter) }
    const specifications = found.map(({ project, moduleId }) => project.createSpecification(moduleId, options))
    const { unhandledErrors } = await this.#runner.runTestSpecifications(specifications)
    let passed = 0
    for (const { testModule: module } of specifications) {
      if (module === undefined) continue
      const failed = failureIn(module)
      if (failed !== null) return `${module.moduleId.slice(PROJECT_ROOT.length)}: ${failed}`
      passed += [...module.children.allTests('passed')].length
    }
    if (unhandledErrors.length > 0) return String(unhandledErrors[0])
    if (passed === 0) throw new Error(`${files.join(' ')} ${filter}: there is no such test.`)
    return null
  }

  async close(): Promise<void> {
    await this.#runner.close()
  }
}

function failureIn(module: TestModule): string | null {
  for (const test of module.children.allTests('failed')) return test.fullName
  return module.state() === 'failed' ? (module.errors()[0]?.message ?? 'fails as a whole') : null
}
