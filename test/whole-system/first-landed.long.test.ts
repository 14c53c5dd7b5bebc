import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrateDatabase, migrationsFolder } from '#app/database.ts'
import { installationDeps } from '#app/deps.ts'
import { openDb, openPool } from '#infra/db/client.ts'
import { registerStart } from '#modules/installation/index.ts'
import { startApp } from '../harness/app.ts'
import { useTestClock } from '../harness/clock.ts'
import { inDatabase, withServer } from '../harness/connections.ts'
import { type TestDatabase, testServer } from '../harness/database.ts'

const fixture = join(import.meta.dirname, '../fixtures/first-landed')
const known = JSON.parse(await readFile(join(fixture, 'known.json'), 'utf8'))

/** Opens a database written by the first version and migrates it like a start. */
async function takeOver(): Promise<TestDatabase & { readonly migrated: readonly string[] }> {
  const name = `posthorn_t_${randomBytes(6).toString('hex')}`
  await withServer(await testServer(), (client) => client.query(`create database ${name}`))
  const connection = inDatabase(await testServer(), name)
  const dump = await readFile(join(fixture, 'dump.sql'), 'utf8')
  await withServer(connection, (client) => client.query(dump))
  const migrated = await migrateDatabase(connection)
  const db = openDb(openPool(connection, { name: 'test', max: 4, statementTimeoutMs: 10_000 }, () => {}))
  await useTestClock(db)
  return { connection, db, migrated, [Symbol.asyncDispose]: () => db.destroy() }
}

test('data of the first version is migrated: people, profiles, links, keys, passwords and waiting jobs', async () => {
  const database = await takeOver()
  const settings = { SECRET_KEY: known.secretKey, PUBLIC_URL: known.publicUrl }
  await using t = await startApp({ database, settings })

  const files = (await readdir(migrationsFolder)).map((name) => name.replace(/\.sql$/, ''))
  assert.deepEqual([...known.migrated, ...database.migrated], files.sort(), 'each migration of today was applied once')
  assert.equal(await registerStart(installationDeps(t.deps)), null, 'an upgrade is not a restore')

  const wide = t.withToken(known.wideKey)
  const { body: profiles } = await wide.get('/v1/profiles')
  const byName = new Map<string, { id: string; brandColor: string; timezone: string }>(
    profiles.map((profile: { name: string }) => [profile.name, profile]),
  )
  assert.deepEqual([...byName.keys()].sort(), ['Harbour Coffee', 'Harbour Coffee Brasil', 'Harbour Coffee Rio'])
  const coffee = byName.get('Harbour Coffee')!
  assert.deepEqual([coffee.brandColor, coffee.timezone], ['#1A2B3C', 'Europe/Berlin'])
  assert.equal((await t.withToken(known.narrowKey).get(`/v1/profiles/${coffee.id}`)).status, 200)
  const { body: links } = await wide.get('/v1/profiles/links')
  assert.deepEqual(
    links.map(({ childId, inheritanceRules }: { childId: string; inheritanceRules: object }) => [
      childId,
      inheritanceRules,
    ]),
    [
      [byName.get('Harbour Coffee Brasil')?.id, { autoRepost: true, languageOverride: 'pt-BR', tagPrefix: 'br-' }],
      [byName.get('Harbour Coffee Rio')?.id, {}],
    ],
  )

  const signingKey = await t.db.selectFrom('signingKey').select('kid').executeTakeFirst()
  const people = [
    ['ada', 'superadmin'],
    ['ben', 'user'],
    ['cleo', 'user'],
  ]
  for (const [name, role] of people) {
    const login = { email: `${name}@example.com`, password: known.password }
    const { status, body } = await t.anyone.post('/v1/auth/sign-in', login)
    assert.equal(status, 200, login.email)
    assert.equal((await t.withToken(body.token).get('/v1/auth/me')).body.role, role)
    const { kid } = JSON.parse(Buffer.from(body.token.split('.')[0], 'base64url').toString())
    assert.equal(kid, signingKey?.kid, 'what SECRET_KEY sealed then opens now')
  }
  const { body: refused } = await t.anyone.post('/v1/auth/token', { refreshToken: known.refreshToken })
  assert.equal(refused.code, 'refresh_token_invalid', 'a sign-in of long ago has run out')

  await t.settle()
  const outbox = join(t.folder, 'outbox')
  const mails = await Promise.all((await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8')))
  for (const [name] of people)
    assert.ok(
      mails.some((mail) => mail.includes(`To: ${name}@example.com`)),
      'welcome waited',
    )
})
