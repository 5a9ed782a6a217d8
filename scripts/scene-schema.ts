// Writes the published JSON Schemas of scene files to schema/. A test says if they are out of date: run `npx tsx scripts/scene-schema.ts` then.
import { mkdirSync, writeFileSync } from 'node:fs'
import { PLANE } from '../src/adapters/scene/d2.ts'
import { SPACE } from '../src/adapters/scene/d3.ts'
import { schemaName } from '../src/adapters/scene/file-fields.ts'
import { schemaText, sceneSchema } from '../src/adapters/scene/json-schema.ts'
import { PROJECT_ROOT } from './aliases.ts'

mkdirSync(`${PROJECT_ROOT}schema`, { recursive: true })
for (const dimension of [PLANE, SPACE]) writeFileSync(`${PROJECT_ROOT}schema/${schemaName(dimension.dimension)}`, schemaText(sceneSchema(dimension)))
