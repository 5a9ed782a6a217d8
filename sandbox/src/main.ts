// Puts the sandbox together and runs its frames.
import { applySettings, applyShow, describe, readAddress, type Asked } from './address.ts'
import { Controls } from './controls.ts'
import { createThumbnail2d } from './d2/thumbnail.ts'
import { createThumbnail3d } from './d3/thumbnail.ts'
import { element, find } from './dom.ts'
import { describeFile, fetchFile, FILE_NAME, onFile } from './from-file.ts'
import { Gallery } from './gallery.ts'
import { exposeHandle } from './handle.ts'
import { Inspector } from './inspect.ts'
import { LogPanel } from './log-panel.ts'
import { Notes } from './notes.ts'
import { watchClicks } from './picking.ts'
import { PlotsPanel } from './plots-panel.ts'
import { Readouts } from './readouts.ts'
import { RowsPanel } from './rows-panel.ts'
import { Sandbox } from './sandbox.ts'
import { createSettings } from './settings-panel.ts'
import { Tabs } from './tabs.ts'
import { setTheme, wantsLittleMotion } from './theme.ts'
import { Thumbnails } from './thumbnails.ts'
import { TimeLine } from './time-line.ts'
import { createTopBar } from './top-bar.ts'

const first = readAddress()
setTheme(first.theme)
const sandbox = new Sandbox(find('#view'), find('#flat-view'), first.plain)
const message = find('#message')
sandbox.tell = (error) => {
  message.textContent = error instanceof Error ? error.message : String(error)
}

/** While the page follows its address, it does not write it. */
let following = false
/** The address of a file that could not be read stays, so that loading the page again tries again. */
let failed = false
const keepAddress = (moment = sandbox.pace.paused): void => {
  if (!following && !failed) history.replaceState(history.state, '', describe(sandbox, moment))
}

const timeLine = new TimeLine(sandbox)
const inspector = new Inspector(sandbox)
timeLine.onJump.push(() => {
  inspector.forget()
  sandbox.simulation.touch()
})
const tabs = new Tabs(find('#panels'))
const readouts = new Readouts(tabs.add('scene', 'Scene'), sandbox)
const rows = new RowsPanel(tabs.add('rows', 'Rows'), sandbox, inspector)
const settingsRoot = tabs.add('settings', 'Settings')
const plots = new PlotsPanel(tabs.add('plots', 'Plots'), sandbox, () => tabs.isOpen('plots'))
const log = new LogPanel(tabs.add('log', 'Log'), sandbox, () => tabs.isOpen('log'))
const notes = new Notes(find('#notes'), sandbox, inspector)
const controls = new Controls(find('#controls'), sandbox, timeLine)
const thumbnails = new Thumbnails({ 2: createThumbnail2d, 3: createThumbnail3d })
const gallery = new Gallery({
  root: find('#gallery'),
  workbench: find('#workbench'),
  thumbnails,
  choose(name) {
    message.textContent = ''
    failed = false
    history.pushState(null, '', location.href)
    sandbox.load(name)
  },
  onToggle() {
    document.body.classList.toggle('in-gallery', gallery.isOpen)
    find('#scenes').textContent = gallery.isOpen ? 'Back to the scene' : 'Scenes'
  },
})
const files = element('input', { type: 'file', id: 'file', accept: '.json,.gltf,.glb,.urdf,.xml', hidden: true, 'aria-label': 'File to open' })
createTopBar({
  root: find('#bar'),
  sandbox,
  files,
  openGallery: () => (gallery.isOpen ? gallery.close() : gallery.open()),
  link: () => describe(sandbox, true),
  onTheme: () => keepAddress(),
})
watchClicks(find('#stage'), sandbox, inspector, () => tabs.open('rows'))

const openFile = (title: string, bytes: Uint8Array): void => {
  sandbox.openFile(describeFile(title, bytes))
  failed = false
  message.textContent = ''
}

/** Shows what an address asks for. */
async function follow(asked: Asked): Promise<void> {
  following = true
  try {
    sandbox.pace.speed = asked.speed
    sandbox.pace.worker = asked.worker
    sandbox.pace.paused = asked.paused || wantsLittleMotion()
    applyShow(sandbox.show, asked.show)
    // `?file=address` opens a scene file, unless another scene was chosen since.
    if (asked.file === null || (asked.scene !== '' && asked.scene !== FILE_NAME)) sandbox.load(asked.scene)
    else {
      try {
        openFile(asked.title ?? asked.file, await fetchFile(asked.file))
      } catch (error) {
        failed = true
        sandbox.load('')
        sandbox.tell(error)
        return
      }
    }
    try {
      applySettings(sandbox, asked.settings)
    } catch (error) {
      sandbox.tell(error)
    }
    sandbox.simulation.step(asked.steps)
    const hash = asked.hash === '' ? '' : sandbox.simulation.world.hash()
    if (hash !== asked.hash) {
      sandbox.tell(`This is not the world of the link: after ${asked.steps} steps it should have the hash ${asked.hash}, and has ${hash}. ` +
        'Another version made the link, or somebody had touched the world.')
    }
  } finally {
    following = false
  }
}
sandbox.onLoad.push(() => keepAddress(false))
await follow(first)
createSettings(settingsRoot, sandbox, () => keepAddress())
onFile(files, openFile, sandbox.tell)
const followAgain = (): void => {
  message.textContent = ''
  gallery.close()
  void follow(readAddress())
}
addEventListener('popstate', followAgain)

let last = performance.now()
let wasPaused = sandbox.pace.paused
let shownStep = -1
function frame(now: number): void {
  const seconds = Math.max(0, now - last) / 1000
  last = now
  const { pace, simulation } = sandbox
  if (!gallery.isOpen) {
    simulation.advance(seconds)
    sandbox.pane.draw()
    notes.draw()
    readouts.update(seconds, now, tabs.isOpen('scene'))
    if (tabs.isOpen('rows')) rows.update(now)
    if (tabs.isOpen('plots')) plots.update(now)
    if (tabs.isOpen('log')) log.update(now)
    controls.update(now)
  }
  document.body.classList.toggle('paused', pace.paused)
  document.querySelector('#pause')?.setAttribute('aria-pressed', String(pace.paused))
  // Standing still, the address tells the moment; while time passes it would be out of date at once.
  if (pace.paused !== wasPaused || (pace.paused && simulation.world.stepCount !== shownStep)) keepAddress()
  wasPaused = pace.paused
  shownStep = simulation.world.stepCount
  document.body.classList.add('ready')
  requestAnimationFrame(frame)
}
exposeHandle({ sandbox, timeLine, inspector, gallery })
requestAnimationFrame(frame)
