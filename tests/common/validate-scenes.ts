/**
 * A small world in which everything occurs that `validateWorld` looks at: sleepers in a ring, awake bodies on the floor and in the air, a
 * kinematic body on its way, a disabled one, sensors, a chain of joints with a limit, free rows in every pool, trees and waiting proxies.
 * As the mutations see it: data.
 *
 */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { validateStep as validateStep2, validateWorld as validateWorld2 } from '../../src/d2/store/validate-world.ts'
import { validateStep as validateStep3, validateWorld as validateWorld3 } from '../../src/d3/store/validate-world.ts'
import type { InspectedBroadPhase } from '../../src/common/world/validate-broad-phase.ts'
import type { SteppedState } from '../../src/common/world/validate-step.ts'

const DT = 1 / 60

/** Everything may be written to here. */
type Writable<T> = { -readonly [K in keyof T]: T[K] }

type Role = 'floor' | 'lower' | 'upper' | 'loner' | 'faller' | 'slider' | 'mover' | 'disabled' | 'link' | 'end' | 'free'

export interface Patient {
  readonly state: Writable<SteppedState>
  readonly broadPhase: Writable<Omit<InspectedBroadPhase, 'movables'>> & { movables: Writable<InspectedBroadPhase['movables']> }
  readonly bodyCache: { live: unknown[]; dead: Map<number, unknown> }
  /** Rows of bodies by what they are in the scene, and of some shapes. */
  readonly rows: Readonly<Record<Role, number>>
}

export interface Case {
  readonly name: string
  makePatient(): Patient
  /** Throw if the world contradicts itself: between calls, and directly after a step. */
  validate(patient: Patient): void
  validateStep(patient: Patient): void
}

/** One number of a healthy world is changed, and the sentence must name the table and column where that shows. */
export interface Mutation {
  readonly name: string
  readonly says: RegExp
  act(patient: Patient): void
}

/** Slots of `globals.freeHead`. */
export const BODY_POOL = 0
export const SHAPE_POOL = 1
export const CONTACT_POOL = 2
export const JOINT_POOL = 3

interface AnyHandle {
  readonly id: number
}

function patientOf(world: object, handles: Record<Role, AnyHandle>): Patient & { world: object } {
  const { state, handles: caches } = world as unknown as { state: SteppedState; handles: { bodies: Patient['bodyCache'] } }
  const rows = Object.fromEntries(Object.entries(handles).map(([name, { id }]) => [name, (id % 2 ** 26) - 1]))
  return { world, state, broadPhase: state.broadPhase as never, bodyCache: caches.bodies, rows: rows as Patient['rows'] }
}

function plane(): Patient {
  const world = new d2.World()
  const at = (x: number, y: number): d2.BodyDefinition => ({ position: { x, y }, shapes: [d2.box({ halfExtents: { x: 0.5, y: 0.5 } })] })
  const floor = world.createBody({ type: 'static', position: { x: 0, y: -1 }, shapes: [d2.box({ halfExtents: { x: 20, y: 1 } })] })
  const lower = world.createBody(at(0, 0.5))
  const upper = world.createBody(at(0, 1.5))
  const loner = world.createBody(at(-5, 0.5))
  for (let i = 0; i < 90; i++) world.step(DT)
  const free = world.createBody(at(-10, 0.5))
  const doomed = world.createBody(at(-12, 5))
  const faller = world.createBody(at(5, 9))
  const slider = world.createBody({ ...at(8, 0.5), linearVelocity: { x: 2, y: 0 } })
  const mover = world.createBody({ ...at(0, 6), type: 'kinematic', linearVelocity: { x: 1, y: 0 } })
  const disabled = world.createBody({ ...at(3, 3), enabled: false })
  const link = world.createBody(at(12, 6))
  const end = world.createBody({ ...at(14, 6), shapes: [d2.circle({ radius: 0.4 }), d2.circle({ radius: 0.9, sensor: true })] })
  world.createHingeJoint({ bodyB: link, anchor: { x: 11, y: 6 }, limit: { lower: -2, upper: 2 } })
  world.createHingeJoint({ bodyA: link, bodyB: end, anchor: { x: 13, y: 6 } })
  world.createHingeJoint({ bodyB: world.createBody(at(-15, 6)), anchor: { x: -14, y: 6 } })
  world.createFixedJoint({ bodyB: doomed })
  // A locked axis: rows of such islands go by colour.
  for (let i = 1; i < 3; i++) world.createBody({ ...at(8, 0.5 + i), linearVelocity: { x: 2, y: 0 }, lockedAxes: { y: true } })
  // Searches that have to go through all newcomers bring the tree about.
  for (let i = 0; i < 80; i++) world.castRay({ origin: { x: 30, y: 0 }, direction: { x: 1, y: 0 }, maxDistance: 1 })
  for (let i = 0; i < 5; i++) world.step(DT)
  world.destroyBody(doomed)
  world.destroyBody(free)
  world.step(DT)
  return patientOf(world, { floor, lower, upper, loner, faller, slider, mover, disabled, link, end, free })
}

function space(): Patient {
  const world = new d3.World()
  const cube = d3.box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })
  const slab = d3.box({ halfExtents: { x: 20, y: 1, z: 20 } })
  const at = (x: number, y: number): d3.BodyDefinition => ({ position: { x, y, z: 0 }, shapes: [cube] })
  const floor = world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [slab] })
  const lower = world.createBody(at(0, 0.5))
  const upper = world.createBody(at(0, 1.5))
  const loner = world.createBody(at(-5, 0.5))
  for (let i = 0; i < 90; i++) world.step(DT)
  const free = world.createBody(at(-10, 0.5))
  const doomed = world.createBody(at(-12, 5))
  const faller = world.createBody(at(5, 9))
  const slider = world.createBody({ ...at(8, 0.5), linearVelocity: { x: 2, y: 0, z: 0 } })
  const mover = world.createBody({ ...at(0, 6), type: 'kinematic', linearVelocity: { x: 1, y: 0, z: 0 } })
  const disabled = world.createBody({ ...at(3, 3), enabled: false })
  const link = world.createBody(at(12, 6))
  const end = world.createBody({ ...at(14, 6), shapes: [d3.sphere({ radius: 0.4 }), d3.sphere({ radius: 0.9, sensor: true })] })
  const axis = { x: 0, y: 0, z: 1 }
  world.createHingeJoint({ bodyB: link, anchor: { x: 11, y: 6, z: 0 }, axis, limit: { lower: -2, upper: 2 } })
  world.createHingeJoint({ bodyA: link, bodyB: end, anchor: { x: 13, y: 6, z: 0 }, axis })
  world.createHingeJoint({ bodyB: world.createBody(at(-15, 6)), anchor: { x: -14, y: 6, z: 0 }, axis })
  world.createFixedJoint({ bodyB: doomed })
  for (let i = 1; i < 3; i++) world.createBody({ ...at(8, 0.5 + i), linearVelocity: { x: 2, y: 0, z: 0 } })
  for (let i = 0; i < 80; i++) world.castRay({ origin: { x: 30, y: 0, z: 0 }, direction: { x: 1, y: 0, z: 0 }, maxDistance: 1 })
  for (let i = 0; i < 5; i++) world.step(DT)
  world.destroyBody(doomed)
  world.destroyBody(free)
  world.step(DT)
  return patientOf(world, { floor, lower, upper, loner, faller, slider, mover, disabled, link, end, free })
}

const worldOf = (patient: Patient): object => (patient as Patient & { world: object }).world

export const DIMENSIONS: readonly Case[] = [
  {
    name: '2D', makePatient: plane,
    validate: (patient) => validateWorld2(worldOf(patient)), validateStep: (patient) => validateStep2(worldOf(patient)),
  },
  {
    name: '3D', makePatient: space,
    validate: (patient) => validateWorld3(worldOf(patient)), validateStep: (patient) => validateStep3(worldOf(patient)),
  },
]

/** Each mutation in both dimensions, between steps or directly after one. */
export function describeMutations(title: string, mutations: readonly Mutation[], afterStep: boolean): void {
  describe.each(DIMENSIONS)(`${title}, $name`, ({ makePatient, validate, validateStep }) => {
    it.each(mutations)('$name', ({ act, says }) => {
      const patient = makePatient()
      act(patient)
      expect(() => (afterStep ? validateStep : validate)(patient)).toThrow(says)
    })
  })
}

export function swap(array: Int32Array, a: number, b: number): void {
  ;[array[a], array[b]] = [array[b]!, array[a]!]
}
