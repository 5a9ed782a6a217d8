// Random places, turns and parents for meshes of three, from a seed.
import { Group, Quaternion, Vector3, type Object3D } from 'three'
import type { Random } from '../../../scenes/random.ts'

export function randomRotation(random: Random): Quaternion {
  const { x, y, z, w } = random.rotation()
  return new Quaternion(x, y, z, w)
}

export function randomVector(random: Random, reach: number): Vector3 {
  return new Vector3(random.between(-reach, reach), random.between(-reach, reach), random.between(-reach, reach))
}

/** Scales of any sign; `even`: the same along all axes, up to signs. */
export function randomScale(random: Random, even: boolean): Vector3 {
  const size = (): number => random.between(0.4, 2)
  const sign = (): number => (random.between(0, 1) < 0.3 ? -1 : 1)
  const [x, y, z] = [size(), size(), size()]
  return even ? new Vector3(x * sign(), x * sign(), x * sign()) : new Vector3(x * sign(), y * sign(), z * sign())
}

/** Hangs an object below up to three groups that are moved, turned and scaled; `even`: without shear. */
export function hangSomewhere(random: Random, root: Object3D, object: Object3D, even: boolean): void {
  let parent = root
  const depth = Math.floor(random.between(0, 4))
  for (let k = 0; k < depth; k++) {
    const group = new Group()
    group.position.copy(randomVector(random, 3))
    group.quaternion.copy(randomRotation(random))
    group.scale.copy(randomScale(random, even))
    parent.add(group)
    parent = group
  }
  parent.add(object)
}
