import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentenceFor } from './sentence-for.ts'

const fromDatabase = (code: string, message: string) =>
  Object.assign(
    new Error('The start failed', { cause: Object.assign(new Error(message), { code, severity: 'ERROR' }) }),
  )

test('a lock that is held is no fault of DATABASE_URL, and a database that is away may be', () => {
  const busy = sentenceFor(fromDatabase('55P03', 'canceling statement due to lock timeout')) ?? ''
  assert.match(busy, /^The database is reachable, but another session holds a lock: .*pg_stat_activity/)
  assert.doesNotMatch(busy, /DATABASE_URL/)
  assert.match(sentenceFor(fromDatabase('57P01', 'shut down')) ?? '', /^The database is not responding: .*DATABASE_URL/)
})

test('a pooler that refuses a startup parameter is told by the setting that lets it pass, not as a database that is away', () => {
  const sentence = sentenceFor(fromDatabase('08P01', 'unsupported startup parameter: statement_timeout')) ?? ''
  assert.match(
    sentence,
    /^The connection pooler rejects the parameter statement_timeout\. Set ignore_startup_parameters/,
  )
  assert.doesNotMatch(sentence, /is not responding/)
})
