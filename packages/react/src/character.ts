/**
 * `<Character>`: a shape that walks, and an object that it moves.
 */

import type { ThreeElements } from '@react-three/fiber'
import { createElement, useLayoutEffect, useRef, type ReactElement, type ReactNode, type Ref } from 'react'
import { Vector3, type Object3D } from 'three'
import { capsule, type Character as CharacterHandle, type CharacterDefinition, type ShapeDefinition } from 'fulcrum-physics/3d'
import { useInner } from './context.ts'
import { handlersOf, type EventHandlers } from './events.ts'
import { useLatest } from './physics.ts'
import { assign, owners } from './rigid-body.ts'
import { keyOf, toVec3, type Vector } from './vectors.ts'

type ObjectProps = Omit<ThreeElements['object3D'], 'ref' | 'args' | 'type' | 'children' | 'up'>
type Options = Omit<CharacterDefinition, 'shape' | 'position' | 'rotation' | 'up' | 'velocity' | 'userData'>

/** What `<Character>` may be told: the character's options, and the object in the scene. */
export interface CharacterProps extends ObjectProps, Options, Omit<EventHandlers, 'onSleep' | 'onWake'> {
  /** What is drawn. Default: nothing. */
  children?: ReactNode
  /** The shape that walks. Default: a capsule by `radius` and `height`. */
  shape?: ShapeDefinition
  /** Radius of the capsule, m. Default 0.3. */
  radius?: number
  /** Height of the capsule, m. Default 1.8. */
  height?: number
  /** Where it wants to go, m/s; or set `character.move` by the ref. Default 0, 0, 0. */
  move?: Vector
  /** The character; null before it is there and after it is gone. Default: none. */
  ref?: Ref<CharacterHandle | null>
}

const OPTIONS = [
  'mass', 'strength', 'maxSlope', 'stepHeight', 'stickDistance', 'skin', 'acceleration', 'airAcceleration', 'gravityScale', 'stepsOnDynamic',
] as const
const OTHERS = [
  'children', 'shape', 'radius', 'height', 'move', 'ref', 'onCollisionEnter', 'onCollisionExit', 'onIntersectionEnter', 'onIntersectionExit',
  'onContactForce',
]

function optionsOf(props: CharacterProps): Options {
  return Object.fromEntries(OPTIONS.filter((name) => props[name] !== undefined).map((name) => [name, props[name]])) as Options
}

/** A character that walks, jumps, climbs steps and rides lifts. It stands where the object is. */
export function Character(props: CharacterProps): ReactElement {
  const { physics, world, bodies } = useInner()
  const object = useRef<Object3D>(null)
  const character = useRef<CharacterHandle | null>(null)
  const latest = useLatest(props)
  const handlers = useLatest(handlersOf(props))
  const { ref } = props

  useLayoutEffect(() => {
    const own = object.current!
    owners.add(own)
    const { shape, radius = 0.3, height = 1.8 } = latest.current
    const position = own.getWorldPosition(new Vector3())
    const walker = shape ?? capsule({ radius, halfLength: Math.max(0.01, height / 2 - radius) })
    const made = world.createCharacter({ ...optionsOf(latest.current), shape: walker, position })
    physics.attach(own, made.body)
    bodies.set(made.body, { object: own, handlers })
    character.current = made
    return () => {
      bodies.delete(made.body)
      physics.detach(own)
      world.destroyCharacter(made)
      character.current = null
      owners.delete(own)
    }
  }, [physics, world, bodies, latest, handlers])

  useLayoutEffect(() => {
    assign(ref, character.current)
    return () => assign(ref, null)
  }, [ref])

  const options = optionsOf(props)
  useLayoutEffect(() => {
    if (character.current) Object.assign(character.current, options)
  }, [keyOf(options)])

  const move = props.move === undefined ? null : toVec3(props.move)
  useLayoutEffect(() => {
    if (character.current && move) character.current.move = move
  }, [keyOf(move)])

  const objectProps: Record<string, unknown> = { ...props }
  for (const name of [...OPTIONS, ...OTHERS]) delete objectProps[name]
  return createElement('object3D', { ...objectProps, ref: object }, props.children)
}
