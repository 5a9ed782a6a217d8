// The force at a point of a body that gives that point a wanted acceleration. A body is easier to move by its rim than by its middle;
// a spring that ignored this would be too stiff at the rim and blow up there.
import { Matrix3, Quaternion, Matrix4, Vector3 } from 'three'
import type { Body } from 'fulcrum-physics/3d'

/** Solves K f = a with K = 1/m − [r] I⁻¹ [r], the inverse of the mass that is felt at the point; `r` from the centre of mass to it. */
export function forceForAcceleration(body: Body, point: Vector3, acceleration: Vector3): Vector3 {
  const r = point.clone().sub(body.centerOfMass)
  const inverseInertia = worldInertia(body).invert()
  // [r], so that [r] v = r × v.
  const cross = new Matrix3().set(0, -r.z, r.y, r.z, 0, -r.x, -r.y, r.x, 0)
  const k = cross.clone().multiply(inverseInertia).multiply(cross).multiplyScalar(-1)
  const inverseMass = 1 / body.mass
  for (const diagonal of [0, 4, 8]) k.elements[diagonal]! += inverseMass
  return acceleration.clone().applyMatrix3(k.invert())
}

/** Inertia about the centre of mass along the axes of the world. */
function worldInertia(body: Body): Matrix3 {
  const { xx, yy, zz, xy, xz, yz } = body.getInertia()
  const { x, y, z, w } = body.rotation
  const turn = new Matrix3().setFromMatrix4(new Matrix4().makeRotationFromQuaternion(new Quaternion(x, y, z, w)))
  const local = new Matrix3().set(xx, xy, xz, xy, yy, yz, xz, yz, zz)
  return turn.clone().multiply(local).multiply(turn.transpose())
}
