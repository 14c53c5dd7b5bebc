import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlannedMigration } from '#infra/db/migrations/index.ts'
import { withServer } from '#test/harness/connections.ts'
import { liveDatabaseUrl, openRoom } from '#test/harness/process.ts'
import { describePlan } from './migrate.ts'

test('migrate --plan shows what would run and changes nothing; an older program refuses a newer database with a message', async () => {
  const url = await liveDatabaseUrl()
  await using room = await openRoom({ SECRET_KEY: '44'.repeat(32), DATABASE_URL: url })
  const query = (text: string) =>
    withServer({ connectionString: url }, async (client) => (await client.query(text)).rows)

  const fresh = await room.ask(['migrate', '--plan'])
  assert.deepEqual([fresh.status, fresh.out], [0, 'The database is up to date. There is nothing to migrate.\n'])
  await query(`delete from schema_migration where name = '0063-trails'`)
  const { status, out } = await room.ask(['migrate', '--plan'])
  assert.equal(status, 0)
  assert.match(out, /^One migration would run; nothing was changed\.$/m)
  assert.match(out, /^0063-trails {2}expands: older versions can keep running$/m)
  assert.match(out, /^ {2}add column on publication: blocks reads and writes, briefly\.$/m)
  assert.match(out, /^- Make a backup: posthorn backup PLACE --verify/m)
  assert.deepEqual(await query(`select from schema_migration where name = '0063-trails'`), [])

  await query(`insert into schema_migration values ('0063-trails', '', 'any'), ('9999-narrowed', '', '999.0.0')`)
  for (const command of [['migrate'], ['start'], ['user', 'invite', 'ada@example.com']]) {
    const refused = await room.ask(command)
    assert.equal(refused.status, 1, command.join(' '))
    assert.match(refused.err, /later version of Posthorn \(9999-narrowed\).* Start version 999\.0\.0 or a later one/)
  }
  assert.equal((await room.ask(['migrate', '--soon'])).status, 2)
})

test('a plan names the processes to stop first, and the tables that block requests', () => {
  const effect = { line: 2, table: 'post', does: 'create index', narrows: null, rows: 1_200_000 } as const
  const plan: PlannedMigration[] = [
    {
      name: '0090-faster',
      kind: { is: 'expand' },
      effects: [{ ...effect, waits: 'writers', allRows: 'read' }],
      breaks: [],
    },
    {
      name: '0091-narrower',
      kind: { is: 'contract', from: '0.3.0' },
      effects: [{ ...effect, does: 'drop column', waits: 'all', allRows: null }],
      breaks: [{ host: 'amber', roles: ['api', 'worker'], version: '0.2.0' }],
    },
  ]
  assert.deepEqual(describePlan(plan, '0.4.0'), [
    '2 migrations would run; nothing was changed.',
    '',
    '0090-faster  expands: older versions can keep running',
    '  create index on post (about 1,200,000 rows): blocks writes, while all its rows are read.',
    '',
    '0091-narrower  contracts: needs version 0.3.0 or later on every process',
    '  drop column on post (about 1,200,000 rows): blocks reads and writes, briefly.',
    '',
    'First:',
    '- Make a backup: posthorn backup PLACE --verify. The schema cannot be downgraded.',
    '- Upgrade or stop api and worker on amber, which runs 0.2.0: 0091-narrower would break it.',
    '- Choose a quiet hour: create index takes a long time on post and blocks requests.',
    '- Then run this again.',
  ])
})
