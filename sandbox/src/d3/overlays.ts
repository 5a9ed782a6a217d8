// What the engine sees, drawn over the scene: contact points with their normals, the boxes around shapes, and joints. Off unless asked for.
import { Box3, LineBasicMaterial, LineSegments, Matrix4, Points, PointsMaterial, Quaternion, Vector3, type Object3D } from 'three'
import type { World } from 'fulcrum-physics/3d'
import { JointLines } from './joint-lines.ts'
import { BOUNDS, CONTACT_NORMAL, CONTACT_POINT } from './palette.ts'
import type { ShowOptions } from '../pane.ts'
import { boundsOf, localFrame } from './shape-frame.ts'
import { onTop, Vertices } from './vertices.ts'

/** Numbers per contact in `world.readContacts`. */
const CONTACT_STRIDE = 8

/** Length of a drawn normal per metre from camera to target. */
const NORMAL_SHARE = 0.03

/** The twelve edges of a box, as pairs of corners; bit 0, 1, 2 of a corner choose max x, y, z. */
const BOX_EDGES = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7]

const UNIT = new Vector3(1, 1, 1)

export class Overlays {
  readonly objects: readonly Object3D[]
  private contacts = new Float64Array(1024 * CONTACT_STRIDE)
  private readonly points = new Vertices()
  private readonly normals = new Vertices()
  private readonly boxes = new Vertices()
  private readonly joints = new JointLines()
  private readonly contactObjects: readonly Object3D[]
  private readonly boundsObject: Object3D
  private readonly show: ShowOptions

  constructor(show: ShowOptions) {
    this.show = show
    const pointMaterial = new PointsMaterial({ color: CONTACT_POINT, size: 6, sizeAttenuation: false, depthTest: false })
    const normalMaterial = new LineBasicMaterial({ color: CONTACT_NORMAL, depthTest: false })
    const normals = onTop(new LineSegments(this.normals.geometry, normalMaterial))
    this.contactObjects = [normals, onTop(new Points(this.points.geometry, pointMaterial))]
    this.boundsObject = onTop(new LineSegments(this.boxes.geometry, new LineBasicMaterial({ color: BOUNDS })))
    this.objects = [...this.contactObjects, this.boundsObject, ...this.joints.objects]
  }

  update(world: World, poses: Float64Array, distance: number): void {
    const { contacts, bounds, joints } = this.show
    for (const object of this.contactObjects) object.visible = contacts
    this.boundsObject.visible = bounds
    for (const object of this.joints.objects) object.visible = joints
    if (contacts) this.drawContacts(world, distance * NORMAL_SHARE)
    if (bounds) this.drawBounds(world, poses)
    if (joints) this.joints.update(world, distance)
  }

  private drawContacts(world: World, length: number): void {
    let count = world.readContacts(this.contacts)
    while (count * CONTACT_STRIDE >= this.contacts.length) {
      this.contacts = new Float64Array(this.contacts.length * 2)
      count = world.readContacts(this.contacts)
    }
    this.points.begin(count)
    this.normals.begin(count * 2)
    for (let i = 0; i < count; i++) {
      const [x, y, z, nx, ny, nz] = this.contacts.subarray(i * CONTACT_STRIDE, i * CONTACT_STRIDE + 6) as unknown as Sextuple
      this.points.add(x, y, z)
      this.normals.add(x, y, z)
      this.normals.add(x + nx * length, y + ny * length, z + nz * length)
    }
    this.points.end()
    this.normals.end()
  }

  private drawBounds(world: World, poses: Float64Array): void {
    let shapes = 0
    for (const body of world.bodies) shapes += body.shapes.length
    this.boxes.begin(shapes * BOX_EDGES.length)
    const frame = new Matrix4()
    const bounds = new Box3()
    let at = 0
    for (const body of world.bodies) {
      frame.compose(new Vector3().fromArray(poses, at), new Quaternion().fromArray(poses, at + 3), UNIT)
      for (const shape of body.shapes) this.addBox(boundsOf(shape, localFrame(shape, UNIT).premultiply(frame), bounds))
      at += 7
    }
    this.boxes.end()
  }

  private addBox({ min, max }: Box3): void {
    for (const corner of BOX_EDGES) this.boxes.add(corner & 1 ? max.x : min.x, corner & 2 ? max.y : min.y, corner & 4 ? max.z : min.z)
  }
}

type Sextuple = [number, number, number, number, number, number]
