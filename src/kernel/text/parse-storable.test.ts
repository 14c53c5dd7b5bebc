import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseStorable } from './parse-storable.ts'

test('characters that PostgreSQL cannot store become U+FFFD, in values and in names', () => {
  const cases = [
    [String.raw`a\u0000b`, 'a\uFFFDb'],
    [String.raw`cut \ud83d`, 'cut \uFFFD'],
    [String.raw`cut \uD83D\uD83D\uDE00`, 'cut \uFFFD😀'],
    [String.raw`\ude00\ud83d end`, '\uFFFD\uFFFD end'],
  ] as const
  for (const [escaped, plain] of cases)
    assert.deepEqual(parseStorable(`{"${escaped}":["${escaped}"]}`), { [plain]: [plain] }, escaped)
})

test('all other text is parsed as JSON.parse does', () => {
  const kept = [
    String.raw`"\\u0000 \\\\ud83d \" \/ \n \u00e9 \ud83d\ude00 \uD83D\uDE00 😀"`,
    '{"a":[1,-2.5e3,true,null,"\\u0041"]}',
    '""',
  ]
  for (const text of kept) assert.deepEqual(parseStorable(text), JSON.parse(text))
  for (const text of ['', '{', String.raw`"\u00"`, String.raw`"\ud83"`, String.raw`"\ud8""`, '"\\'])
    assert.throws(() => parseStorable(text), SyntaxError)
})
