// The scenes of both dimensions behind one list: knows which pane shows the scene of the moment, and makes panes when they are first needed.
import { settingsOf, type Settings } from './address.ts'
import { catalogue, itemOf } from './catalogue.ts'
import { createPane2d } from './d2/pane.ts'
import { createPane3d } from './d3/pane.ts'
import { FILE_NAME, type OpenedFile } from './from-file.ts'
import type { AnySimulation, Pane, PaneOptions, ShowOptions } from './pane.ts'
import type { Pace } from './simulation.ts'

type Dimension = 2 | 3

export class Sandbox {
  readonly pace: Pace = { paused: false, speed: 1, worker: false }
  readonly show: ShowOptions = {
    contacts: false, bounds: false, joints: false, signs: false, islands: false, centersOfMass: false, sleep: true, shadows: true,
  }
  /** What is drawn unless something else is asked for. */
  readonly defaultShow: Readonly<ShowOptions>
  /** Called when another world is shown. */
  readonly onLoad: (() => void)[] = []
  /** Called after every step of what is shown. */
  readonly afterStep: (() => void)[] = []
  /** Called when something was done that a link cannot tell. */
  readonly onTouch: (() => void)[] = []
  readonly sceneNames: readonly string[] = catalogue.map(({ name }) => name)
  /** Settings of the world as the scene has them. */
  original: Settings = { gravity: 0, substeps: 0, sleeping: 0, continuous: 0 }
  /** Was the world dragged, shot at or set otherwise since the scene began? A link does not lead to it then. */
  touched = false
  /** Shows what is wrong; nothing takes it away. */
  tell: (error: unknown) => void = () => {}
  private readonly canvases: Readonly<Record<Dimension, HTMLCanvasElement>>
  private readonly plain: boolean
  private readonly panes = new Map<Dimension, Pane>()
  private dimension: Dimension = 3
  /** The file that was opened last. */
  private file: OpenedFile | null = null

  constructor(canvas3d: HTMLCanvasElement, canvas2d: HTMLCanvasElement, plain: boolean) {
    this.canvases = { 2: canvas2d, 3: canvas3d }
    this.plain = plain
    this.show.shadows = !plain
    this.defaultShow = { ...this.show }
  }

  get pane(): Pane {
    return this.paneOf(this.dimension)
  }

  get simulation(): AnySimulation {
    return this.pane.simulation
  }

  get canvas(): HTMLCanvasElement {
    return this.canvases[this.dimension]
  }

  touch(): void {
    this.touched = true
    this.simulation.touch()
    for (const tell of this.onTouch) tell()
  }

  /** Shows a scene by name; an unknown name gives the first. */
  load(name: string): void {
    if (name === FILE_NAME && this.file) return this.openFile(this.file)
    this.turnTo(itemOf(name)?.dimension ?? 3)
    this.pane.simulation.load(name)
  }

  /** Shows the scene of a file; throws what is wrong with it, and shows on what it showed. */
  openFile(file: OpenedFile): void {
    const show = this.paneOf(file.dimension).readFile(file)
    this.file = file
    this.turnTo(file.dimension)
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
    const fail = (reason: string): void => this.tell(`There is no worker here (${reason}): steps are made by the page.`)
    const options: PaneOptions = { canvas: this.canvases[dimension], pace, show, plain, onGrab: () => this.touch(), fail }
    const pane = dimension === 2 ? createPane2d(options) : createPane3d(options)
    this.panes.set(dimension, pane)
    pane.simulation.onLoad.push(() => {
      this.touched = false
      this.original = settingsOf(this)
      for (const tell of this.onLoad) tell()
    })
    pane.simulation.afterStep.push(() => {
      for (const tell of this.afterStep) tell()
    })
    return pane
  }
}
