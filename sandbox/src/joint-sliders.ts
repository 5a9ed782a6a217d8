// Sliders for what a joint can be set to while it runs: limits, motors, springs, and β and γ of what it holds.
import GUI from 'lil-gui'
import type { AnyJoint } from './inspect.ts'
import type { Sandbox } from './sandbox.ts'

const FEATURES: readonly string[] = ['limit', 'motor', 'spring']

/** A held row that is made soft begins with these: a fifth of the error per step (Tamis 2.3), and a little give, s/kg. */
const SOFT = { beta: 0.2, gamma: 1e-3 }

/** A slider runs to so many times the value that is there, and at least to 1. */
const REACH = 3

export function createJointSliders(root: HTMLElement, joint: AnyJoint, sandbox: Sandbox): void {
  const gui = new GUI({ container: root, title: 'Settings of the joint' })
  const set = (act: () => void): void => {
    if (!joint.isValid) return
    try {
      act()
      sandbox.touch()
      sandbox.tell('')
    } catch (error) {
      sandbox.tell(error)
    }
  }
  gui.add({ get enabled() { return joint.isValid && joint.enabled }, set enabled(on) { set(() => (joint.enabled = on)) } }, 'enabled')
  const features = joint as unknown as Record<string, Readonly<Record<string, unknown>> | null | undefined>
  for (const feature of FEATURES) {
    const now = feature in joint ? features[feature] : null
    if (!now) continue
    for (const [field, value] of Object.entries(now)) {
      if (typeof value !== 'number' || !Number.isFinite(value)) continue
      const state = { value }
      const reach = Math.max(1, Math.abs(value) * REACH)
      const signed = ['lower', 'upper', 'speed', 'target', 'targetSpeed'].includes(field)
      gui.add(state, 'value', signed ? -reach : 0, field === 'restitution' ? 1 : reach).name(`${feature} ${field}`)
        .onChange((next: number) => set(() => (features[feature] = { ...features[feature], [field]: next })))
    }
  }
  const { softness } = joint
  const soft = { soft: softness !== null, ...SOFT, ...(softness && 'beta' in softness ? softness : {}) }
  const apply = (): void => set(() => (joint.softness = soft.soft ? { beta: soft.beta, gamma: soft.gamma } : null))
  gui.add(soft, 'soft').name('soft (β, γ)').onChange(apply)
  gui.add(soft, 'beta', 0, 1).name('β').onChange(apply)
  gui.add(soft, 'gamma', 0, 0.1).name('γ').onChange(apply)
}
