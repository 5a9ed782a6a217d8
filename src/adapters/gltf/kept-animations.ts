/**
 * Animations of a document in a scene file: the poses that a body is led through, as its user data. A scene file holds no functions;
 * `followAnimations` gives one that moves the bodies.
 */

import type { Body, World } from '../../d3/index.ts'
import { requireMade, requireSpace } from '../shared/given.ts'
import { listOf, objectAt, refuse } from '../shared/json.ts'
import type { GltfPhysics } from './add-physics.ts'
import { Player, posesAnimation, type AnimateOptions, type GltfAnimation } from './animation.ts'

/** The property of user data. */
const KEY = 'gltfAnimation'

/** Poses that are kept per second: between them bodies go in straight lines. */
const PER_SECOND = 60

/** Poses of one body that are kept or read at most: half an hour. */
const MOST_POSES = 108_000

/** User data with a property more. What is no plain object is replaced. */
export function withProperty(userData: unknown, key: string, value: unknown): object {
  const others = typeof userData === 'object' && userData !== null && !Array.isArray(userData) ? userData : {}
  return { ...others, [key]: value }
}

/** What user data has as a property of its own; undefined: nothing. */
export function propertyOf(userData: unknown, key: string): unknown {
  return typeof userData === 'object' && userData !== null && Object.hasOwn(userData, key) ? (userData as Record<string, unknown>)[key] : undefined
}

/** Writes the poses of each animated body into its user data, as the property `gltfAnimation`: those of the first animation that moves it. */
export function keepAnimations(physics: GltfPhysics): void {
  requireMade(physics, ['world', 'description'], 'keepAnimations.physics', 'addPhysics')
  const done = new Set<number>()
  for (const animation of physics.description.animations) {
    const count = Math.ceil(animation.duration * PER_SECOND)
    if (count > MOST_POSES) refuse('animation.duration', animation.duration, `is more than ${MOST_POSES / PER_SECOND} s.`, 'limit-exceeded')
    const times = Array.from({ length: count + 1 }, (_, i) => Math.min(i / PER_SECOND, animation.duration))
    for (const node of animation.nodes) {
      const body = physics.body(node)
      if (body === null || done.has(node)) continue
      done.add(node)
      const poses = times.flatMap(time => {
        const { position, rotation } = animation.poseOf(node, time)
        return [position.x, position.y, position.z, rotation.x, rotation.y, rotation.z, rotation.w]
      })
      body.userData = withProperty(body.userData, KEY, { times, poses })
    }
  }
}

/**
 * What moves the bodies that have poses from `keepAnimations`: call it before each step with the time at which the step ends. null: there are none.
 */
export function followAnimations(world: World): ((seconds: number, options?: Pick<AnimateOptions, 'loop'>) => void) | null {
  requireSpace(world, 'followAnimations.world')
  const players: Player[] = []
  for (const body of world.bodies) {
    const kept = propertyOf(body.userData, KEY)
    if (kept !== undefined && body.type === 'kinematic') players.push(new Player([readPoses(kept)], (): Body => body))
  }
  if (players.length === 0) return null
  return (seconds, options = {}) => { for (const player of players) player.play(seconds, options) }
}

function readPoses(kept: unknown): GltfAnimation {
  const path = `body.userData.${KEY}`
  const fields = objectAt(kept, path)
  const [times, poses] = ['times', 'poses'].map(key => listOf(fields, key, path).map((number, i) => {
    return typeof number === 'number' && Number.isFinite(number) ? number : refuse(`${path}.${key}[${i}]`, number, 'must be a finite number.')
  }))
  if (times.length === 0 || times.length > MOST_POSES + 1 || poses.length !== 7 * times.length) {
    refuse(`${path}.poses.length`, poses.length, `must be seven numbers for each of the times, of which there may be ${MOST_POSES}.`, 'wrong-size')
  }
  times.forEach((time, i) => { if (i > 0 && time < times[i - 1]) refuse(`${path}.times[${i}]`, time, 'is before the one in front of it.') })
  return posesAnimation(times, poses)
}
