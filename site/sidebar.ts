// The order of the pages on the site: every page of `docs/` once, under the title it has itself.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../scripts/aliases.ts'

export const DOCS: string = join(PROJECT_ROOT, 'docs/')

export interface SidebarItem {
  text: string
  link?: string
  collapsed?: boolean
  items?: SidebarItem[]
}

/** A page by its path below `docs/`, under the title it has itself. */
function page(path: string): SidebarItem {
  const title = /^# (.+)$/m.exec(readFileSync(`${DOCS}${path}.md`, 'utf8'))?.[1]
  if (title === undefined) throw new Error(`docs/${path}.md has no title. Begin it with a line "# Title".`)
  return { text: title.replaceAll('`', ''), link: `/${path.replace(/README$/, '')}` }
}

const joints = readdirSync(`${DOCS}joints`).filter(file => file !== 'README.md').map(file => `joints/${file.replace(/\.md$/, '')}`).sort()

export const sidebar: SidebarItem[] = [
  { text: 'Begin', items: ['start', 'guide-2d', 'guide-3d'].map(page) },
  {
    text: 'Joints',
    items: [...['joints/README', 'joints-2d', 'builders'].map(page), { text: 'One by one, 3D', collapsed: true, items: joints.map(page) }],
  },
  { text: 'Levels and movers', items: ['terrain', 'meshes', 'hulls', 'polygons', 'characters', 'vehicles'].map(page) },
  { text: 'State', items: ['snapshots', 'scene-files', 'recording', 'netcode'].map(page) },
  { text: 'With others', items: ['three', 'react', 'gltf', 'robots', 'sprites', 'command-line', 'sandbox', 'studies'].map(page) },
  { text: 'How it works', items: ['solver', 'rows', 'analysis', 'classroom', 'papers', 'errata', 'collision-cases', 'experiments', 'v8'].map(page) },
]
