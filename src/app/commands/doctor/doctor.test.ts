import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSeal } from '#infra/seal/seal.ts'
import { withServer } from '#test/harness/connections.ts'
import { emptyDatabaseUrl, liveDatabaseUrl, openRoom, until } from '#test/harness/process.ts'
import { startS3Server } from '#test/servers/s3/server.ts'

const secretKey = '33'.repeat(32)

test('reports all problems at once, each with its remedy', async () => {
  await using room = await openRoom({ SECRET_KEY: secretKey })
  await mkdir(room.dataDir)
  await writeFile(join(room.dataDir, 'secret.key'), secretKey, { mode: 0o644 })
  const taken = createServer().listen(0, '0.0.0.0')
  await until('the port is taken', () => taken.listening)
  const { port } = taken.address() as { port: number }
  const settings = {
    HOST: '0.0.0.0',
    PORT: String(port),
    SIGN_UP: 'open',
    DATABASE_URL: 'postgres://posthorn@127.0.0.1:1/none',
  }
  const [faults, json, yaml, unreadable, noFolder] = await Promise.all([
    room.ask(['doctor'], { ...settings, BLUESKY_COLOUR: 'red' }),
    room.ask(['doctor', '--json'], { ...settings, BLUESKY_COLOUR: 'red' }),
    room.ask(['doctor', '--yaml'], settings),
    room.ask(['doctor'], { ...settings, PORT: '70000', LOG_LEVEL: 'loud' }),
    room.ask(['doctor'], { ...settings, DATA_DIR: join(room.dataDir, 'secret.key') }),
  ])
  taken.close()
  const toPattern = (check: string, detail: string, remedy: string) =>
    new RegExp(`^FAULT ${check} +${detail}.*\n {16}${remedy}`, 'm')

  assert.match(
    faults.out,
    toPattern('sign-up', 'Anyone who can reach 0\\.0\\.0\\.0 can create an account', 'Set SIGN_UP=invite'),
  )
  assert.match(
    faults.out,
    toPattern('storage', 'DATA_DIR/secret\\.key is readable by other users', 'Run chmod 600 on it'),
  )
  assert.match(
    faults.out,
    toPattern('port', `Cannot listen on 0\\.0\\.0\\.0:${port}: EADDRINUSE`, 'Unless that is this Posthorn'),
  )
  assert.match(faults.out, toPattern('database', '.*ECONNREFUSED', 'Check DATABASE_URL'))
  assert.match(faults.out, /\n4 problems found\.\n$/)
  assert.equal(faults.status, 1)

  assert.match(faults.out, /^WARN {2}settings +Unknown settings, ignored: BLUESKY_COLOUR\.\n {16}docs\/settings\.md/m)
  const { ok, findings } = JSON.parse(json.out)
  const named = (check: string) => findings.find((finding: { check: string }) => finding.check === check)
  assert.deepEqual([ok, json.status, findings.filter((finding: { ok: boolean }) => !finding.ok).length], [false, 1, 4])
  assert.deepEqual([named('settings').ok, named('settings').isWarning], [true, true])
  assert.match(named('database').detail, /ECONNREFUSED/)
  assert.match(named('database').remedy, /^Check DATABASE_URL/)
  assert.match(yaml.err, /^posthorn doctor accepts no arguments except --json\./)
  assert.equal(yaml.status, 2)

  assert.match(unreadable.out, toPattern('settings', 'PORT must be', 'docs/settings\\.md'))
  assert.match(unreadable.out, toPattern('settings', 'LOG_LEVEL', 'docs/settings\\.md'))
  assert.match(unreadable.out, /\n2 problems found\.\n$/)
  assert.equal(unreadable.status, 1)

  assert.match(noFolder.out, toPattern('storage', '.*secret\\.key', 'Choose a DATA_DIR'))
})

test('reports what the next start would migrate, and changes nothing', async () => {
  const url = await emptyDatabaseUrl()
  await using room = await openRoom({ SECRET_KEY: secretKey, DATABASE_URL: url })
  const { status, out } = await room.run(['doctor'])
  assert.match(out, /^ok +database +PostgreSQL \S+; the next start applies 0001-foundation/m)
  assert.match(out, /^No problems found\.$/m)
  assert.equal(status, 0)
  const { rows } = await withServer({ connectionString: url }, (client) =>
    client.query(`select relname from pg_class where relnamespace = 'public'::regnamespace`),
  )
  assert.deepEqual(rows, [])
})

test('distinguishes a reachable bucket from one that denies access, without revealing secrets', async () => {
  await using store = await startS3Server()
  await using room = await openRoom({ SECRET_KEY: secretKey, DATABASE_URL: await emptyDatabaseUrl() })
  const settings: Record<string, string> = store.environment
  const [good, refused] = await Promise.all([
    room.ask(['doctor'], settings),
    room.ask(['doctor'], { ...settings, S3_SECRET_ACCESS_KEY: 'another-secret' }),
  ])
  assert.match(good.out, /^ok +bucket +Media is stored in \S+, which is reachable\.$/m)
  assert.equal(good.status, 0)
  assert.match(refused.out, /^FAULT bucket .*\n {16}Check the S3 settings/m)
  assert.ok(!refused.out.includes('another-secret'))
  assert.equal(refused.status, 1)
})

test('lists by name the stored secrets that override the environment, and those that the current key cannot decrypt', async () => {
  const url = await liveDatabaseUrl()
  await using room = await openRoom({ SECRET_KEY: secretKey, DATABASE_URL: url })
  const seal = createSeal({ key: Buffer.from(secretKey, 'hex'), previousKeys: [] })
  const value = seal.seal('planted-value', 'secret_version.sealed_value:AI_API_KEY:1')
  await withServer({ connectionString: url }, async (client) => {
    await client.query(
      `insert into secret (name, latest, wanted, in_force, updated_at) values ('AI_API_KEY', 1, 1, 1, ph.now())`,
    )
    await client.query(
      `insert into secret_version (name, version, sealed_value, created_at) values ('AI_API_KEY', 1, $1, ph.now())`,
      [value],
    )
  })
  const known = await room.ask(['doctor'], { AI_API_KEY: 'planted-other' })
  assert.match(known.out, /^ok +stored +Stored in the database: AI_API_KEY \(overrides the environment\)\./m)
  const lost = await room.ask(['doctor'], { SECRET_KEY: '44'.repeat(32) })
  assert.match(lost.out, /^FAULT stored +AI_API_KEY: stored in the database, but the current key cannot decrypt it/m)
  assert.doesNotMatch(known.out + lost.out, /planted/)
})
