/** Batches hold no coordinates: they are `common/graph/batches.ts`. */

export * from '../../common/graph/batches.ts'
