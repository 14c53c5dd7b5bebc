import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readTree } from '../architecture/tree.ts'
import { testsReachedBy } from './changed.ts'

const tree = readTree(join(import.meta.dirname, '../..'))
const reached = (...paths: readonly string[]) => testsReachedBy(paths, tree) ?? assert.fail('all tests')

test('a change selects only the tests that import it, directly or indirectly', () => {
  const some = reached('src/kernel/cron/cron.ts')
  assert.ok(some.includes('src/kernel/cron/cron.test.ts'))
  assert.ok(some.includes('test/whole-system/every-route.long.test.ts'))
  assert.ok(!some.includes('rules/language.test.ts'))
  // This file names what it asks about, and so counts as a reader.
  assert.deepEqual(reached('src/kernel/cron/cron.test.ts'), [
    'src/kernel/cron/cron.test.ts',
    'test/run/changed.test.ts',
  ])
})

test('a change to a program selects the tests that start it', () => {
  assert.ok(reached('bin/compile-cache.mjs').includes('src/main/cli.long.test.ts'))
  assert.ok(reached('sandbox/main.ts').includes('src/app/development/sandbox-process.long.test.ts'))
})

test('a change to a data file selects the tests whose code reads it', () => {
  assert.ok(reached('docs/tour.md').includes('test/documents/tour.long.test.ts'))
  assert.ok(reached('docs/events.md').includes('test/documents/webhook-samples.test.ts'))
  assert.ok(reached('test/fixtures/media/plain.mp4').includes('src/infra/media-worker/media-worker.test.ts'))
  assert.deepEqual(reached('.ci/run'), ['test/run/changed.test.ts'])
})

test('a change to the dependencies, the database or the runner selects every test', () => {
  for (const path of ['package-lock.json', 'migrations/0001-foundation.sql', 'test/run/group.ts'])
    assert.equal(testsReachedBy(['docs/tour.md', path], tree), null)
})
