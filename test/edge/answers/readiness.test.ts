import assert from 'node:assert/strict'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { until } from '#test/harness/until.ts'

const shared = { DATABASE_URL: 'postgres://posthorn@127.0.0.1:1/shared' }
const ready = (t: TestApp) => t.anyone.get('/readyz')

/** Puts a file in place of the folder for temporary files, which also stops root. */
async function breakDisk(t: TestApp): Promise<string> {
  const scratch = join(t.folder, 'media', 'scratch')
  await rm(scratch, { recursive: true, force: true })
  await mkdir(join(t.folder, 'media'), { recursive: true })
  await writeFile(scratch, '')
  return scratch
}

test('503 at /readyz when this process cannot write to its disk, and 200 again when it can', async () => {
  await using t = await startApp({ settings: shared })
  assert.equal((await ready(t)).status, 200)
  assert.deepEqual(await readdir(join(t.folder, 'media', 'scratch')), [])
  const broken = await breakDisk(t)
  const { body } = await until('the process is not ready', async () => {
    const answer = await ready(t)
    return answer.status === 503 && answer
  })
  assert.equal(body.code, 'storage_unavailable')
  assert.equal((await t.anyone.get('/healthz')).status, 200)
  await rm(broken)
  await until('the process is ready', async () => (await ready(t)).status === 200)
})

test('200 at /readyz if the only database is on the same disk, because no other process could do better', async () => {
  await using t = await startApp()
  await breakDisk(t)
  assert.equal((await ready(t)).status, 200)
})

test('200 at /readyz while the shared database is read-only', async () => {
  await using t = await startApp({ settings: shared })
  const ada = await t.as('ada')
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(t.db)
  const name = sql.id(rows[0]!.name)
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(t.db)
  // Only new connections are read-only, so all of them have to be closed, including that of this statement.
  const endAll = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()`
  await assert.rejects(endAll.execute(t.db), { code: '57P01' })
  const refused = await until('a write is refused', async () => {
    const answer = await ada.post('/v1/profiles', { name: 'none' })
    return /read-only/.test(answer.body.detail ?? '') && answer
  })
  assert.deepEqual([refused.status, refused.body.code], [503, 'database_unavailable'])
  assert.equal((await ready(t)).status, 200)
})
