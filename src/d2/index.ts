/**
 * Fulcrum in two dimensions: the public entry, and the only file users import.
 */

export * from './builders/index.ts'
export * from './engine.ts'
