// What the engine sees, drawn over the scene: contact points with their normals, the boxes around shapes, joints, islands, centres of mass. Off
// unless asked for.
import type { Object3D } from 'three'
import type { World } from 'fulcrum-physics/3d'
import { drawColors, ghostColors } from '../colors.ts'
import { ThreeRenderer } from './debug-renderer.ts'
import { JointLines } from './joint-lines.ts'
import type { ShowOptions } from '../pane.ts'

/** Length of a drawn normal or axis per metre from camera to target. */
const SCALE_SHARE = 0.03

export class Overlays {
  readonly objects: readonly Object3D[]
  /** Boxes are hidden by what is before them, the rest is seen through everything. */
  private readonly hidden = new ThreeRenderer(true)
  private readonly seen = new ThreeRenderer(false)
  private readonly joints = new JointLines()
  private readonly show: ShowOptions

  constructor(show: ShowOptions) {
    this.show = show
    this.objects = [...this.hidden.objects, ...this.joints.objects, ...this.seen.objects]
  }

  /** `ghost`: another run of the same scene, as lines. */
  update(world: World, distance: number, ghost: World | null): void {
    const { contacts, bounds, joints, islands, centersOfMass } = this.show
    const colors = drawColors()
    this.hidden.begin()
    if (bounds || islands) world.draw(this.hidden, { shapes: false, bounds, islands, colors })
    this.hidden.end()
    this.seen.begin()
    if (contacts || joints || centersOfMass) {
      world.draw(this.seen, { shapes: false, contacts, joints, centersOfMass, scale: distance * SCALE_SHARE, colors })
    }
    if (ghost) ghost.draw(this.seen, { contacts: false, bounds: false, joints: false, islands: false, colors: ghostColors() })
    this.seen.end()
    for (const object of this.joints.objects) object.visible = joints
    if (joints) this.joints.update(world, distance)
  }
}
