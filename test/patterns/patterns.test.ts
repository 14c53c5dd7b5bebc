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

test('every pattern that is slow is found, with what makes it slow', () => {
  for (const written of readFixture('slow.ts')) {
    assert.ok(written.pattern, `${written.code} is put together from constants, so it can be read`)
    assert.notDeepEqual(faultsOf(written), [], written.code)
  }
})

test('no pattern that is quick is called slow', () => {
  for (const written of readFixture('quick.ts')) assert.deepEqual(faultsOf(written), [], written.code)
})

test('a pattern that depends on what the program is given cannot be checked, and is named', () => {
  const [written] = readPatterns('x.ts', 'const f = (word: string) => new RegExp(word)')
  assert.deepEqual([written?.pattern, faultsOf({ pattern: null }).length], [null, 1])
})

test('a division and a comment hold no pattern, and the copy of a pattern is read where it stands', () => {
  assert.deepEqual(readPatterns('x.ts', 'const a = b / c / d // /x+/\n/* /y+/ */ const s = "/z+/"'), [])
  assert.equal(readPatterns('x.ts', 'const a = /x/g\nexport const copy = () => new RegExp(a)').length, 1)
})
