/** The stages are the same in two and three dimensions: they are `common/stages.ts`. */

export { STAGES } from '../../common/stages.ts'
