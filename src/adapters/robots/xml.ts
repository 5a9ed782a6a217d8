/**
 * XML of robot files as a tree, read with caps: length, depth, number of elements. Document types are refused, and with them entities of any kind but
 * the five of XML. What is wrong is a `PhysicsError` that names the element and the attribute.
 *
 * It is not a general reader: text between elements, comments and processing instructions are dropped.
 */

import { SaxesParser } from 'saxes'
import { PhysicsError, requireInteger } from '../../common/errors.ts'
import { requireOptions, type Fields } from '../../common/options.ts'

/** How much of a file is read before it is refused. */
export interface XmlLimits {
  /** How many characters, a count. Default 32 million. */
  maxLength?: number
  /** How many elements inside each other, a count. Default 500. */
  maxDepth?: number
  /** How many elements in all, with those of included files, a count. Default 200,000. */
  maxElements?: number
}

export const LIMIT_FIELDS: Fields<XmlLimits> = { maxLength: 0, maxDepth: 0, maxElements: 0 }

/** Attributes of one element. */
const MAX_ATTRIBUTES = 100
const MOST = 1e9

/** The limits with their defaults. */
export type FullLimits = Required<XmlLimits>

export function readLimits(value: XmlLimits | undefined, field: string): FullLimits {
  const given: XmlLimits = value === undefined ? {} : requireOptions(value, LIMIT_FIELDS, field)
  const { maxLength = 32_000_000, maxDepth = 500, maxElements = 200_000 } = given
  return {
    maxLength: requireInteger(maxLength, 1, MOST, `${field}.maxLength`),
    // The readers go down by recursion.
    maxDepth: requireInteger(maxDepth, 1, 1000, `${field}.maxDepth`),
    maxElements: requireInteger(maxElements, 1, MOST, `${field}.maxElements`),
  }
}

/** An element of the file. */
export class XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: XmlElement[] = []
  /** Where it stands, as in `robot.link("arm").inertial`. */
  readonly path: string
  readonly line: number

  constructor(name: string, attributes: ReadonlyMap<string, string>, path: string, line: number) {
    this.name = name
    this.attributes = attributes
    this.path = path
    this.line = line
  }

  /** The same element with more attributes, where it has none of that name. */
  filled(defaults: ReadonlyMap<string, string> | undefined): XmlElement {
    if (defaults === undefined || defaults.size === 0) return this
    const all = new XmlElement(this.name, new Map([...defaults, ...this.attributes]), this.path, this.line)
    for (const child of this.children) all.children.push(child)
    return all
  }

  /** The first child of that name, or null. */
  child(name: string): XmlElement | null {
    return this.children.find(child => child.name === name) ?? null
  }

  /** All children of that name. */
  all(name: string): XmlElement[] {
    return this.children.filter(child => child.name === name)
  }

  /** The child of that name, or an error. */
  require(name: string): XmlElement {
    return this.child(name) ?? this.refuse(name, undefined, `is missing: ${this.name} needs an element <${name}>. See line ${this.line}.`)
  }

  /** The attribute as it is written, or undefined. */
  text(attribute: string): string | undefined {
    return this.attributes.get(attribute)
  }

  /** The attribute, or an error. */
  requireText(attribute: string): string {
    const value = this.attributes.get(attribute)
    if (value === undefined || value === '') return this.refuse(attribute, undefined, `is missing: <${this.name}> needs it. See line ${this.line}.`)
    return value
  }

  /** A number, or what stands for it if the attribute is left out. */
  number<Otherwise>(attribute: string, otherwise: Otherwise): number | Otherwise {
    const text = this.attributes.get(attribute)
    if (text === undefined) return otherwise
    return this.parse(text, attribute)
  }

  requireNumber(attribute: string): number {
    return this.parse(this.requireText(attribute), attribute)
  }

  /** A list of `least` to `most` numbers, or undefined. */
  numbers(attribute: string, least: number, most: number = least): number[] | undefined {
    const text = this.attributes.get(attribute)
    if (text === undefined) return undefined
    const words = text.trim().split(/\s+/)
    const count = words.length === 1 && words[0] === '' ? 0 : words.length
    if (count < least || count > most) {
      const wanted = least === most ? String(least) : most === Infinity ? `at least ${least}` : `${least} to ${most}`
      return this.refuse(attribute, text, `has ${count} numbers where ${wanted} are needed. See line ${this.line}.`)
    }
    return count === 0 ? [] : words.map(word => this.parse(word, attribute))
  }

  /** One of some words, or what stands for it if the attribute is left out. */
  word<Word extends string>(attribute: string, words: readonly Word[], otherwise: Word): Word {
    const text = this.attributes.get(attribute)
    if (text === undefined) return otherwise
    const found = words.find(word => word === text.trim())
    return found ?? this.refuse(attribute, text, `must be one of: ${words.join(', ')}. See line ${this.line}.`)
  }

  /** Refuses the file because of an attribute (or child) of this element. */
  refuse(attribute: string, value: unknown, advice: string): never {
    throw new PhysicsError(value === undefined ? 'wrong-type' : 'out-of-range', `${this.path}.${attribute}`, value, advice)
  }

  private parse(word: string, attribute: string): number {
    const text = word.trim()
    if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) || !Number.isFinite(Number(text))) {
      throw new PhysicsError('not-finite', `${this.path}.${attribute}`, word, `is no finite number. See line ${this.line}.`)
    }
    return Number(text)
  }
}

/** Elements read so far: files that are included count with the file that includes them. */
export interface ElementCount {
  count: number
}

/** Reads a text. `root` begins the paths in messages: `urdf`, `mjcf`. */
export function parseXml(text: unknown, root: string, limits: FullLimits, elements: ElementCount = { count: 0 }): XmlElement {
  if (typeof text !== 'string') throw new PhysicsError('wrong-type', root, text, 'must be the text of the file, a string.')
  if (text.length > limits.maxLength) {
    refuseCount(`${root}.length`, text.length, limits.maxLength, 'maxLength')
  }
  const parser = new SaxesParser({ position: true })
  const open: XmlElement[] = []
  let top: XmlElement | null = null
  parser.on('error', (error) => {
    throw new PhysicsError('wrong-type', root, text, `is not well-formed XML, line and column ${error.message.slice(0, 200)}`)
  })
  parser.on('doctype', () => {
    const advice = 'is not read: document types and entities are refused. Take the <!DOCTYPE …> out.'
    throw new PhysicsError('wrong-type', `${root}.doctype`, '<!DOCTYPE', advice)
  })
  parser.on('opentag', (tag) => {
    const { line } = parser
    if (++elements.count > limits.maxElements) refuseCount(`${root}.elements`, elements.count, limits.maxElements, 'maxElements')
    if (open.length >= limits.maxDepth) refuseCount(`${root}.depth`, open.length + 1, limits.maxDepth, 'maxDepth')
    const entries = Object.entries(tag.attributes as Record<string, string>)
    if (entries.length > MAX_ATTRIBUTES) {
      throw new PhysicsError('limit-exceeded', `${root}.${tag.name}`, entries.length, `attributes are too many for one element. See line ${line}.`)
    }
    const parent = open.at(-1) ?? null
    const attributes = new Map(entries)
    const title = attributes.get('name')
    const own = title === undefined ? tag.name : `${tag.name}("${title.slice(0, 60)}")`
    const element = new XmlElement(tag.name, attributes, `${parent === null ? root : parent.path}.${own}`, line)
    if (parent === null) top = element
    else parent.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => open.pop())
  parser.write(text).close()
  if (top === null) throw new PhysicsError('wrong-type', root, text, 'holds no element.')
  return top
}

function refuseCount(field: string, value: number, limit: number, name: string): never {
  throw new PhysicsError('limit-exceeded', field, value, `is above the limit of ${limit}. Raise limits.${name} if the file is to be trusted.`)
}
