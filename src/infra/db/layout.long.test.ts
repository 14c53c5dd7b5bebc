import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { withServer } from '#test/harness/connections.ts'
import { openFreshDatabase, testServer } from '#test/harness/database.ts'
import { openRoom } from '#test/harness/process.ts'
import { addressOf } from '#test/servers/tcp-proxy.ts'

const suffix = randomBytes(4).toString('hex')

/** Returns the URL of an empty database for a new role, which owns nothing else. The role is dropped at the end. */
async function openForRole(role: string, prepare: (database: string) => readonly string[]) {
  const connection = await openFreshDatabase()
  const { pathname } = new URL(addressOf(connection))
  const run = (statements: readonly string[]) =>
    withServer(connection, async (client) => {
      for (const statement of statements) await client.query(statement)
    })
  await run([`create role "${role}" login createdb`, ...prepare(pathname.slice(1))])
  const url = addressOf(connection).replace(/\/\/[^@]*@/, `//${role}@`)
  return {
    url,
    run,
    async [Symbol.asyncDispose]() {
      await run([`drop owned by "${role}" cascade`])
      // The role's scratch databases are gone; only its connect privilege is left.
      await withServer(await testServer(), (client) => client.query(`drop role "${role}"`))
    },
  }
}

const layouts: readonly (readonly [name: string, role: string, prepare: (database: string) => readonly string[]])[] = [
  [
    'a schema of the role’s name',
    `posthorn_t_own_${suffix}`,
    (database) => [
      `create schema authorization posthorn_t_own_${suffix}`,
      `grant create on database ${database} to posthorn_t_own_${suffix}`,
    ],
  ],
  [
    'a schema that the search_path of the role names, with capitals',
    `posthorn_t_path_${suffix}`,
    (database) => [
      `create schema "App-1" authorization posthorn_t_path_${suffix}`,
      `alter role posthorn_t_path_${suffix} in database ${database} set search_path = "App-1"`,
      `grant create on database ${database} to posthorn_t_path_${suffix}`,
    ],
  ],
  [
    'a role with the name of the schema `ph`, which is created with the tables',
    'ph',
    (database) => [`grant create on database ${database} to ph`, 'grant create on schema public to ph'],
  ],
]

for (const [name, role, prepare] of layouts)
  test(`a backup is created, verified and restored, and doctor finds no problem, in ${name}`, async () => {
    await using database = await openForRole(role, prepare)
    await using room = await openRoom({ SECRET_KEY: '55'.repeat(32), DATABASE_URL: database.url })
    const place = join(room.path, 'backups')
    const ask = async (...args: string[]): Promise<string> => {
      const { status, out, err } = await room.ask(args)
      assert.equal(status, 0, `${args.join(' ')}: ${out}${err}`)
      return out
    }
    const service = await room.host(['api'])
    await service.stop()
    assert.match(await ask('doctor'), /^ok +backups /m)
    assert.match(await ask('backup', place, '--verify'), /verified: restored into a scratch database/)
    assert.match(await ask('restore', place), /^Restored\./m)
    const { out } = await room.ask(['doctor'])
    assert.match(out, /^ok +database /m)
    assert.match(out, /^ok +backups /m)
    assert.match(await ask('backup', place, '--verify'), /verified/)
  })

test('a start fails with a message if new tables would be created in a different schema', async () => {
  const role = `posthorn_t_late_${suffix}`
  const own = (database: string) => [
    `grant create on database ${database} to ${role}`,
    `grant create on schema public to ${role}`,
  ]
  await using database = await openForRole(role, own)
  await using room = await openRoom({ SECRET_KEY: '55'.repeat(32), DATABASE_URL: database.url })
  assert.equal((await room.ask(['migrate'])).status, 0)
  await database.run([`create schema authorization ${role}`])
  const refused = await room.ask(['migrate'])
  assert.match(refused.err, new RegExp(`in the schema public, but new ones would be created in ${role}`))
  assert.equal(refused.status, 1)
  assert.match((await room.ask(['doctor'])).out, /^FAULT database +Posthorn’s tables are in the schema public/m)

  const none = `${database.url}&options=${encodeURIComponent('-c search_path=nowhere')}`
  assert.match((await room.ask(['migrate'], { DATABASE_URL: none })).err, /No schema of the search_path exists/)
  const path = `${database.url}&options=${encodeURIComponent('-c search_path=public')}`
  assert.equal((await room.ask(['migrate'], { DATABASE_URL: path, DATABASE_DIRECT_URL: path })).status, 0)
  const apart = await room.ask(['backup', room.path], { DATABASE_URL: path, DATABASE_DIRECT_URL: database.url })
  assert.match(apart.err, /DATABASE_URL finds the schemas public, and DATABASE_DIRECT_URL /)
})

test('doctor reports a backup location that is not writable', async () => {
  await using room = await openRoom({ SECRET_KEY: '55'.repeat(32) })
  const settings = { DATABASE_URL: addressOf(await openFreshDatabase()) }
  assert.equal((await room.ask(['migrate'], settings)).status, 0)
  const good = await room.ask(['doctor'], { ...settings, BACKUP_TO: join(room.path, 'backups') })
  assert.match(good.out, /^ok +backups +\S.* is writable; there is no backup yet\.$/m)
  const file = join(room.path, 'a file')
  await writeFile(file, '')
  const bad = await room.ask(['doctor'], { ...settings, BACKUP_TO: file })
  assert.match(bad.out, /^FAULT backups .*\n {16}Check BACKUP_TO/m)
  assert.equal(bad.status, 1)
})
