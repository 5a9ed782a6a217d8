// The first lines a newcomer meets work when pasted: the README's program runs on the built package and does what it says.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'

describe('README', () => {
  const readme = readFileSync(`${PROJECT_ROOT}README.md`, 'utf8')

  it('has a program that runs as it stands', () => {
    const program = /```js\n([\s\S]*?)```/.exec(readme)![1]!
    // Inside the package, Node resolves 'fulcrum-physics/3d' through package.json as it would for a user.
    mkdirSync(`${PROJECT_ROOT}out`, { recursive: true })
    const file = `${PROJECT_ROOT}out/readme-example.mjs`
    writeFileSync(file, program)
    expect(existsSync(`${PROJECT_ROOT}dist/3d.js`), 'run npm run build first').toBe(true)
    const lines = execFileSync(process.execPath, [file], { encoding: 'utf8' }).trim().split('\n')
    const heights = lines.map((line) => Number(/at (\S+) m$/.exec(line)![1]))
    expect(heights).toHaveLength(6)
    expect(heights[0]).toBeCloseTo(4 - (9.81 * 0.25 ** 2) / 2, 3)
    expect(heights.at(-1)).toBeCloseTo(0.5, 2)
  })

  it('names files that exist and commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync(`${PROJECT_ROOT}package.json`, 'utf8')) as { scripts: Record<string, string> }
    for (const [, path] of readme.matchAll(/\]\(([^):]+)\)/g)) expect(existsSync(`${PROJECT_ROOT}${path}`), path).toBe(true)
    for (const [, name] of readme.matchAll(/npm run ([a-z-]+)/g)) expect(Object.keys(scripts)).toContain(name)
  })
})
