import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readTree } from '../../architecture/tree.ts'
import { findTouched } from './functions.ts'
import { testsReaching } from './readers.ts'
import type { CoverageRecord, RecordedFunction } from './record.ts'
import { testsCalling } from './select.ts'

const tree = readTree(join(import.meta.dirname, '../../..'))

/** Records one file as if two tests had run: the bits of each function say which tests called it. */
function recordOf(path: string, text: string, tests: readonly string[], calls: Readonly<Record<string, string>>) {
  const functions = Object.entries(calls).map(([opening, mask]): RecordedFunction => {
    const start = text.indexOf(opening)
    return [start, text.indexOf('\n}', start) + 2, mask]
  })
  return { tests: tests.map((name) => ({ name, calls: 1 })), files: { [path]: { text, functions } } }
}

const path = 'src/kernel/cron/cron.ts'
const [cronTest, jsonTest] = ['src/kernel/cron/cron.test.ts', 'src/kernel/json.test.ts']
const text = `import { one } from './one.ts'

const limit = 5

/** Adds. */
export function add(a: number) {
  return a + limit
}

export function remove(a: number) {
  return a - limit
}
`
const record: CoverageRecord = recordOf(path, text, [cronTest, jsonTest], {
  'function add': '1',
  'function remove': '2',
})
const selected = (now: string, before = text) => testsCalling([{ path, before, now }], [record], tree)

test('a change within a function selects only the tests that called it', () => {
  assert.deepEqual(selected(text.replace('a + limit', 'a + limit + 1')), [cronTest])
  assert.deepEqual(selected(text.replace('a - limit', 'a - limit - 1')), [jsonTest])
  assert.deepEqual(selected(text.replace('add(a: number)', 'add(a: number, b = 0)')), [cronTest])
  assert.deepEqual(selected(text.replace('  return a - limit\n', '  const b = a\n  return b - limit\n')), [jsonTest])
})

test('a change that the record already contains selects the same tests as before the change', () => {
  assert.deepEqual(selected(text, text.replace('a + limit', 'a')), [cronTest])
})

test('a change outside of functions selects every test that called the file or its importers', () => {
  const all = selected(text.replace('limit = 5', 'limit = 6'))
  for (const expected of [cronTest, jsonTest]) assert.ok(all.includes(expected), expected)
  const added = findTouched(text, record.files[path]?.functions ?? [], `${text}\nexport const more = 1\n`)
  assert.deepEqual(added, { functions: [], isOutside: true })
})

test('comments and imports select nothing', () => {
  assert.deepEqual(selected(text.replace('Adds.', 'Adds the limit.').replace('./one.ts', './two.ts')), [])
})

test('a file that no test called passes a change on to its importers, and a data file to the code that reads it', () => {
  const change = (changed: string) => testsCalling([{ path: changed, before: '1', now: '2' }], [record], tree)
  assert.ok(change('test/run/report.ts').includes('test/run/suite.test.ts'))
  assert.ok(change('docs/events.md').includes('test/documents/webhook-samples.test.ts'))
  assert.ok(change('test/fixtures/media/plain.mp4').includes('src/infra/media-worker/media-worker.test.ts'))
  assert.deepEqual(change('web/src/pages/home/home-page.tsx'), [])
})

test('a changed test selects itself, and the test next to a changed file comes first', () => {
  const changes = [{ path: cronTest, before: '', now: 'x' }]
  assert.deepEqual(testsCalling(changes, [record], tree), [cronTest])
  assert.equal(selected(text.replace('limit = 5', 'limit = 6'))[0], cronTest)
})

test('without a record, a change selects the tests that import it, start it or read it', () => {
  const some = testsReaching(['src/kernel/cron/cron.ts'], tree)
  assert.ok(some.includes('src/kernel/cron/cron.test.ts'))
  assert.ok(some.includes('test/whole-system/every-route.long.test.ts'))
  assert.ok(!some.includes('rules/language.test.ts'))
  assert.ok(testsReaching(['bin/compile-cache.mjs'], tree).includes('src/main/cli.long.test.ts'))
  assert.ok(testsReaching(['sandbox/main.ts'], tree).includes('src/app/development/sandbox-process.long.test.ts'))
  assert.ok(testsReaching(['docs/tour.md'], tree).includes('test/documents/tour.long.test.ts'))
})
