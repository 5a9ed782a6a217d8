/**
 * `<Vehicle>`: wheels below the body they carry.
 */

import { createElement, Fragment, useContext, useEffect, useRef, type ReactElement, type ReactNode, type Ref } from 'react'
import { Quaternion, Vector3, type Object3D } from 'three'
import type { WheeledVehicle, WheeledVehicleDefinition } from 'fulcrum-physics/3d'
import { BodyContext, useInner } from './context.ts'
import { useLatest } from './physics.ts'
import { assign, owners } from './rigid-body.ts'
import { keyOf } from './vectors.ts'

/** What `<Vehicle>` may be told: everything that `world.createVehicle` takes. */
export interface VehicleProps extends WheeledVehicleDefinition {
  /** Draws a wheel, by its index: its axle is x, its origin the hub. Default: nothing. */
  wheel?: (index: number) => ReactNode
  /** The vehicle: throttle, brake, steering, gears; null before it is there and after it is gone. Default: none. */
  ref?: Ref<WheeledVehicle | null>
}

/** Puts wheels, and if you like an engine, on the `<RigidBody>` above it. */
export function Vehicle(props: VehicleProps): ReactElement {
  const { world, afterSync } = useInner()
  const home = useContext(BodyContext)
  if (home === null) throw new Error('<Vehicle> is not below a <RigidBody>. Put it into the one that is its chassis.')
  const { wheel, ref, ...definition } = props
  const latest = useLatest({ definition, ref })
  const objects = useRef<(Object3D | null)[]>([])

  useEffect(() => {
    const { body } = home
    if (body === null) return
    const { current } = latest
    const vehicle = world.createVehicle(body, current.definition)
    assign(current.ref, vehicle)
    const [position, turn] = [new Vector3(), new Quaternion()]
    // In the axes of the chassis, so that wheels go with it between steps, too.
    const place = (): void => {
      if (!vehicle.isValid) return
      const { x, y, z, w } = body.rotation
      turn.set(x, y, z, w).invert()
      vehicle.wheels.forEach((each, i) => {
        const object = objects.current[i]
        if (!object) return
        const scale = object.parent!.getWorldScale(new Vector3())
        object.position.copy(body.localPoint(each.getPosition(position)) as Vector3).divide(scale)
        const { rotation } = each
        object.quaternion.set(rotation.x, rotation.y, rotation.z, rotation.w).premultiply(turn)
      })
    }
    place()
    afterSync.add(place)
    return () => {
      afterSync.delete(place)
      world.destroyVehicle(vehicle)
      assign(current.ref, null)
    }
  }, [home, world, afterSync, latest, keyOf({ ...definition, ignore: undefined })])

  if (wheel === undefined) return createElement(Fragment)
  return createElement(Fragment, null, definition.wheels.map((_, i) => createElement('object3D', {
    key: i,
    ref: (object: Object3D | null) => {
      objects.current[i] = object
      // Wheels are no part of the chassis' shapes.
      if (object) owners.add(object)
    },
  }, wheel(i))))
}
