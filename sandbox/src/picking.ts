// A click, which is a press without a drag, looks at what is under it: a joint if its anchor is near, otherwise a body.
import type { AnyJoint, Inspector } from './inspect.ts'
import type { Sandbox } from './sandbox.ts'

/** A click moves less than this, px. */
const CLICK = 5
/** How near to an anchor a click must be, px. */
const NEAR = 12
/** Worlds with more joints are not searched for them. */
const MOST_JOINTS = 5000

export function watchClicks(stage: HTMLElement, sandbox: Sandbox, inspector: Inspector, onPick: () => void): void {
  let start: { x: number; y: number } | null = null
  stage.addEventListener('pointerdown', (event) => {
    start = event.button === 0 ? { x: event.clientX, y: event.clientY } : null
  }, { capture: true })
  stage.addEventListener('pointerup', (event) => {
    if (!start || Math.hypot(event.clientX - start.x, event.clientY - start.y) > CLICK) return
    const joint = nearestJoint(sandbox, event.clientX, event.clientY)
    const body = joint ? null : sandbox.pane.pick(event.clientX, event.clientY)
    if (joint) inspector.select({ joint })
    else inspector.select(body ? { body } : null)
    if (joint || body) onPick()
  })
}

function nearestJoint(sandbox: Sandbox, x: number, y: number): AnyJoint | null {
  const { world } = sandbox.simulation
  if (world.jointCount > MOST_JOINTS) return null
  let [nearest, least]: [AnyJoint | null, number] = [null, NEAR]
  for (const joint of world.joints) {
    if (joint.type === 'mouse') continue
    const at = sandbox.pane.pointOnPage(joint.anchorB)
    const distance = Math.hypot(at.x - x, at.y - y)
    if (distance < least) [nearest, least] = [joint, distance]
  }
  return nearest
}
