/**
 * The entry `fulcrum-physics/2d/tiled`: maps of Tiled (JSON export, orthogonal) as bodies of the plane. Tile layers become outlines, objects become
 * bodies. The map's pixels, y down, become metres, y up: the map's upper left corner is the origin.
 */

import {
  box, chain, circle, ellipse, polygon, segment, type Body, type BodyType, type ShapeDefinition, type ShapeOptions, type Vec2, type World,
} from '../../d2/index.ts'
import { cos, sin } from '../../common/math/deterministic-math.ts'
import { fromBase64 } from '../shared/base64.ts'
import { at, booleanOf, field, listOf, numberOf, objectAt, optionalObject, parseJson, refuse, textOf, type Fields } from '../shared/json.ts'
import { Pixels } from '../shared/pixels.ts'
import { area, isConvex, mergeOutlines } from './outlines.ts'

/** What `addTiled` may be told. */
export interface AddTiledOptions {
  /** Ratio of the map's pixels to metres. Default 100. */
  pixelsPerMetre?: number
  /** Tilesets that lie in files of their own, by their `source`. Default: none, which refuses them. */
  tileset?: (source: string) => object
  /**
   * Is a whole tile solid? Asked for tiles without collision objects of their own. Default: if the tile or its layer has the property `collides`.
   */
  solid?: (tile: TiledTile) => boolean
}

/** A tile of a layer. */
export interface TiledTile {
  /** Index of the tile in its tileset. */
  readonly id: number
  /** Name of the layer. */
  readonly layer: string
  /** Custom properties of the tile by name. */
  readonly properties: Readonly<Record<string, unknown>>
}

/** Something of the map that was left out or replaced. */
export interface TiledWarning {
  /** Where it stands, such as `layers[1].objects[3]`. */
  readonly path: string
  /** What was done instead. */
  readonly message: string
}

/** An object of the map. */
export interface TiledObject {
  /** Its name, or ''. */
  readonly name: string
  /** Its class (before Tiled 1.9: type), or ''. */
  readonly type: string
  /** Its layer. */
  readonly layer: string
  /** Its place, m. */
  readonly position: Vec2
  /** Its body; null for points and text. */
  readonly body: Body | null
  /** Its custom properties by name. */
  readonly properties: Readonly<Record<string, unknown>>
}

/** What a map has become. */
export interface TiledScene {
  /** One static body for each tile layer that is solid, by the layer's name. */
  readonly layers: ReadonlyMap<string, Body>
  /** All objects, in the order of the file. */
  readonly objects: readonly TiledObject[]
  /** All objects of a name. */
  objectsNamed(name: string): TiledObject[]
  /** Metres to pixels of the map and back. */
  readonly pixels: Pixels
  /** What was left out or replaced. */
  readonly warnings: readonly TiledWarning[]
}

/** Bits of a tile's number that say how it is turned. */
const [MIRROR_X, MIRROR_Y, MIRROR_DIAGONAL] = [0x80000000, 0x40000000, 0x20000000]
const TILE_BITS = 0x0fffffff

/** Tiles and objects that a map may have. */
const MOST = 4_000_000

/** Corners of tiles' own collision shapes that are read at most: a small map can name a tile of many shapes many times. */
const MOST_CORNERS = 1_000_000

/** Tilesets of a map, at most: each tile is looked for in all of them. */
const MOST_SETS = 1000

/** Corners that an ellipse has, where it can be no shape of its own. */
const AROUND = 12

/** Adds a map to a world: the text of a Tiled JSON file, or what it holds. What is refused names its place in the file and changes nothing. */
export function addTiled(world: World, file: string | object, options: AddTiledOptions = {}): TiledScene {
  const made: Body[] = []
  try {
    return new Map2D(world, objectAt(typeof file === 'string' ? parseJson(file) : file, 'map'), options, made).add()
  } catch (error) {
    for (const body of made) world.destroyBody(body)
    throw error
  }
}

interface Tileset {
  readonly first: number
  readonly tiles: ReadonlyMap<number, Fields>
  /** Of a tile that says nothing else, pixels. */
  readonly width: number
  readonly height: number
  /** How far its tiles are drawn off their cells, pixels. */
  readonly offset: Vec2
  readonly path: string
}

/** A tile by its number in the map. */
interface FoundTile {
  readonly id: number
  readonly tile: Fields | null
  readonly width: number
  readonly height: number
  readonly offset: Vec2
  readonly path: string
}

class Map2D {
  private readonly world: World
  private readonly json: Fields
  private readonly options: AddTiledOptions
  private readonly made: Body[]
  private readonly pixels: Pixels
  private readonly sets: Tileset[]
  private readonly tileWidth: number
  private readonly tileHeight: number
  private readonly layers = new Map<string, Body>()
  private readonly objects: TiledObject[] = []
  private readonly warnings: { path: string; message: string }[] = []
  /** Of tiles' own collision shapes, so far. */
  private corners = 0

  constructor(world: World, json: Fields, options: AddTiledOptions, made: Body[]) {
    this.world = world
    this.json = json
    this.options = options
    this.made = made
    this.pixels = new Pixels({ pixelsPerMetre: options.pixelsPerMetre ?? 100 })
    const orientation = textOf(json, 'orientation', 'map', 'orthogonal')
    if (orientation !== 'orthogonal') refuse('map.orientation', orientation, 'must be orthogonal.')
    this.tileWidth = numberOf(json, 'tilewidth', 'map', 0)
    this.tileHeight = numberOf(json, 'tileheight', 'map', 0)
    const sets = listOf(json, 'tilesets', 'map')
    if (sets.length > MOST_SETS) refuse('map.tilesets.length', sets.length, `is more than ${MOST_SETS}.`, 'limit-exceeded')
    this.sets = sets.map((set, i) => this.readTileset(objectAt(set, `tilesets[${i}]`), `tilesets[${i}]`))
    this.sets.sort((a, b) => a.first - b.first)
  }

  add(): TiledScene {
    const waiting = listOf(this.json, 'layers', 'map').map((layer, i) => ({ layer, path: `layers[${i}]`, dx: 0, dy: 0 })).toReversed()
    let count = 0
    while (waiting.length > 0) {
      const { layer: entry, path, dx, dy } = waiting.pop()!
      if (++count > MOST) refuse(path, count, 'is one layer too many.', 'limit-exceeded')
      const layer = objectAt(entry, path)
      const [x, y] = [dx + numberOf(layer, 'offsetx', path, 0), dy + numberOf(layer, 'offsety', path, 0)]
      const type = textOf(layer, 'type', path, '')
      if (type === 'tilelayer') this.addTiles(layer, path, x, y)
      else if (type === 'objectgroup') this.addObjects(layer, path, x, y)
      else if (type === 'group') {
        const inner = listOf(layer, 'layers', path).map((child, i) => ({ layer: child, path: `${path}.layers[${i}]`, dx: x, dy: y }))
        waiting.push(...inner.toReversed())
      }
    }
    const { layers, objects, pixels, warnings } = this
    return { layers, objects, pixels, warnings, objectsNamed: name => objects.filter(object => object.name === name) }
  }

  private readTileset(given: Fields, path: string): Tileset {
    const first = numberOf(given, 'firstgid', path, 1)
    const source = textOf(given, 'source', path, '')
    let set = given
    if (source !== '') {
      if (this.options.tileset === undefined) refuse(`${path}.source`, source, 'is a file of its own. Give options.tileset, or embed it in the map.')
      set = objectAt(this.options.tileset(source), `${path}.source`)
    }
    const tiles = new Map<number, Fields>()
    entriesOf(set, 'tiles', path).forEach(([key, entry]) => {
      const tile = objectAt(entry, `${path}.tiles[${key}]`)
      tiles.set(numberOf(tile, 'id', `${path}.tiles[${key}]`, Number(key)), tile)
    })
    // Before Tiled 1.2 a tileset had them, by tile.
    for (const [key, properties] of Object.entries(optionalObject(set, 'tileproperties', path) ?? {})) {
      tiles.set(Number(key), { ...tiles.get(Number(key)), properties })
    }
    const offset = optionalObject(set, 'tileoffset', path) ?? {}
    return {
      first, tiles, width: numberOf(set, 'tilewidth', path, this.tileWidth), height: numberOf(set, 'tileheight', path, this.tileHeight), path,
      offset: { x: numberOf(offset, 'x', `${path}.tileoffset`, 0), y: numberOf(offset, 'y', `${path}.tileoffset`, 0) },
    }
  }

  private tileOf(gid: number): FoundTile {
    let set: Tileset | null = null
    for (const candidate of this.sets) if (candidate.first <= gid) set = candidate
    if (set === null) return { id: gid, tile: null, width: this.tileWidth, height: this.tileHeight, offset: { x: 0, y: 0 }, path: 'tilesets' }
    const id = gid - set.first
    const tile = set.tiles.get(id) ?? null
    const path = `${set.path}.tiles(${id})`
    // Tiles of collections of images have sizes of their own.
    const size = (key: string, of: number): number => (tile === null ? of : numberOf(tile, key, path, of))
    return { id, tile, width: size('imagewidth', set.width), height: size('imageheight', set.height), offset: set.offset, path }
  }

  private addTiles(layer: Fields, path: string, dx: number, dy: number): void {
    const name = textOf(layer, 'name', path, '')
    const layerProperties = propertiesOf(layer, path)
    const outlines: Vec2[][] = []
    const shapes: ShapeDefinition[] = []
    const surface = surfaceOf(layerProperties, path)
    const place = (gid: number, column: number, row: number): void => {
      const { id, tile, width, height, offset, path: tilePath } = this.tileOf((gid & TILE_BITS) >>> 0)
      const [x, y] = [dx + column * this.tileWidth, dy + row * this.tileHeight]
      const group = tile === null ? null : optionalObject(tile, 'objectgroup', tilePath)
      if (group !== null) {
        // Drawn from the lower left corner of its cell upwards.
        const top = y + this.tileHeight - ((gid & MIRROR_DIAGONAL) === 0 ? height : width)
        this.addTileObjects(group, tilePath, turner(gid, x + offset.x, top + offset.y, width, height), outlines, shapes, surface)
        return
      }
      const properties = tile === null ? {} : propertiesOf(tile, tilePath)
      const marked = properties['collides'] === true || layerProperties['collides'] === true
      const isSolid = this.options.solid?.({ id, layer: name, properties }) ?? marked
      if (isSolid) outlines.push(rectangle(x, y, this.tileWidth, this.tileHeight))
    }
    this.eachTile(layer, path, place)
    for (const loop of at(path, () => mergeOutlines(outlines.map(points => this.clockwise(points))))) {
      if (loop.length > 2) shapes.push(...at(path, () => chain({ ...surface, points: loop, loop: true })))
    }
    if (shapes.length === 0) return
    const body = at(path, () => this.world.createBody({ type: 'static', shapes }))
    this.made.push(body)
    this.layers.set(name, body)
  }

  private eachTile(layer: Fields, path: string, place: (gid: number, column: number, row: number) => void): void {
    const chunks = field(layer, 'chunks') === undefined ? [{ part: layer, where: path }] : listOf(layer, 'chunks', path).map((chunk, i) => {
      return { part: objectAt(chunk, `${path}.chunks[${i}]`), where: `${path}.chunks[${i}]` }
    })
    for (const { part, where } of chunks) {
      const width = numberOf(part, 'width', where, 0)
      const [x, y] = part === layer ? [0, 0] : [numberOf(part, 'x', where, 0), numberOf(part, 'y', where, 0)]
      const data = field(part, 'data')
      const list = typeof data === 'string' ? this.unpacked(data, layer, where) : listOf(part, 'data', where)
      if (list.length > MOST) refuse(`${where}.data`, list.length, 'has too many tiles.', 'limit-exceeded')
      if (list.length > 0 && !(width >= 1)) refuse(`${where}.width`, width, 'must be at least 1.', 'out-of-range')
      list.forEach((gid, i) => {
        if (typeof gid !== 'number' || !Number.isInteger(gid) || gid < 0) refuse(`${where}.data[${i}]`, gid, 'must be a whole number of at least 0.')
        if (gid !== 0) place(gid, x + (i % width), y + Math.floor(i / width))
      })
    }
  }

  /** Numbers of tiles from text: four bytes each, the lowest first. */
  private unpacked(data: string, layer: Fields, path: string): number[] {
    if (textOf(layer, 'compression', path, '') !== '') {
      refuse(`${path}.data`, data, 'is compressed. Choose CSV or Base64 (uncompressed) as the format of tile layers in the map’s properties.')
    }
    if (data.length > 6 * MOST) refuse(`${path}.data`, data.length, 'has too many tiles.', 'limit-exceeded')
    const bytes = fromBase64(data.trim())
    if (bytes === null || bytes.length % 4 !== 0) refuse(`${path}.data`, data, 'is no list of numbers, and no base64 of such a list.')
    const view = new DataView(bytes.buffer)
    return Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(4 * i, true))
  }

  /** Collision objects of a tile: outlines are merged with those of others, round ones stand alone. */
  private addTileObjects(
    group: Fields, path: string, turned: (p: Vec2) => Vec2, outlines: Vec2[][], shapes: ShapeDefinition[], surface: ShapeOptions,
  ): void {
    listOf(group, 'objects', `${path}.objectgroup`).forEach((entry, i) => {
      const where = `${path}.objectgroup.objects[${i}]`
      const object = objectAt(entry, where)
      const corners = outlineOf(object, where).map(turned)
      this.corners += corners.length
      if (this.corners > MOST_CORNERS) refuse(where, this.corners, `corners of tiles are more than ${MOST_CORNERS}.`, 'limit-exceeded')
      if (field(object, 'polyline') !== undefined) shapes.push(...this.lines(corners, surface))
      else if (booleanOf(object, 'ellipse', where, false)) {
        shapes.push(polygon({ ...surface, points: corners.map(corner => this.pixels.toWorld(corner)) }))
      } else if (corners.length > 2) outlines.push(corners)
    })
  }

  /** In metres, clockwise: solid inside, as chains are solid on their left. */
  private clockwise(points: readonly Vec2[]): Vec2[] {
    const out = points.map(point => this.pixels.toWorld(point))
    return area(out) > 0 ? out.toReversed() : out
  }

  private lines(corners: readonly Vec2[], surface: ShapeOptions): ShapeDefinition[] {
    const points = corners.map(corner => this.pixels.toWorld(corner))
    return points.slice(1).map((b, i) => segment({ ...surface, a: points[i], b }))
  }

  private addObjects(layer: Fields, path: string, dx: number, dy: number): void {
    const name = textOf(layer, 'name', path, '')
    listOf(layer, 'objects', path).forEach((entry, i) => {
      const where = `${path}.objects[${i}]`
      const object = objectAt(entry, where)
      if (field(object, 'template') !== undefined) {
        this.warnings.push({ path: where, message: 'is made from a template: only what it says itself is read. Detach it from its template.' })
      }
      const properties = propertiesOf(object, where)
      const type = textOf(object, 'class', where, textOf(object, 'type', where, ''))
      const origin = { x: dx + numberOf(object, 'x', where, 0), y: dy + numberOf(object, 'y', where, 0) }
      const position = this.pixels.toWorld(origin)
      const shapes = at(where, () => this.shapesOf(object, where, bodyTypeOf(type, properties), surfaceOf(properties, where)))
      let body: Body | null = null
      if (shapes.length > 0) {
        // Degrees, clockwise as y points down.
        const rotation = (-numberOf(object, 'rotation', where, 0) * Math.PI) / 180
        body = at(where, () => this.world.createBody({ type: bodyTypeOf(type, properties), position, rotation, shapes }))
        this.made.push(body)
      }
      this.objects.push({ name: textOf(object, 'name', where, ''), type, layer: name, position, body, properties })
    })
  }

  /** In the object's own frame, whose origin is its upper left corner, or the lower left one of a tile. */
  private shapesOf(object: Fields, path: string, type: BodyType, surface: ShapeOptions): ShapeDefinition[] {
    if (booleanOf(object, 'point', path, false) || field(object, 'text') !== undefined) return []
    const [width, height] = [numberOf(object, 'width', path, 0), numberOf(object, 'height', path, 0)]
    const scale = this.pixels.pixelsPerMetre
    const gid = numberOf(object, 'gid', path, 0)
    if (gid > 0) return this.tileShapes(gid, width, height, type, surface, path)
    const center = { x: width / 2 / scale, y: -height / 2 / scale }
    if (booleanOf(object, 'ellipse', path, false)) {
      if (!(width > 0) || !(height > 0)) return []
      if (width === height) return [circle({ ...surface, radius: width / 2 / scale, position: center })]
      return [ellipse({ ...surface, radii: { x: width / 2 / scale, y: height / 2 / scale }, position: center })]
    }
    const local = { ...object, x: 0, y: 0, rotation: 0 }
    if (field(object, 'polyline') !== undefined) return this.lines(outlineOf(local, path), surface)
    if (field(object, 'polygon') !== undefined) return this.polygonShapes(outlineOf(local, path), type, surface, path)
    if (!(width > 0) || !(height > 0)) return []
    return [box({ ...surface, halfExtents: { x: width / 2 / scale, y: height / 2 / scale }, position: center })]
  }

  private polygonShapes(corners: readonly Vec2[], type: BodyType, surface: ShapeOptions, path: string): ShapeDefinition[] {
    const points = corners.map(corner => this.pixels.toWorld(corner))
    if (isConvex(points) && points.length <= 16) return [polygon({ ...surface, points })]
    if (type === 'static') return chain({ ...surface, points: this.clockwise(corners), loop: true })
    this.warnings.push({ path, message: 'is not convex and moves: its convex hull stands for it. Cut it with fulcrum-physics/2d/polygons.' })
    return [polygon({ ...surface, points })]
  }

  /** A tile as an object: its lower left corner is the origin. */
  private tileShapes(gid: number, width: number, height: number, type: BodyType, surface: ShapeOptions, path: string): ShapeDefinition[] {
    const { tile, width: own, height: tall, path: tilePath } = this.tileOf((gid & TILE_BITS) >>> 0)
    const group = tile === null ? null : optionalObject(tile, 'objectgroup', tilePath)
    const [sx, sy] = [width / (own || width || 1), height / (tall || height || 1)]
    const turned = turner(gid, 0, 0, own, tall)
    const stretched = (p: Vec2): Vec2 => {
      const { x, y } = turned(p)
      return { x: x * sx, y: y * sy - height }
    }
    if (group === null) {
      const scale = this.pixels.pixelsPerMetre
      if (!(width > 0) || !(height > 0)) return []
      const halfExtents = { x: width / 2 / scale, y: height / 2 / scale }
      return [box({ ...surface, halfExtents, position: halfExtents })]
    }
    return listOf(group, 'objects', tilePath).flatMap((entry, i) => {
      const where = `${tilePath}.objectgroup.objects[${i}]`
      const object = objectAt(entry, where)
      const corners = outlineOf(object, where).map(stretched)
      if (field(object, 'polyline') !== undefined) return this.lines(corners, surface)
      return corners.length > 2 ? this.polygonShapes(corners, type, surface, path) : []
    })
  }
}

function rectangle(x: number, y: number, width: number, height: number): Vec2[] {
  return [{ x, y }, { x: x + width, y }, { x: x + width, y: y + height }, { x, y: y + height }]
}

/** Corners of an object in pixels, turned about its origin. Ellipses as polygons. */
function outlineOf(object: Fields, path: string): Vec2[] {
  const [x, y] = [numberOf(object, 'x', path, 0), numberOf(object, 'y', path, 0)]
  const [width, height] = [numberOf(object, 'width', path, 0), numberOf(object, 'height', path, 0)]
  const angle = (numberOf(object, 'rotation', path, 0) * Math.PI) / 180
  const key = field(object, 'polygon') === undefined ? 'polyline' : 'polygon'
  let corners = rectangle(0, 0, width, height)
  if (field(object, key) !== undefined) {
    corners = listOf(object, key, path).map((entry, i) => {
      const point = objectAt(entry, `${path}.${key}[${i}]`)
      return { x: numberOf(point, 'x', `${path}.${key}[${i}]`, 0), y: numberOf(point, 'y', `${path}.${key}[${i}]`, 0) }
    })
  } else if (booleanOf(object, 'ellipse', path, false)) {
    corners = Array.from({ length: AROUND }, (_, i) => {
      const turn = (2 * Math.PI * i) / AROUND
      return { x: (width / 2) * (1 + cos(turn)), y: (height / 2) * (1 + sin(turn)) }
    })
  } else if (!(width > 0) || !(height > 0)) return []
  const [c, s] = [cos(angle), sin(angle)]
  return corners.map(p => ({ x: x + c * p.x - s * p.y, y: y + s * p.x + c * p.y }))
}

/** A point of a tile, in pixels from its upper left corner, on the map: mirrored as the bits of its number say. */
function turner(gid: number, x: number, y: number, width: number, height: number): (p: Vec2) => Vec2 {
  const isDiagonal = (gid & MIRROR_DIAGONAL) !== 0
  const [right, bottom] = isDiagonal ? [height, width] : [width, height]
  return p => {
    let [px, py] = isDiagonal ? [p.y, p.x] : [p.x, p.y]
    if ((gid & MIRROR_X) !== 0) px = right - px
    if ((gid & MIRROR_Y) !== 0) py = bottom - py
    return { x: x + px, y: y + py }
  }
}

/** Entries of a list, or of an object by its keys, as Tiled wrote some lists before 1.2. */
function entriesOf(owner: Fields, key: string, path: string): [string, unknown][] {
  const given = field(owner, key)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return listOf(owner, key, path).map((entry, i) => [String(i), entry])
  return Object.entries(given)
}

function propertiesOf(owner: Fields, path: string): Record<string, unknown> {
  const out = Object.create(null) as Record<string, unknown>
  const isList = Array.isArray(field(owner, 'properties'))
  for (const [key, entry] of entriesOf(owner, 'properties', path)) {
    const where = `${path}.properties[${key}]`
    if (isList) out[textOf(objectAt(entry, where), 'name', where, '')] = field(objectAt(entry, where), 'value')
    else out[key] = entry
  }
  return out
}

const BODY_TYPES: readonly BodyType[] = ['static', 'kinematic', 'dynamic']

/** By the property `body`, or the object's class. */
function bodyTypeOf(type: string, properties: Readonly<Record<string, unknown>>): BodyType {
  const word = properties['body'] ?? type
  return BODY_TYPES.find(name => name === word) ?? 'static'
}

/** `density`, `friction`, `restitution` and `sensor`, as properties. */
function surfaceOf(properties: Readonly<Record<string, unknown>>, path: string): ShapeOptions {
  const out: Record<string, unknown> = {}
  for (const key of ['density', 'friction', 'restitution'] as const) {
    const value = properties[key]
    if (value === undefined) continue
    if (typeof value !== 'number' || !(value >= 0)) refuse(`${path}.properties.${key}`, value, 'must be a number of at least 0.')
    out[key] = value
  }
  if (properties['sensor'] === true) out['sensor'] = true
  return out
}
