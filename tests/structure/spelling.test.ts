// Words of the documents are known, or have been read: `npm run spelling`.
import { expect, it } from 'vitest'
import { listedWords, unknownWords, wordsOf } from '../../scripts/spelling.ts'

it('words of the documents are frequent or listed', () => {
  expect(unknownWords()).toEqual([])
})

it('slips are noticed', () => {
  expect(unknownWords('A constaint with a stiffnes.')).toEqual(['constaint', 'stiffnes'])
})

it('code, mathematics and addresses are no prose', () => {
  expect(wordsOf('Text `qwert` $asdfg$ [words](yxcvb.md) <div hjkl>\n```js\nuiopp\n```')).toEqual(['text', 'words'])
})

it('the list is in order', () => {
  expect(listedWords()).toEqual([...new Set(listedWords())].sort())
})
