import assert from 'node:assert/strict'
import { test } from 'node:test'
import { liveDatabaseUrl, openRoom } from '#test/harness/process.ts'

test('a start prints its URLs one below the other, without a log line between them', async () => {
  await using room = await openRoom({ SECRET_KEY: '44'.repeat(32), DATABASE_URL: await liveDatabaseUrl() })
  const posthorn = room.begin(['api'], { settings: { PORT: '0', LOG_LEVEL: 'info' } })
  const url = await posthorn.ready()
  const lines = posthorn.output().split('\n')
  const [first, last] = [lines.findIndex((line) => /^ {2}API /.test(line)), lines.indexOf('  ready')]
  assert.ok(first > 0 && last > first, posthorn.output())
  assert.deepEqual(
    lines.slice(0, last).filter((line) => line.startsWith('{')),
    [],
  )
  // The log is back at its level: a request is logged.
  await fetch(`${url}/v1/version`)
  await posthorn.says(/"msg":"request"/)
  await posthorn.stop()
})
