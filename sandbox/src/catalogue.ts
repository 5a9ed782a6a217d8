// The scenes of both dimensions as the gallery shows them: in groups, found by words.
import { scenes as scenes2d } from '../../scenes/d2/index.ts'
import { scenes as scenes3d } from '../../scenes/d3/index.ts'
import { files2d, files3d } from 'virtual:scene-files'

export interface CatalogueItem {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly source: string
  readonly dimension: 2 | 3
  /** Its file below `scenes/`. */
  readonly file: string
  readonly groups: readonly string[]
}

/** Of scenes that follow no document. */
const OWN = 'The project’s own'

const DOCUMENTS: readonly string[] = ['Chappuis', 'Hodges', 'Tamis', 'Robson', 'Chipmunk']

/** What belongs nowhere else. */
const MORE = 'More'

/** Groups that do not follow from a document, each with what belongs to it: by name, or by the folder of its file. */
const BY_NAME: readonly (readonly [group: string, pattern: RegExp])[] = [
  ['Joints', /joints\/|^joint-|-hinges|chipmunk|chain|hanging|nets?\b|net3d|lattices|-grid$|grid-|ragdoll|pendulum/],
  ['Shapes', /shape|cylinders|ellipses|spheres|mesh|terrain|tile-map|rolling|falling-mix|ghost|diamond|scales|tumbling|tops/],
  ['Mechanisms', /machines|gears|car\b|vehicle|four-bar|crank|robot|hopper|pulley|rack|screw|everything|tumbler|conveyor|road/],
  ['Stacks and piles', /stack|wall|pyramid|pile|dominoes|card-house|arch|heavy|bridge/],
  ['Stress', /stack-40|stack-20|pile3d|mixed-pile|large|tumbler|storm|bullets|far-out|heavy|joint-grid|scales|ragdolls3d|net3d|diamond/],
  ['Games', /character|platform|one-way|sensors|filters|hooks|players|vehicle|tile-map|locked|bounce|ball-line|friction/],
  ['Laboratory', /laboratory|custom/],
  ['Classroom', /classroom|book|laboratory|ball-line|bounce|friction|rolling|tops|tumbling/],
]

/** In the order in which the gallery has them. */
export const GROUPS: readonly string[] = [...DOCUMENTS, ...BY_NAME.map(([group]) => group), MORE]

/** Documents that a source names, errata not counted. */
function documentsOf(source: string): string[] {
  const [printed] = source.split(';')
  return DOCUMENTS.filter((name) => printed!.includes(name))
}

interface Listed {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly source?: string
}

function list(scenes: readonly Listed[], files: readonly string[], dimension: 2 | 3): CatalogueItem[] {
  return scenes.map(({ name, title, description, source = OWN }, i) => {
    const file = files[i]!
    const words = `${name} ${file}`
    const groups = [...documentsOf(source), ...BY_NAME.filter(([, pattern]) => pattern.test(words)).map(([group]) => group)]
    return { name, title, description, source, dimension, file, groups: groups.length > 0 ? groups : [MORE] }
  })
}

export const catalogue: readonly CatalogueItem[] = [...list(scenes3d, files3d, 3), ...list(scenes2d, files2d, 2)]

export function itemOf(name: string): CatalogueItem | null {
  return catalogue.find((item) => item.name === name) ?? null
}

/** Scenes of a group that have all the words, in any case; the empty group is all of them. By section within a document. */
export function search(words: string, group: string): CatalogueItem[] {
  const wanted = words.toLowerCase().split(/\s+/).filter((word) => word !== '')
  const found = catalogue.filter((item) => {
    if (group !== '' && !item.groups.includes(group)) return false
    const text = `${item.title} ${item.name} ${item.description} ${item.source} ${item.groups.join(' ')} ${item.dimension}D`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
  // What was made for a group comes first in it.
  if (group === 'Classroom') return found.sort((a, b) => Number(b.name.startsWith('classroom')) - Number(a.name.startsWith('classroom')))
  if (!DOCUMENTS.includes(group)) return found
  const section = ({ source }: CatalogueItem): string => source.slice(source.indexOf(group))
  return found.sort((a, b) => section(a).localeCompare(section(b), 'en', { numeric: true }))
}

/** The chapter of a document that a scene comes from, 'Tamis 3'; '' outside of documents. */
export function chapterOf({ source }: CatalogueItem, group: string): string {
  if (!DOCUMENTS.includes(group)) return ''
  const chapter = new RegExp(`${group} (\\d+)`).exec(source)?.[1]
  return chapter === undefined ? group : `${group} ${chapter}`
}
