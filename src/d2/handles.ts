/**
 * From rows to the objects users hold, and back: the same in two and three dimensions.
 */

export { HandleCache, requireIdle, requireRow, type Handle } from '../common/handles.ts'
