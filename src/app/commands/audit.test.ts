import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDb, openPool } from '#infra/db/client.ts'
import { exportLog } from '#modules/audit/index.ts'
import { withServer } from '#test/harness/connections.ts'
import { liveDatabaseUrl, openRoom, until } from '#test/harness/process.ts'

test('audit verify checks a sealed log or its export, and exits with status 1 if it was changed; selftest runs tests by name', async () => {
  const url = await liveDatabaseUrl()
  await using room = await openRoom({ SECRET_KEY: '44'.repeat(32), DATABASE_URL: url })
  const query = (text: string) =>
    withServer({ connectionString: url }, async (client) => (await client.query(text)).rows)
  const running = await room.host(['api', 'worker'])
  assert.equal((await room.ask(['user', 'invite', 'ada@example.com'])).status, 0)
  await until('the worker sealed it', async () => (await query('select from audit_seal')).length === 1)
  const [head] = await query(`select no, last_position as position, encode(hash, 'hex') as hash from audit_seal`)
  await running.stop()

  const sound = await room.run(['audit', 'verify'])
  assert.deepEqual([sound.status, sound.err], [0, ''])
  assert.match(sound.out, /^1 of 1 noted heads are in it\.$/m)
  assert.match(sound.out, /^1 entries in 1 seals; 0 erased, 0 not yet sealed\.$/m)
  assert.match(sound.out, new RegExp(`^Head: seal 1, position 1, ${head.hash}$`, 'm'))
  assert.match(sound.out, /^The audit log is intact\.\n$/m)

  const heads = join(room.path, 'copy.log')
  const noted = {
    at: '2026-11-21T00:37:00.000Z',
    no: Number(head.no),
    position: Number(head.position),
    hash: head.hash,
  }
  await writeFile(heads, `${JSON.stringify(noted)}\n`)
  const met = await room.ask(['audit', 'verify', '--from', heads])
  assert.match(met.out, /^1 of 1 noted heads are in it\.$/m)
  assert.equal(met.status, 0)

  const file = join(room.path, 'export.jsonl')
  const db = openDb(openPool({ connectionString: url }, { name: 'test', max: 1, statementTimeoutMs: 60_000 }, () => {}))
  await writeFile(file, exportLog(db, new Date('2026-11-21T00:38:00Z')))
  await db.destroy()
  const exported = await room.ask(['audit', 'verify', '--file', file])
  assert.match(exported.out, /^1 entries in 1 seals; 0 erased\.$/m)
  assert.deepEqual([exported.status, /^The export is intact\.$/m.test(exported.out)], [0, true])
  await writeFile(file, (await readFile(file, 'utf8')).replace(/"action":"[^"]+"/, '"action":"user.deleted"'))
  const altered = await room.ask(['audit', 'verify', '--file', file])
  assert.match(altered.out, /^FAULT /m)
  assert.deepEqual([altered.status, /^The export has been changed\.$/m.test(altered.out)], [1, true])
  assert.equal((await room.ask(['audit', 'verify', '--file', join(room.path, 'none.jsonl')])).status, 1)

  const well = await room.ask(['selftest', 'database', 'clock'])
  assert.match(well.out, /^ok +database .*\n/m)
  assert.match(well.out, /^No problems found\.$/m)
  assert.equal((await room.ask(['selftest', 'nonsense'])).status, 2)

  await writeFile(heads, `${JSON.stringify({ ...noted, no: 2 })}\nnonsense\n`)
  await query(`update audit_entry set subject = 'someone else'`)
  const touched = await room.ask(['audit', 'verify', '--from', heads])
  assert.match(touched.out, /^FAULT The file of heads: line 2 cannot be read\.$/m)
  assert.match(
    touched.out,
    /^FAULT Seal 1 .*, entry aud_\w+ \(position 1\): its content differs from the recorded digest/m,
  )
  assert.match(touched.out, /^FAULT The end of the log is missing: seal 2 /m)
  assert.match(touched.out, /^The audit log has been changed\.\n$/m)
  assert.equal(touched.status, 1)

  const absent = await room.ask(['audit', 'verify', '--from', join(room.path, 'none.log')])
  assert.match(absent.out, /^The file of heads cannot be read: ENOENT/)
  assert.equal(absent.status, 1)
  const wrong = await room.ask(['audit', 'check'])
  assert.match(wrong.err, /^posthorn audit expects verify, verify --from FILE, or verify --file FILE\.\n/)
  assert.equal(wrong.status, 2)
})
