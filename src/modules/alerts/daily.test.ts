import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import { hours } from '#kernel/clock.ts'
import { startApp } from '#test/harness/app.ts'
import { meetAt } from '#test/world/meet.ts'
import { raiseDaily } from './store.ts'

test('two processes that raise the same daily alert at the same time raise it once', async () => {
  await using t = await startApp()
  const raise = (subject: string | null) =>
    inTx(t.db, (tx) =>
      raiseDaily(tx, {
        at: t.now(),
        kind: 'metrics_unreadable',
        severity: 'warning',
        subject,
        message: 'No counters.',
      }),
    )
  const list = async () =>
    (await sql<{ subject: string | null }>`select subject from alert order by subject`.execute(t.db)).rows.map(
      ({ subject }) => subject,
    )
  for (const subject of ['x', null]) await meetAt(t, 'alert', [() => raise(subject), () => raise(subject)])
  assert.deepEqual(await list(), ['x', null])
  await Promise.all([raise('youtube'), raise('x')])
  assert.deepEqual(await list(), ['x', 'youtube', null])
  await t.advance(hours(25))
  await raise('x')
  assert.deepEqual(await list(), ['x', 'x', 'youtube', null])
})
