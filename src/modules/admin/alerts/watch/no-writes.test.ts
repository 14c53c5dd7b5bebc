import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openDb, openPool } from '#infra/db/client.ts'
import { createLog } from '#infra/log/log.ts'
import { seconds } from '#kernel/clock.ts'
import { createHeartbeat } from '#modules/installation/index.ts'
import { startApp } from '#test/harness/app.ts'
import { mailsTo } from '#test/world/mails.ts'
import { done } from '#test/world/people.ts'
import { createWatch } from './watch.ts'

test('a database that rejects writes causes one email, and an alert when it accepts writes again', async () => {
  await using t = await startApp()
  const root = await t.as('root')
  // A single connection, so that its mode applies to the checks and the heartbeat.
  const pool = openPool(t.connection, { name: 'watched', max: 1, statementTimeoutMs: 5_000 }, () => {})
  const db = openDb(pool)
  const takeWrites = (mode: 'read only' | 'read write') =>
    sql`set session characteristics as transaction ${sql.raw(mode)}`.execute(db)
  const lines: string[] = []
  const log = createLog({ level: 'error', destination: { write: (line) => void lines.push(line) } })
  const watch = createWatch({ ...t.deps, db, log })
  const node = createHeartbeat({
    ...{ ...t.deps, db, dataDir: t.folder },
    ...{ id: '0195c3a2-7f00-7000-8000-0000000000aa', version: '1', roles: ['worker'] },
  })
  const round = async (passes: boolean) => {
    await (passes ? watch.tick() : assert.rejects(watch.tick(), { code: '25006' }))
    await t.advance(seconds(30))
  }
  const mails = async () =>
    (await mailsTo(t, root.email)).filter(
      ({ subject }) => subject === 'Posthorn alert (critical): database_unreachable',
    )
  await round(true)

  await takeWrites('read only')
  await round(false)
  await takeWrites('read write')
  await round(true)
  assert.deepEqual(await mails(), [], 'a failover shorter than two rounds is not reported')

  await takeWrites('read only')
  await assert.rejects(node.beat(), { code: '25006' })
  for (let nth = 0; nth < 4; nth++) await round(false)
  const [mail, ...more] = await mails()
  assert.match(mail?.text ?? '', /The database accepts no writes/)
  assert.deepEqual(more, [])
  assert.ok(lines.some((line) => line.includes('alerts.database_takes_no_writes')))

  await takeWrites('read write')
  await node.beat()
  await round(true)
  const { alerts } = done(await root.get('/v1/admin/alerts')).body
  assert.equal(alerts.filter(({ kind }: { kind: string }) => kind === 'database_unreachable').length, 1)
  assert.equal((await mails()).length, 2)
  await db.destroy()
})
