// Prints speed and accuracy of the elementary functions beside those of `Math`: npx tsx scripts/math-speed.ts
import { measureMath } from '../bench/math-speed.ts'

console.table(measureMath())
