/**
 * `<Physics>`: the world, and when it is stepped.
 */

import { useFrame, useThree } from '@react-three/fiber'
import { createElement, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactElement, type ReactNode, type RefObject } from 'react'
import type { DrawOptions, WorldOptions } from 'fulcrum-physics/3d'
import { FulcrumPhysics } from 'fulcrum-physics/three'
import { PhysicsContext, type ColliderKind, type InnerContext } from './context.ts'
import { dispatchEvents } from './events.ts'
import { toVec3, useStable, type Vector } from './vectors.ts'

/** What `<Physics>` may be told. */
export interface PhysicsProps {
  /** Everything that is part of the world. Default: nothing. */
  children?: ReactNode
  /** Acceleration of bodies, m/s². Default 0, −9.81, 0. */
  gravity?: Vector
  /** Length of a step, s; `'vary'` takes one step per frame, as long as the frame. Default 1/60. */
  timeStep?: number | 'vary'
  /** Are objects drawn between the last two steps? Default true. */
  interpolate?: boolean
  /** Stands still. Default false. */
  paused?: boolean
  /** Lines of what the engine sees: true, or what to show. Default false. */
  debug?: boolean | DrawOptions
  /** `'follow'`: in the frames of fiber; `'independent'`: by itself, asking for frames while something moves. Default `'follow'`. */
  updateLoop?: 'follow' | 'independent'
  /** Priority of the step among the frame's callbacks, a pure number. Default: that of fiber. */
  updatePriority?: number
  /** How shapes are made where a body does not say. Default `'auto'`. */
  colliders?: ColliderKind
  /** What else the world is told when it is made: substeps, sleeping, continuous. Default: the engine's own. */
  world?: Omit<WorldOptions, 'gravity' | 'fixedStep'>
}

/** Longest step of `timeStep="vary"`, s. */
const LONGEST_STEP = 0.1

export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  latest.current = value
  return latest
}

/** A world for everything below it. */
export function Physics(props: PhysicsProps): ReactElement {
  const { children, timeStep = 1 / 60, interpolate = true, paused = false, debug = false, updateLoop = 'follow', updatePriority } = props
  const gravity = useStable(props.gravity ?? GRAVITY)
  const options = useStable(debug)
  const colliders = useLatest<ColliderKind>(props.colliders ?? 'auto')
  const [physics] = useState(() => new FulcrumPhysics(null, { ...props.world, gravity: toVec3(gravity) }))
  const settings = useLatest({ timeStep })
  const inner = useMemo(() => makeInner(physics, colliders, settings), [physics, colliders, settings])
  const scene = useThree((state) => state.scene)
  const invalidate = useThree((state) => state.invalidate)

  useLayoutEffect(() => {
    physics.interpolate = interpolate
    if (timeStep !== 'vary') physics.world.fixedStep = timeStep
  }, [physics, interpolate, timeStep])

  useLayoutEffect(() => {
    // Setting it wakes everything: not at the start, when it is so already.
    const { x, y, z } = toVec3(gravity)
    const now = physics.world.gravity
    if (now.x !== x || now.y !== y || now.z !== z) physics.world.gravity = { x, y, z }
  }, [physics, gravity])

  useEffect(() => {
    physics.debug = options
    const lines = physics.debugLines
    if (lines) scene.add(lines)
    return () => {
      physics.debug = false
    }
  }, [physics, options, scene])

  useFrame((_, seconds) => {
    if (updateLoop === 'follow' && !paused) inner.step(seconds)
  }, updatePriority)

  useEffect(() => {
    if (updateLoop !== 'independent' || paused) return
    let last = performance.now()
    let frame = requestAnimationFrame(function tick(now) {
      inner.step(Math.max(0, now - last) / 1000)
      last = now
      if (physics.world.awakeBodyCount > 0) invalidate()
      frame = requestAnimationFrame(tick)
    })
    return () => cancelAnimationFrame(frame)
  }, [physics, inner, updateLoop, paused, invalidate])

  const value = useMemo(() => ({ ...inner, isPaused: paused }), [inner, paused])
  return createElement(PhysicsContext.Provider, { value }, children)
}

const GRAVITY: Vector = [0, -9.81, 0]

function makeInner(physics: FulcrumPhysics, colliders: RefObject<ColliderKind>, settings: RefObject<{ timeStep: number | 'vary' }>): InnerContext {
  const { world } = physics
  const inner: InnerContext = {
    physics, world, colliders, isPaused: false,
    bodies: new Map(), shapes: new Map(), beforeStep: new Set(), afterStep: new Set(), afterSync: new Set(),
    contactFilters: new Set(), pairFilters: new Set(), stale: new Set(),
    step(seconds) {
      for (const home of inner.stale) home.refresh()
      inner.stale.clear()
      if (settings.current.timeStep === 'vary') {
        before()
        const dt = Math.min(seconds, LONGEST_STEP)
        world.step(dt)
        after(dt)
        const { interpolate } = physics
        physics.interpolate = false
        physics.sync()
        physics.interpolate = interpolate
      } else physics.update(seconds, { beforeStep: before, afterStep: after })
      for (const call of inner.afterSync) call()
    },
    renewFilters() {
      const { contactFilters, pairFilters } = inner
      world.onContact = contactFilters.size === 0 ? null : (contact) => {
        for (const filter of contactFilters) {
          if (filter.current(contact.shapeA, contact.shapeB, contact.bodyA, contact.bodyB, contact) === false) contact.disable()
        }
      }
      world.shouldCollide = pairFilters.size === 0 ? null : (a, b) => {
        for (const filter of pairFilters) if (filter.current(a, b, a.body, b.body) === false) return false
        return true
      }
    },
  }
  const before = (): void => inner.beforeStep.forEach((call) => call.current(world))
  const after = (dt: number): void => {
    dispatchEvents(inner, world, dt)
    inner.afterStep.forEach((call) => call.current(world))
  }
  return inner
}
