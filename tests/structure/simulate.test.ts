// `npm run simulate` runs scenes without a screen and prints a row for each.
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'

function simulate(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const command = [`${PROJECT_ROOT}node_modules/tsx/dist/cli.mjs`, `${PROJECT_ROOT}scripts/simulate.ts`, ...args]
  return spawnSync(process.execPath, command, { cwd: PROJECT_ROOT, encoding: 'utf8' })
}

describe('simulate', () => {
  it('prints a table of results, the same every time', () => {
    const hashes = [0, 1].map(() => {
      const { status, stdout } = simulate('--scene', 'pile-small', '--steps', '30')
      expect(status).toBe(0)
      const rows = stdout.trim().split('\n')
      expect(rows).toHaveLength(2)
      // Not at its end, the scene is not asked what it expects.
      expect(rows[1]).toMatch(/^pile-small +81 +30 +[\d.]+ +\d+ +- /)
      return /\b[0-9a-f]{16}\b/.exec(rows[1]!)?.[0]
    })
    expect(hashes[0]).toBeDefined()
    expect(hashes[1]).toBe(hashes[0])
  })

  it('says whether the expectations of a scene hold', () => {
    const held = simulate('--scene', 'bounce-row')
    expect(held).toMatchObject({ status: 0, stdout: expect.stringMatching(/^bounce-row .* ok /m) })
    const known = simulate('--scene', 'joint-pulley')
    expect(known).toMatchObject({ status: 0, stdout: expect.stringMatching(/^joint-pulley .* known /m) })
  })

  it('refuses unknown scenes and senseless step counts', () => {
    expect(simulate('--scene', 'nowhere')).toMatchObject({ status: 1, stderr: expect.stringContaining('no scene nowhere') })
    expect(simulate('--steps', '-3')).toMatchObject({ status: 1, stderr: expect.stringContaining('whole number') })
  })
})
