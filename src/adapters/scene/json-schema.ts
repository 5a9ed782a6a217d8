/**
 * The JSON Schema (draft 2020-12) of scene files, from the tables that the reader goes by. For editors and validators; the engine does not use it.
 */

import type { Dimension } from './dimension.ts'
import { FORMAT, sceneFields, schemaName, VERSION } from './file-fields.ts'
import type { Field, Fields, Type } from './table.ts'

type Schema = Record<string, unknown>

/** The schema's word for what must hold where an `if` does. */
// oxlint-disable-next-line unicorn/no-thenable -- nothing waits for a schema
const FOLLOWS = 'then'

const WORDS = ['Infinity', '-Infinity', '-0']
const NUMBER: Schema = { $ref: '#/$defs/number' }

/** Schemas of kinds of things, each once under its name. */
class Definitions {
  readonly all: Schema = {
    number: { description: 'A number, or a word for one that JSON cannot write.', anyOf: [{ type: 'number' }, { enum: WORDS }] },
    bytes: { description: 'Base64.', type: 'string', pattern: '^[A-Za-z0-9+/]*={0,2}$' },
    name: { type: 'string', maxLength: 1000 },
  }

  /** A reference to what `make` gives, made once. */
  ref(name: string, make: () => Schema): Schema {
    if (!Object.hasOwn(this.all, name)) {
      this.all[name] = {}
      this.all[name] = make()
    }
    return { $ref: `#/$defs/${name}` }
  }
}

export function sceneSchema(dimension: Dimension): Schema {
  const definitions = new Definitions()
  const { properties, ...rest } = objectSchema(sceneFields(dimension), definitions) as { properties: Schema }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `https://unpkg.com/fulcrum-physics/schema/${schemaName(dimension.dimension)}`,
    title: `Fulcrum scene, ${dimension.dimension} dimensions`,
    description: 'Vectors are lists of numbers, rotations of space quaternions x y z w. SI units and radians. What is left out has its default.',
    ...rest,
    required: ['format', 'version', 'dimension'],
    properties: { format: { const: FORMAT }, version: { const: VERSION }, dimension: { const: dimension.dimension }, ...properties },
    $defs: definitions.all,
  }
}

/** The schema as text: a line for every kind of thing, which is short and still shows what has changed. */
export function schemaText(schema: Schema): string {
  const lines = (object: Schema, indent: string): string =>
    Object.keys(object).map((key) => `${indent}${JSON.stringify(key)}: ${JSON.stringify(object[key])}`).join(',\n')
  const { $defs, properties, ...head } = schema as { $defs: Schema; properties: Schema }
  return `{\n${lines(head, '  ')},\n  "properties": {\n${lines(properties, '    ')}\n  },\n  "$defs": {\n${lines($defs, '    ')}\n  }\n}\n`
}

function objectSchema(fields: Fields, definitions: Definitions, tag?: readonly [string, string]): Schema {
  const properties: Schema = tag === undefined ? {} : { [tag[0]]: { const: tag[1] } }
  for (const key of Object.keys(fields)) properties[key] = fieldSchema(fields[key], definitions)
  const required = [...(tag === undefined ? [] : [tag[0]]), ...Object.keys(fields).filter((key) => fields[key].required === true)]
  return { type: 'object', additionalProperties: false, ...(required.length === 0 ? {} : { required }), properties }
}

function fieldSchema({ type, about, nullable, standard }: Field, definitions: Definitions): Schema {
  const schema = typeSchema(type, definitions)
  const said: Schema = { description: about }
  if (standard !== undefined && (standard === null || typeof standard !== 'object') && Number.isFinite(standard ?? 0)) said.default = standard
  if (typeof standard === 'boolean' || typeof standard === 'string') said.default = standard
  return nullable === true ? { ...said, anyOf: [schema, { type: 'null' }] } : { ...said, ...schema }
}

function typeSchema(type: Type, definitions: Definitions): Schema {
  switch (type.is) {
    case 'number': return NUMBER
    case 'boolean': return { type: 'boolean' }
    case 'string': return { $ref: '#/$defs/name' }
    case 'bytes': return { $ref: '#/$defs/bytes' }
    case 'json': return {}
    case 'choice': return { enum: [...type.of] }
    case 'vector': return definitions.ref(`vector-${type.axes.join('')}`, () => vectorSchema(type.axes))
    case 'numbers':
      return { type: 'array', maxItems: type.most, items: type.holes ? { anyOf: [NUMBER, { type: 'null' }] } : NUMBER }
    case 'object': return objectSchema(type.fields, definitions)
    case 'list': {
      const items = typeSchema(type.of, definitions)
      return { type: 'array', maxItems: type.most, items: type.nulls ? { anyOf: [items, { type: 'null' }] } : items }
    }
    case 'either': return { anyOf: type.of.map((one) => typeSchema(one, definitions)) }
    case 'tagged': return definitions.ref(nameOf(type.kinds, type.tag), () => taggedSchema(type.tag, type.kinds, definitions))
    case 'named': return { type: 'object', maxProperties: type.most, propertyNames: { maxLength: 1000 },
      additionalProperties: typeSchema(type.of, definitions) }
  }
}

/** By what tells the kinds of things apart: shapes, geometries and joints have different ones. */
function nameOf(kinds: Readonly<Record<string, Fields>>, tag: string): string {
  return tag === 'type' ? 'joint' : 'box' in kinds ? 'shape' : 'geometry'
}

function taggedSchema(tag: string, kinds: Readonly<Record<string, Fields>>, definitions: Definitions): Schema {
  const names = Object.keys(kinds)
  const group = nameOf(kinds, tag)
  // By `if`, so that a validator names the field at fault and not every other kind.
  return {
    type: 'object',
    required: [tag],
    properties: { [tag]: { enum: names } },
    allOf: names.map((kind) => ({
      if: { required: [tag], properties: { [tag]: { const: kind } } },
      [FOLLOWS]: definitions.ref(`${group}-${kind}`, () => objectSchema(kinds[kind], definitions, [tag, kind])),
    })),
  }
}

/** A list, or an object with the names of the axes. */
function vectorSchema(axes: readonly string[]): Schema {
  const named = Object.fromEntries(axes.map((axis) => [axis, NUMBER]))
  return {
    description: axes.join(', '),
    anyOf: [
      { type: 'array', minItems: axes.length, maxItems: axes.length, items: NUMBER },
      { type: 'object', additionalProperties: false, required: [...axes], properties: named },
    ],
  }
}
