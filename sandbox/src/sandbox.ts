// The scenes of both dimensions behind one list: knows which pane shows the scene of the moment, and makes panes when they are first needed.
import { scenes as scenes2d } from '../../scenes/d2/index.ts'
import { scenes as scenes3d } from '../../scenes/d3/index.ts'
import { createPane2d } from './d2/pane.ts'
import { createPane3d } from './d3/pane.ts'
import { dimensionOf, FILE_NAME } from './from-file.ts'
import type { AnySimulation, Pane, PaneOptions, ShowOptions } from './pane.ts'
import type { Pace } from './simulation.ts'

type Dimension = 2 | 3

const isIn2d = (name: string): boolean => scenes2d.some((scene) => scene.name === name)

export class Sandbox {
  readonly pace: Pace = { paused: false, speed: 1 }
  readonly show: ShowOptions = { contacts: false, bounds: false, joints: false, islands: false, centersOfMass: false, sleep: true, shadows: true }
  /** Called when another world is shown. */
  readonly onLoad: (() => void)[] = []
  readonly sceneNames: readonly string[] = [...scenes3d, ...scenes2d].map(({ name }) => name)
  private readonly canvases: Readonly<Record<Dimension, HTMLCanvasElement>>
  private readonly plain: boolean
  private readonly panes = new Map<Dimension, Pane>()
  private dimension: Dimension = 3
  /** The file that was opened last. */
  private file: { readonly title: string; readonly text: string } | null = null

  constructor(canvas3d: HTMLCanvasElement, canvas2d: HTMLCanvasElement, plain: boolean) {
    this.canvases = { 2: canvas2d, 3: canvas3d }
    this.plain = plain
    this.show.shadows = !plain
  }

  /** Names of scenes by what is shown for them in the list. */
  get sceneTitles(): Record<string, string> {
    const titles: Record<string, string> = {}
    if (this.file) titles[this.file.title] = FILE_NAME
    for (const { title, name } of scenes3d) titles[title] = name
    for (const { title, name } of scenes2d) titles[`2D · ${title}`] = name
    return titles
  }

  get pane(): Pane {
    return this.paneOf(this.dimension)
  }

  get simulation(): AnySimulation {
    return this.pane.simulation
  }

  /** Shows a scene by name; an unknown name gives the first. */
  load(name: string): void {
    if (name === FILE_NAME && this.file) return this.openFile(this.file.title, this.file.text)
    this.turnTo(isIn2d(name) ? 2 : 3)
    this.pane.simulation.load(name)
  }

  /** Shows the scene of a file; throws what is wrong with it, and shows on what it showed. */
  openFile(title: string, text: string): void {
    const dimension = dimensionOf(text)
    const show = this.paneOf(dimension).readFile(title, text)
    this.file = { title, text }
    this.turnTo(dimension)
    show()
  }

  private turnTo(dimension: Dimension): void {
    this.dimension = dimension
    for (const each of [2, 3] as const) this.canvases[each].hidden = each !== dimension
  }

  private paneOf(dimension: Dimension): Pane {
    const present = this.panes.get(dimension)
    if (present) return present
    const { pace, show, plain } = this
    const options: PaneOptions = { canvas: this.canvases[dimension], pace, show, plain }
    const pane = dimension === 2 ? createPane2d(options) : createPane3d(options)
    pane.simulation.onLoad.push(() => {
      for (const tell of this.onLoad) tell()
    })
    this.panes.set(dimension, pane)
    return pane
  }
}
