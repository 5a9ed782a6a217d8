// The order of functions in the single-file bundles: like beside like, all else as it was.
import { expect, it } from 'vitest'
import { orderFunctions } from '../../scripts/order-functions.ts'

const LIKE = (name: string): string => `function ${name}(a,b){return Math.sqrt(a*a+b*b)+Math.abs(a-b)}`
const OTHER = (name: string): string => `function ${name}(list){for(const one of list)one.length=0;return list.length>3}`

it('puts functions like each other next to each other, after everything else', () => {
  const code = `const x=f(3,4);${LIKE('f')}${OTHER('g')}class C{m(){return g([])}}${LIKE('h')}${OTHER('i')}export{x,C,h,i};`
  expect(orderFunctions(code)).toBe(`const x=f(3,4);class C{m(){return g([])}};export{x,C,h,i};${LIKE('f')}${LIKE('h')}${OTHER('g')}${OTHER('i')}`)
})

it('leaves a file without functions alone', () => {
  expect(orderFunctions('const x=1;export{x};')).toBe('const x=1;export{x};')
})
