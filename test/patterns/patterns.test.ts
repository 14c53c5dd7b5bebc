import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { faultsOf } from './check.ts'
import { readPatterns } from './read-patterns.ts'

const readFixture = (name: string) => {
  const code = readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')
  const patterns = readPatterns(name, code)
  const lines = code.split('\n').filter((line) => /^ {2}\S/.test(line)).length
  assert.equal(patterns.length, lines, `a pattern in each line of ${name}`)
  return patterns
}

test('every slow pattern is found, with the reason', () => {
  for (const written of readFixture('slow.ts')) {
    assert.ok(written.pattern, `${written.code} is put together from constants, so it can be read`)
    assert.notDeepEqual(faultsOf(written), [], written.code)
  }
})

test('no fast pattern is reported as slow', () => {
  for (const written of readFixture('quick.ts')) assert.deepEqual(faultsOf(written), [], written.code)
})

test('a pattern that depends on input cannot be checked and is reported', () => {
  const [written] = readPatterns('x.ts', 'const f = (word: string) => new RegExp(word)')
  assert.deepEqual([written?.pattern, faultsOf({ pattern: null }).length], [null, 1])
})

test('divisions and comments contain no patterns, and a copied pattern is checked where it is defined', () => {
  assert.deepEqual(readPatterns('x.ts', 'const a = b / c / d // /x+/\n/* /y+/ */ const s = "/z+/"'), [])
  assert.equal(readPatterns('x.ts', 'const a = /x/g\nexport const copy = () => new RegExp(a)').length, 1)
})
