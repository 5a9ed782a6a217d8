/**
 * Hooks around steps, filters of contacts, and snapshots.
 */

import { useEffect, useMemo } from 'react'
import type { SnapshotOptions } from 'fulcrum-physics/3d'
import { useInner, type ContactFilter, type PairFilter, type StepCallback } from './context.ts'
import { useLatest } from './physics.ts'

/** Calls back before every step: forces, target poses. */
export function useBeforePhysicsStep(callback: StepCallback): void {
  const { beforeStep } = useInner()
  const latest = useLatest(callback)
  useEffect(() => {
    beforeStep.add(latest)
    return () => void beforeStep.delete(latest)
  }, [beforeStep, latest])
}

/** Calls back after every step, when events have been told. */
export function useAfterPhysicsStep(callback: StepCallback): void {
  const { afterStep } = useInner()
  const latest = useLatest(callback)
  useEffect(() => {
    afterStep.add(latest)
    return () => void afterStep.delete(latest)
  }, [afterStep, latest])
}

/** Asks about every contact in every step: false lets the two pass. Bodies may be read, not changed. */
export function useFilterContactPair(filter: ContactFilter): void {
  const { contactFilters, renewFilters } = useInner()
  const latest = useLatest(filter)
  useEffect(() => {
    contactFilters.add(latest)
    renewFilters()
    return () => {
      contactFilters.delete(latest)
      renewFilters()
    }
  }, [contactFilters, renewFilters, latest])
}

/** Asks once when two shapes come near each other, sensors too: false keeps them from meeting until they part. */
export function useFilterIntersectionPair(filter: PairFilter): void {
  const { pairFilters, renewFilters } = useInner()
  const latest = useLatest(filter)
  useEffect(() => {
    pairFilters.add(latest)
    renewFilters()
    return () => {
      pairFilters.delete(latest)
      renewFilters()
    }
  }, [pairFilters, renewFilters, latest])
}

/** Takes snapshots of the world, and goes back to them. */
export interface Snapshots {
  /** Everything the future of the world depends on, as bytes. */
  take: (options?: SnapshotOptions) => Uint8Array
  /** Becomes the world of the snapshot, and moves the objects there. Bodies that were made since are gone. */
  restore: (bytes: Uint8Array) => void
}

/** Snapshots of the world: save games, undo, rollback. */
export function useSnapshot(): Snapshots {
  const { physics, world, afterSync } = useInner()
  return useMemo(() => ({
    take: (options) => world.snapshot(undefined, options),
    restore: (bytes) => {
      world.restore(bytes)
      physics.sync()
      for (const call of afterSync) call()
    },
  }), [physics, world, afterSync])
}
