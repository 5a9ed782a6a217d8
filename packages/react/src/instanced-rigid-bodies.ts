/**
 * `<InstancedRigidBodies>`: one body per instance of an `<instancedMesh>`.
 */

import { createElement, useLayoutEffect, useRef, type ReactElement, type ReactNode, type Ref } from 'react'
import { Matrix4, Vector3, type InstancedMesh, type Object3D } from 'three'
import type { Body } from 'fulcrum-physics/3d'
import type { MeshOptions } from 'fulcrum-physics/three'
import { useInner, type ColliderKind } from './context.ts'
import { handlersOf } from './events.ts'
import { useLatest } from './physics.ts'
import { refuseForeign } from './foreign-props.ts'
import { FITS, assign, bodyOptions, owners, surfaceOf, type BodyProps } from './rigid-body.ts'
import { fromAngles, keyOf, toVec3, type Angles, type Vector } from './vectors.ts'

/** One instance. */
export interface InstancedRigidBodyProps {
  /** What tells it from the others. */
  key: string | number
  /** Where it starts, m, in the mesh. Default 0, 0, 0. */
  position?: Vector
  /** How it is turned, rad about x, y and z. Default: not. */
  rotation?: Angles
  /** Factor of its size. Default 1. */
  scale?: Vector | number
  /** Velocity at the start, m/s. Default: that of all. */
  linearVelocity?: Vector
  /** Angular velocity at the start, rad/s. Default: that of all. */
  angularVelocity?: Vector
}

/** What `<InstancedRigidBodies>` may be told. */
export interface InstancedRigidBodiesProps extends BodyProps {
  /** An `<instancedMesh>` with room for all instances; an error if it is left out. */
  children?: ReactNode
  /** The instances, in the order of the mesh. */
  instances: readonly InstancedRigidBodyProps[]
  /** The bodies, in the order of the instances; null before they are there and after they are gone. Default: none. */
  ref?: Ref<Body[] | null>
}

/** Bodies for the instances of a mesh. They are made anew when instances are added, removed or moved by their props. */
export function InstancedRigidBodies(props: InstancedRigidBodiesProps): ReactElement {
  refuseForeign(props, 'InstancedRigidBodies')
  const inner = useInner()
  const { physics } = inner
  const root = useRef<Object3D>(null)
  const latest = useLatest(props)
  const handlers = useLatest(handlersOf(props))
  const { instances, ref, children } = props
  const key = keyOf([instances, props.type, props.colliders])

  useLayoutEffect(() => {
    const mesh = findInstancedMesh(root.current!)
    owners.add(root.current!)
    const { current } = latest
    placeAll(mesh, current.instances)
    const bodies = physics.addMesh(mesh, optionsOf(current, current.colliders ?? inner.colliders.current))
    current.instances.forEach(({ linearVelocity, angularVelocity }, i) => {
      if (linearVelocity !== undefined) bodies[i]!.linearVelocity = toVec3(linearVelocity)
      if (angularVelocity !== undefined) bodies[i]!.angularVelocity = toVec3(angularVelocity)
    })
    for (const body of bodies) inner.bodies.set(body, { object: mesh, handlers })
    assign(current.ref, bodies)
    return () => {
      for (const body of bodies) inner.bodies.delete(body)
      physics.removeMesh(mesh)
      assign(current.ref, null)
    }
  }, [physics, inner.bodies, inner.colliders, latest, handlers, key, ref])

  return createElement('object3D', { ref: root }, children)
}

function optionsOf(props: InstancedRigidBodiesProps, colliders: ColliderKind): MeshOptions {
  return { ...bodyOptions(props), ...surfaceOf(props), ...(colliders === false ? { shapes: [] } : { shape: FITS[colliders] }) }
}

function findInstancedMesh(root: Object3D): InstancedMesh {
  let found: InstancedMesh | null = null
  root.traverse((child) => {
    if ('isInstancedMesh' in child) found ??= child as InstancedMesh
  })
  if (found === null) throw new Error('<InstancedRigidBodies> has no <instancedMesh> below it. Give it one as a child.')
  return found
}

function placeAll(mesh: InstancedMesh, instances: readonly InstancedRigidBodyProps[]): void {
  const matrix = new Matrix4()
  mesh.count = Math.min(instances.length, mesh.instanceMatrix.count)
  instances.slice(0, mesh.count).forEach(({ position = [0, 0, 0], rotation = [0, 0, 0], scale = 1 }, i) => {
    const at = toVec3(position)
    const size = typeof scale === 'number' ? { x: scale, y: scale, z: scale } : toVec3(scale)
    mesh.setMatrixAt(i, matrix.compose(new Vector3(at.x, at.y, at.z), fromAngles(rotation), new Vector3(size.x, size.y, size.z)))
  })
  mesh.instanceMatrix.needsUpdate = true
}
