import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Person } from '#test/harness/app.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { unzip } from '#test/world/files/unzip.ts'
import { done, makeProfile, refused } from '#test/world/people.ts'
import { plain } from '#test/world/pictures.ts'
import { leftOut, rowsOfPerson } from '../people/exporters.ts'

let t: TestApp
before(async () => {
  t = await startApp()
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

const path = '/v1/auth/me/export'

async function download(person: Person): Promise<Map<string, Buffer>> {
  const answer = await fetch(`${t.url}${path}`, { headers: { authorization: `Bearer ${person.token}` } })
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/zip'])
  return unzip(Buffer.from(await answer.arrayBuffer()))
}

async function withThings(login: string) {
  const person = await t.as(login)
  const profileId = await makeProfile(person, `Profile of ${login}`)
  const file = await plain(40, 40).png().toBuffer()
  done(await person.upload('/v1/media/upload', { file, fileName: `../${login} 1.png` }))
  for (const nth of [1, 2])
    done(
      await person.post('/v1/posts', {
        profileId,
        platforms: ['bluesky'],
        content: `Text ${nth} of ${login}`,
        saveAsDraft: true,
      }),
      201,
    )
  const { key } = done(await person.post('/v1/api-keys', { name: 'k', scopes: ['posts:read'] }), 201).body
  return { person, key: key as string, file }
}

test('200: the export contains the user’s rows and files, but no secrets and nothing that belongs to other users', async () => {
  const { person: ada, key, file } = await withThings('ada')
  await withThings('bob')
  const files = await download(ada)
  const rows = (table: string) => JSON.parse(files.get(`${table}.json`)?.toString('utf8') ?? 'null')
  assert.deepEqual([rows('app_user').length, rows('app_user')[0].email], [1, ada.email])
  assert.deepEqual(
    rows('post').map(({ content }: { content: string }) => content),
    ['Text 1 of ada', 'Text 2 of ada'],
  )
  assert.equal(rows('api_key')[0].name, 'k')
  assert.deepEqual(rows('share_link'), [])
  const picture = [...files].find(([name]) => name.startsWith('media/media_'))
  assert.match(picture?.[0] ?? '', /-ada_1\.png$/)
  assert.ok((picture?.[1].length ?? 0) > 0 && picture?.[1].subarray(0, 4).equals(file.subarray(0, 4)))
  const readme = files.get('README.txt')?.toString('utf8') ?? ''
  for (const name of files.keys()) if (name.endsWith('.json')) assert.ok(readme.includes(name), name)

  const whole = [...files]
    .filter(([name]) => !name.startsWith('media/'))
    .map(([, bytes]) => bytes.toString('utf8'))
    .join('')
  const { rows: hashes } = await sql<{ hash: string }>`
    select password_hash as hash from password_credential union all select encode(secret_hash, 'hex') from api_key`.execute(
    t.db,
  )
  for (const secret of [key, ada.token, 'bob', ...hashes.map(({ hash }) => hash)])
    assert.ok(!whole.includes(secret), 'neither a secret nor another person')

  const again = await ada.get(path)
  refused(again, 429, 'rate_limited')
  const { entries } = (await ada.get('/v1/auth/me/audit-log')).body
  assert.equal(entries[0].action, 'user.exported')
})

test('every table that references a user is exported or is omitted with a reason', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.relname::text as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and (a.attname in ('uid', 'owner_uid') or exists (
        select 1 from pg_constraint f where f.conrelid = c.oid and f.confrelid = 'app_user'::regclass and f.contype = 'f'))`.execute(
    t.db,
  )
  const covered = new Set([...rowsOfPerson.map(({ table }) => table), ...Object.keys(leftOut)])
  assert.deepEqual(
    rows.map(({ name }) => name).filter((name) => !covered.has(name)),
    [],
    'add the table to src/app/people/exporters.ts',
  )
})
