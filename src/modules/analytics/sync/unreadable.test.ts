import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { hours } from '#kernel/clock.ts'
import { startApp } from '#test/harness/app.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { done } from '#test/world/people.ts'
import { connectBoth } from '#test/world/posts.ts'

test('posts without counters raise one alert per network, and known metrics are kept', async () => {
  const settings = { PUBLIC_URL: 'http://127.0.0.1:4000', X_MONTHLY_READS: '100' }
  await using t = await startApp({ sandbox: true, numbers: true, settings })
  await t.as('root')
  const { ada, person, profileId, login } = await connectBoth(t)
  done(await connectHeadless(t, person, 'x', profileId, { login }))
  done(await ada.post('/v1/posts', { profileId, platforms: ['x'], content: 'count me' }), 201)
  await t.settle()
  await t.advance(hours(1))
  const snapshots = async () => (await sql`select * from metrics_snapshot order by at`.execute(t.db)).rows
  const known = await snapshots()
  assert.ok(known.length > 0)

  t.sandbox.network('x').settings.change({ forgottenFields: ['public_metrics'] })
  for (let nth = 0; nth < 2; nth += 1) await t.advance(hours(6))
  const looks = t.sandbox.calls.list({ network: 'x' }).calls.filter(({ call }) => call.endsWith('getPosts'))
  assert.ok(looks.length > 2, 'it is read again')
  const raised = await sql`select kind, subject, severity from alert where kind = 'metrics_unreadable'`.execute(t.db)
  assert.deepEqual(raised.rows, [{ kind: 'metrics_unreadable', subject: 'x', severity: 'warning' }])
  assert.deepEqual(await snapshots(), known)
})
