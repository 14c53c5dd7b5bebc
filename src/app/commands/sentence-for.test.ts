import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentenceFor } from './sentence-for.ts'

const fromDatabase = (code: string, message: string) =>
  Object.assign(
    new Error('The start failed', { cause: Object.assign(new Error(message), { code, severity: 'ERROR' }) }),
  )

test('a held lock does not blame DATABASE_URL, but an unreachable database does', () => {
  const busy = sentenceFor(fromDatabase('55P03', 'canceling statement due to lock timeout')) ?? ''
  assert.match(busy, /^The database is reachable, but another session holds a lock: .*pg_stat_activity/)
  assert.doesNotMatch(busy, /DATABASE_URL/)
  assert.match(sentenceFor(fromDatabase('57P01', 'shut down')) ?? '', /^The database is not responding: .*DATABASE_URL/)
})

test('a pooler that rejects a startup parameter is reported with the setting that fixes it, not as an unreachable database', () => {
  const sentence = sentenceFor(fromDatabase('08P01', 'unsupported startup parameter: statement_timeout')) ?? ''
  assert.match(
    sentence,
    /^The connection pooler rejects the parameter statement_timeout\. Set ignore_startup_parameters/,
  )
  assert.doesNotMatch(sentence, /is not responding/)
})
