// The range of a limit of a joint, with a pointer to where it stands. The rest of a joint is drawn by `world.draw`.
import { LineBasicMaterial, LineSegments, Quaternion, Vector3, type Object3D } from 'three'
import { BallJoint, ConstantVelocityJoint, HingeJoint, SliderJoint, SwingTwistJoint } from 'fulcrum-physics/3d'
import type { Joint, SwingLimit, Vec3, World } from 'fulcrum-physics/3d'
import { JOINT_AXIS, JOINT_LIMIT } from './palette.ts'
import { onTop, Vertices } from './vertices.ts'

/** Length of a drawn axis per metre from camera to target. */
const AXIS_SHARE = 0.02
/** Pieces of a full circle. */
const PIECES = 48
/** The most points that one joint takes in one drawing. */
const MOST_POINTS = 2 * PIECES + 8

function line(vertices: Vertices, a: Vector3, b: Vector3): void {
  vertices.add(a.x, a.y, a.z)
  vertices.add(b.x, b.y, b.z)
}

function vector({ x, y, z }: Vec3): Vector3 {
  return new Vector3(x, y, z)
}

export class JointLines {
  readonly objects: readonly Object3D[]
  private readonly axes = new Vertices()
  private readonly limits = new Vertices()

  constructor() {
    const lines = (vertices: Vertices, color: LineBasicMaterial['color']): Object3D =>
      onTop(new LineSegments(vertices.geometry, new LineBasicMaterial({ color, depthTest: false })))
    this.objects = [lines(this.axes, JOINT_AXIS), lines(this.limits, JOINT_LIMIT)]
  }

  /** `distance`: from the camera to what it looks at, m. */
  update(world: World, distance: number): void {
    const all = [this.axes, this.limits]
    for (const vertices of all) vertices.begin(world.jointCount * MOST_POINTS)
    for (const joint of world.joints) if (joint.enabled) this.draw(joint, distance * AXIS_SHARE)
    for (const vertices of all) vertices.end()
  }

  private draw(joint: Joint, size: number): void {
    const a = vector(joint.anchorA)
    const turn = new Quaternion().copy(joint.rotationA as Quaternion)
    const x = new Vector3(1, 0, 0).applyQuaternion(turn)
    if (joint instanceof HingeJoint) this.drawArc(joint, a, turn, size)
    else if (joint instanceof SliderJoint) this.drawTravel(joint, a, x)
    else if (joint instanceof BallJoint) this.drawCone(joint, joint.swingLimit, a, turn, size)
    else if (joint instanceof ConstantVelocityJoint) this.drawCone(joint, joint.limit, a, turn, size)
    else if (joint instanceof SwingTwistJoint) this.drawCone(joint, { ellipse: { y: joint.swingY, z: joint.swingZ } }, a, turn, size)
  }

  /** From the lower to the upper end of a hinge's range, and a pointer from the axis to where it stands. */
  private drawArc({ limit, angle }: HingeJoint, center: Vector3, turn: Quaternion, size: number): void {
    if (!limit) return
    const at = (value: number): Vector3 => new Vector3(0, Math.cos(value), Math.sin(value)).multiplyScalar(size).applyQuaternion(turn).add(center)
    const lower = Math.max(limit.lower, angle - Math.PI)
    const upper = Math.min(limit.upper, angle + Math.PI)
    const pieces = Math.max(1, Math.min(PIECES, Math.ceil(((upper - lower) / (2 * Math.PI)) * PIECES)))
    for (let i = 0; i < pieces; i++) {
      line(this.limits, at(lower + ((upper - lower) * i) / pieces), at(lower + ((upper - lower) * (i + 1)) / pieces))
    }
    line(this.limits, center, at(lower))
    line(this.limits, center, at(upper))
    line(this.axes, center, at(angle))
  }

  /** The range of a slider along its axis. */
  private drawTravel({ limit }: SliderJoint, center: Vector3, axis: Vector3): void {
    if (!limit || !Number.isFinite(limit.lower) || !Number.isFinite(limit.upper)) return
    line(this.limits, center.clone().addScaledVector(axis, limit.lower), center.clone().addScaledVector(axis, limit.upper))
  }

  /** The rim of a cone, ellipse or pyramid, and the axis of B within it. */
  private drawCone(joint: Joint, limit: SwingLimit | null, center: Vector3, turn: Quaternion, size: number): void {
    if (!limit) return
    const half = 'cone' in limit ? { y: limit.cone, z: limit.cone } : 'ellipse' in limit ? limit.ellipse : limit.pyramid
    const at = (i: number): Vector3 => {
      const phase = (2 * Math.PI * i) / PIECES
      // A rotation vector (0, y, z) leans the axis; on a pyramid it runs round a rectangle.
      const square = 'pyramid' in limit ? 1 / Math.max(Math.abs(Math.cos(phase)), Math.abs(Math.sin(phase))) : 1
      const y = half.y * Math.cos(phase) * square
      const z = half.z * Math.sin(phase) * square
      const angle = Math.hypot(y, z)
      const lean = angle > 0 ? new Quaternion().setFromAxisAngle(new Vector3(0, y / angle, z / angle), angle) : new Quaternion()
      return new Vector3(2 * size, 0, 0).applyQuaternion(lean).applyQuaternion(turn).add(center)
    }
    for (let i = 0; i < PIECES; i++) line(this.limits, at(i), at(i + 1))
    const axis = new Vector3(2 * size, 0, 0).applyQuaternion(new Quaternion().copy(joint.rotationB as Quaternion))
    line(this.axes, center, axis.add(center))
  }
}
