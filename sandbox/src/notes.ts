// What is written over the picture: signs and labels of joints, what is selected, and the Jacobian of a row as arrows.
import { isDark } from './theme.ts'
import { drawArrow, drawSign, drawTurn, type PagePoint, type Project } from './joint-signs.ts'
import type { AnyBody, Inspector, RowGroup } from './inspect.ts'
import type { AnyPoint } from './pane.ts'
import type { Sandbox } from './sandbox.ts'

/** More joints than this have no labels, and than that no signs. */
const MOST_LABELS = 40
/** On a picture narrower than this so many have labels, px. */
const NARROW = 500
const MOST_LABELS_NARROW = 12
const MOST_SIGNS = 2000
/** Length of an arrow of 1, as a share of the picture's scale. */
const ARROW_SHARE = 0.12
const SIGN_SHARE = 0.06
/** From a joint to its label, and from there to the edge, px. */
const MARGIN = 14
/** Height of a line of text, px. */
const LINE = 14

export class Notes {
  private readonly canvas: HTMLCanvasElement
  private readonly pen: CanvasRenderingContext2D
  private readonly sandbox: Sandbox
  private readonly inspector: Inspector
  private drawn = false
  /** Left, height and right of the labels of this frame. */
  private labels: [number, number, number][] = []

  constructor(canvas: HTMLCanvasElement, sandbox: Sandbox, inspector: Inspector) {
    this.canvas = canvas
    this.pen = canvas.getContext('2d')!
    this.sandbox = sandbox
    this.inspector = inspector
  }

  draw(): void {
    const { canvas, pen, sandbox, inspector } = this
    const { pane, show } = sandbox
    const selected = inspector.joint?.isValid || inspector.body?.isValid
    if (!show.signs && !selected && !this.drawn) return
    this.drawn = Boolean(show.signs || selected)
    const ratio = Math.min(devicePixelRatio, 2)
    const { left, top, width, height } = canvas.getBoundingClientRect()
    Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) })
    pen.setTransform(ratio, 0, 0, ratio, 0, 0)
    pen.font = '12px system-ui, sans-serif'
    pen.lineJoin = 'round'
    const project: Project = (point) => {
      const { x, y } = pane.pointOnPage(point)
      return { x: x - left, y: y - top }
    }
    if (show.signs) this.drawSigns(project)
    if (selected) this.drawSelected(project)
  }

  private drawSigns(project: Project): void {
    const { world } = this.sandbox.simulation
    if (world.jointCount > MOST_SIGNS) return
    this.labels = []
    const most = this.canvas.clientWidth < NARROW ? MOST_LABELS_NARROW : MOST_LABELS
    this.pen.lineWidth = 2
    for (const joint of world.joints) {
      if (!joint.enabled) continue
      this.pen.strokeStyle = isDark() ? '#ffd166' : '#7a2f00'
      const at = drawSign(this.pen, joint, project, this.sandbox.pane.scale * SIGN_SHARE)
      if (world.jointCount <= most) this.label(joint.type, at)
    }
  }

  /** Where there is a label already, the next one goes below it. */
  private label(text: string, place: PagePoint): void {
    const { pen } = this
    const width = pen.measureText(text).width
    const x = Math.max(0, Math.min(place.x, this.canvas.clientWidth - width - MARGIN))
    let y = place.y
    const isTaken = ([left, at, right]: [number, number, number]): boolean => Math.abs(at - y) < LINE && x < right && x + width > left
    while (this.labels.some(isTaken)) y += LINE
    this.labels.push([x, y, x + width])
    pen.lineWidth = 3
    pen.strokeStyle = isDark() ? '#10151f' : '#ffffff'
    pen.fillStyle = isDark() ? '#ffffff' : '#10151f'
    pen.strokeText(text, x + 10, y - 8)
    pen.fillText(text, x + 10, y - 8)
    pen.lineWidth = 2
  }

  private drawSelected(project: Project): void {
    const { pen, inspector } = this
    pen.lineWidth = 2.5
    pen.strokeStyle = pen.fillStyle = '#d7263d'
    const place: AnyPoint = inspector.joint ? inspector.joint.anchorB : inspector.body!.position
    const { x, y } = project(place)
    pen.beginPath()
    pen.arc(x, y, 12, 0, 2 * Math.PI)
    pen.stroke()
    let at = 0
    for (const group of inspector.groups()) {
      for (const row of group.rows) if (at++ === inspector.shownRow) this.drawJacobian(group, row.J, project)
    }
  }

  /** The wrench on each body, from its centre of mass: the linear part as an arrow, the angular one as an arrow about which it turns. */
  private drawJacobian({ bodyA, bodyB }: RowGroup, J: RowGroup['rows'][number]['J'], project: Project): void {
    this.drawWrench(bodyA, J.a, project, '#1f6fb2')
    this.drawWrench(bodyB, J.b, project, '#d7263d')
  }

  private drawWrench(body: AnyBody | null, { linear, angular }: RowGroup['rows'][number]['J']['a'], project: Project, color: string): void {
    if (!body || body.type === 'static') return
    const { pen } = this
    const length = this.sandbox.pane.scale * ARROW_SHARE
    const from = body.centerOfMass as AnyPoint
    const arrow = (v: AnyPoint): void => {
      const to = { x: from.x + length * v.x, y: from.y + length * v.y, z: (from.z ?? 0) + length * (v.z ?? 0) }
      drawArrow(pen, project(from), project(to))
    }
    pen.strokeStyle = pen.fillStyle = color
    arrow(linear)
    if (typeof angular === 'number') {
      if (angular !== 0) drawTurn(pen, project(from), angular)
      return
    }
    pen.setLineDash([5, 3])
    arrow(angular)
    pen.setLineDash([])
  }
}
