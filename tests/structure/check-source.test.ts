// The project's own source rules refuse what they are there to refuse, at the right line, and let the rest pass.
import { describe, expect, it } from 'vitest'
import { checkSource } from '../../scripts/source-rules/index.ts'

/** `rule:line` of every problem found in a snippet that stands at `path`. */
function problemsOf(path: string, ...lines: string[]): string[] {
  return checkSource(path, lines.join('\n')).map((problem) => `${problem.rule}:${problem.line}`)
}

/** The same for a file of the engine; an opening comment is put before it, on line 1. */
function engineProblems(...lines: string[]): string[] {
  return problemsOf('src/d3/example.ts', '// An example.', ...lines)
}

/** Lines of a class whose method `update` has the given lines; the first stands on line 3 of the snippet. */
function method(...body: string[]): string[] {
  return ['class Bodies {', '  update() {', ...body, '  }', '}']
}

describe('import direction', () => {
  const refused: [string, string][] = [
    ['src/common/ids.ts', `import { World } from '../d3/world.ts'`],
    ['src/common/ids.ts', `import { dot } from '../linear/vector.ts'`],
    ['src/d3/world.ts', `import { World } from '../d2/world.ts'`],
    ['src/d2/world.ts', `import type { World } from '../d3/index.ts'`],
    ['src/d3/world.ts', `export { dot } from '../linear/index.ts'`],
    ['src/linear/matrix.ts', `import { World } from '../d3/index.ts'`],
    ['src/d3/world.ts', `import { readFileSync } from 'node:fs'`],
    ['src/d3/world.ts', `import * as three from 'three'`],
    ['src/d3/world.ts', `import { World } from 'fulcrum-physics/3d'`],
    ['src/d3/world.ts', `import { pile } from '../../scenes/pile.ts'`],
    ['src/d3/world.ts', `import { version } from '../../package.json'`],
    ['src/d3/world.ts', `const late = await import('../d2/world.ts')`],
    ['src/d3/world.ts', `type Late = import('../d2/world.ts').World`],
    ['src/d2/world.ts', `import { decompose } from '../polygons/index.ts'`],
    ['src/polygons/index.ts', `import { World } from '../d3/index.ts'`],
    ['src/polygons/index.ts', `import * as three from 'three'`],
    ['src/d2/world.ts', `import earcut from 'earcut'`],
    ['scenes/pile.ts', `import { World } from '../src/d3/world.ts'`],
    ['scenes/pile.ts', `import { createRandom } from '../tests/random.ts'`],
    ['scenes/pile.ts', `import * as three from 'three'`],
    ['sandbox/src/main.ts', `import { Body } from '../../src/d3/body.ts'`],
    ['sandbox/src/main.ts', `import { World } from 'fulcrum-physics/4d'`],
    ['bench/run.ts', `import { start } from '../sandbox/src/main.ts'`],
  ]
  for (const [path, line] of refused) {
    it(`refuses ${line} in ${path}`, () => {
      expect(problemsOf(path, '// An example.', line)).toEqual(['import-direction:2'])
    })
  }

  const allowed: [string, string][] = [
    ['src/d3/world.ts', `import { PhysicsError } from '../common/errors.ts'`],
    ['src/d3/pipeline/step.ts', `import { solve } from './solve.ts'`],
    ['src/linear/matrix.ts', `import { PhysicsError } from '../common/errors.ts'`],
    ['src/polygons/triangulate.ts', `import earcut from 'earcut'`],
    ['src/polygons/outline.ts', `import type { Vec2 } from '../d2/math/types.ts'`],
    ['scenes/pile.ts', `import { decompose } from 'fulcrum-physics/2d/polygons'`],
    ['scenes/pile.ts', `import { World } from 'fulcrum-physics/3d'`],
    ['scenes/pile.ts', `import type { World } from '../src/d3/index.ts'`],
    ['sandbox/src/main.ts', `import { scenes } from '../../scenes/index.ts'`],
    ['sandbox/src/main.ts', `import { Scene } from 'three'`],
    ['tests/unit/body.test.ts', `import { Bodies } from '../../src/d3/bodies.ts'`],
    ['bench/run.ts', `import { readFileSync } from 'node:fs'`],
  ]
  for (const [path, line] of allowed) {
    it(`allows ${line} in ${path}`, () => {
      expect(problemsOf(path, '// An example.', line)).toEqual([])
    })
  }
})

describe('determinism', () => {
  const refused = [
    'const y = Math.sin(x)',
    'const y = Math.hypot(x, y)',
    'const y = Math.random()',
    `const y = Math['cos'](x)`,
    'const { sin } = Math',
    'const m = Math',
    'const y = x ** 2',
    'y **= 2',
    'const t = Date.now()',
    'const t = new Date()',
    'const t = performance.now()',
    'setTimeout(run, 0)',
    `console.log('here')`,
    'const g = globalThis.Math',
    'const o = { performance }',
  ]
  for (const line of refused) {
    it(`refuses ${line}`, () => {
      expect(engineProblems('', line)).toEqual(['determinism:3'])
      expect(problemsOf('scenes/pile.ts', line)).toEqual(['determinism:1'])
    })
  }

  it('allows exact functions, constants, own names and property names', () => {
    const lines = [
      'const LIMIT = 2 ** 32',
      'const y = Math.sqrt(Math.abs(x)) + Math.imul(1, 2) * Math.PI',
      'function swap(self: number): number { return self }',
      'const options = { performance: 1, Date: 2 }',
      'const z = options.performance + options.Date',
      'interface Clock { performance: number; console(): void }',
    ]
    expect(engineProblems(...lines)).toEqual([])
  })

  it('leaves tests and tools free to use clocks', () => {
    expect(problemsOf('bench/run.ts', 'const t = performance.now() + Math.sin(1)')).toEqual([])
  })
})

describe('stored column views', () => {
  it('refuses fields and module variables that keep columns', () => {
    expect(engineProblems(...method('this.columns = this.table.columns'))).toEqual(['stored-columns:4'])
    expect(engineProblems(...method('this.position = this.table.columns.position'))).toEqual(['stored-columns:4'])
    expect(engineProblems(...method('this.position = (this.table.columns as never)!'))).toEqual(['stored-columns:4'])
    expect(engineProblems(...method('this.cache.position = table.columns.position'))).toEqual(['stored-columns:4'])
    expect(engineProblems('class Bodies {', '  position = table.columns.position', '}')).toEqual(['stored-columns:3'])
    expect(engineProblems('const { position } = table.columns')).toEqual(['stored-columns:2'])
    expect(engineProblems('export const position = table.columns.position')).toEqual(['stored-columns:2'])
    expect(engineProblems('let position', 'function f(t) {', '  position = t.columns.position', '}')).toEqual(['stored-columns:4'])
  })

  it('follows local names, literals, conditions and subarrays', () => {
    expect(engineProblems(...method('const { position } = table.columns', 'this.position = position'))).toEqual(['stored-columns:5'])
    expect(engineProblems(...method('const c = table.columns', 'this.position = c.position'))).toEqual(['stored-columns:5'])
    expect(engineProblems(...method('this.views = { position: table.columns.position }'))).toEqual(['stored-columns:4'])
    expect(engineProblems(...method('this.views = [table.columns.position]'))).toEqual(['stored-columns:4'])
    expect(engineProblems(...method('this.view = big ? table.columns.a : empty'))).toEqual(['stored-columns:4'])
    expect(engineProblems(...method('this.view = table.columns.a.subarray(0, 3)'))).toEqual(['stored-columns:4'])
  })

  it('allows views in locals, numbers read from views, and copies', () => {
    const body = [
      'const { position } = this.table.columns',
      'const other = this.table.columns.velocity',
      'this.x = position[0]',
      'this.rows = position.length',
      'this.width = this.table.columns.position[3]',
      'this.copy = position.slice()',
      'const found = { position, other }',
      'return found',
    ]
    expect(engineProblems(...method(...body))).toEqual([])
    expect(engineProblems('function f(position) { return (p) => { this.position = p } }')).toEqual([])
  })
})

describe('text', () => {
  it('refuses left-over markers', () => {
    for (const marker of ['TO_DO', 'FIX_ME', 'XX_X', 'HA_CK']) {
      expect(engineProblems(`// ${marker.replace('_', '')}: later`)).toEqual(['marker:2'])
    }
    expect(engineProblems('// Todos are a list.')).toEqual([])
  })

  it('refuses paths of one machine, in documents too', () => {
    for (const path of ['/ho_me/ann/x', '/ro_ot/x', '/wo_rk/main', '/Us_ers/ann/x', 'C:\\Us_ers\\ann']) {
      expect(problemsOf('README.md', 'Hello', `Run ${path.replace('_', '')} now`)).toEqual(['machine-path:2'])
    }
    expect(problemsOf('README.md', `See https://example.org${'/home'}/page and src${'/work'}/x`)).toEqual([])
  })

  it('refuses files of more than 600 lines and lines of more than 150 characters', () => {
    const lines = Array.from({ length: 600 }, (_, i) => `const x${i} = ${i}`)
    expect(problemsOf('tests/long.ts', ...lines)).toEqual([])
    expect(problemsOf('tests/long.ts', ...lines, 'const last = 0', '')).toEqual(['file-length:601'])
    expect(engineProblems(`const s = '${'s'.repeat(150)}'`)).toEqual(['line-length:2'])
  })

  it('refuses a source file without an opening comment, and rulers', () => {
    expect(problemsOf('src/d3/world.ts', 'export const x = 1')).toEqual(['opening-comment:1'])
    expect(problemsOf('src/d3/world.ts', '/** The world. */', 'export const x = 1')).toEqual([])
    expect(engineProblems(`// ${'-'.repeat(20)}`)).toEqual(['ruler:2'])
  })
})
