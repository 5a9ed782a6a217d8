// What the engine sees, drawn over the scene: contact points with their normals, the boxes around shapes, joints, islands, centres of mass. Off
// unless asked for.
import type { World } from 'fulcrum-physics/2d'
import { drawColors, ghostColors } from '../colors.ts'
import type { ShowOptions } from '../pane.ts'
import { CanvasRenderer } from './debug-renderer.ts'
import { drawLimits } from './joint-lines.ts'
import type { View } from './view.ts'

/** Length of a drawn normal or axis as a share of the picture's height. */
const SCALE_SHARE = 0.03

export class Overlays {
  private readonly show: ShowOptions

  constructor(show: ShowOptions) {
    this.show = show
  }

  /** Another run of the same scene, as lines. */
  drawGhost(view: View, world: World): void {
    view.context.setTransform(1, 0, 0, 1, 0, 0)
    view.context.lineWidth = 2
    const renderer = new CanvasRenderer(view)
    world.draw(renderer, { contacts: false, bounds: false, joints: false, islands: false, colors: ghostColors() })
    renderer.flush()
  }

  draw(view: View, world: World): void {
    const { contacts, bounds, joints, islands, centersOfMass } = this.show
    view.context.setTransform(1, 0, 0, 1, 0, 0)
    view.context.lineWidth = 1.5
    if (joints) drawLimits(view, world)
    const renderer = new CanvasRenderer(view)
    world.draw(renderer, { shapes: false, contacts, bounds, joints, islands, centersOfMass, scale: view.size * SCALE_SHARE, colors: drawColors() })
    renderer.flush()
  }
}
