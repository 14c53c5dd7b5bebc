import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import { minutes } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { setPlan, setRole } from '../index.ts'
import { lockSuperadmins } from './store.ts'

const keyOf = async (t: TestApp, person: Person) =>
  t.withToken((await person.post('/v1/api-keys', { name: 'k', scopes: ['profiles:read'] })).body.key)

/** Most tests share one application; each creates separate users. */
let t: TestApp
let people = 0
const someone = (): Promise<Person> => t.as(`person${++people}`)
before(async () => {
  t = await startApp()
  await t.as('owner')
})
after(() => t[Symbol.asyncDispose]())

test('200: PATCH changes the given fields, keeps the rest, and clears the image with null', async () => {
  const ada = await someone()
  await t.advance(1)
  const before = (await ada.get('/v1/auth/me')).body
  const avatar = 'https://example.com/a.png'
  const first = await ada.patch('/v1/auth/me', { name: ' Ada L. ', avatar, timezone: 'Europe/London', locale: 'PT-br' })
  assert.equal(first.status, 200)
  const changed = { ...before, name: 'Ada L.', avatar, timezone: 'Europe/London', locale: 'pt-BR' }
  assert.deepEqual(first.body, changed)
  await t.advance(1)
  assert.deepEqual((await ada.patch('/v1/auth/me', { avatar: null })).body, { ...changed, avatar: null })
  assert.deepEqual((await ada.patch('/v1/auth/me', {})).body, { ...changed, avatar: null })
  assert.deepEqual((await ada.get('/v1/auth/me')).body, { ...changed, avatar: null })

  const { entries } = (await ada.get('/v1/auth/me/audit-log')).body
  assert.deepEqual(
    entries.map((entry: { action: string }) => entry.action),
    ['user.updated', 'user.updated', 'user.created'],
  )
  assert.deepEqual(entries[0].changes, { avatar: { from: avatar, to: null } })
  assert.equal(entries[1].changes.name.to, 'Ada L.')
})

test('400: PATCH lists each error and rejects fields that the user may not change', async () => {
  const ada = await someone()
  const bad: Record<string, unknown>[] = [
    { name: '' },
    { name: '   ' },
    { name: 'x'.repeat(101) },
    { name: null },
    { avatar: 'http://example.com/a.png' },
    { avatar: 'https://' },
    { avatar: 'javascript:alert(1)' },
    { avatar: `https://example.com/${'a'.repeat(2048)}` },
    { timezone: 'Mars/Olympus' },
    { timezone: '+02:00' },
    { timezone: null },
    { locale: 'not a language' },
    { locale: '' },
    { role: 'superadmin' },
    { plan: 'max' },
    { email: 'other@example.com' },
    { emailVerified: true },
  ]
  for (const body of bad) {
    const answer = await ada.patch('/v1/auth/me', body)
    assert.deepEqual([answer.status, answer.body.code], [400, 'validation_failed'], JSON.stringify(body))
    assert.deepEqual(
      answer.body.errors.map((fault: { path: string }) => fault.path),
      [`/${Object.keys(body)[0]}`],
    )
  }
  assert.equal((await ada.patch('/v1/auth/me')).status, 400, 'the body is required')
})

test('403 identity_token_required: an API key cannot change the account', async () => {
  const key = await keyOf(t, await someone())
  const calls: [string, string, unknown?][] = [
    ['GET', '/v1/auth/me'],
    ['PATCH', '/v1/auth/me', {}],
    ['DELETE', '/v1/auth/me'],
    ['GET', '/v1/auth/me/audit-log'],
    ['GET', '/v1/auth/usage'],
    ['GET', '/v1/api-keys'],
    ['POST', '/v1/api-keys', { name: 'x', scopes: ['posts:read'] }],
    ['DELETE', '/v1/api-keys/key_01kajv4z00e008000000000001'],
  ]
  for (const [method, path, body] of calls) {
    const answer = await key.call(method, path, body)
    assert.deepEqual([answer.status, answer.body.code], [403, 'identity_token_required'], `${method} ${path}`)
    assert.equal((await t.anyone.call(method, path, body)).status, 401)
  }
})

const nextMonth = (now: Date): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString()

test('usage shows each counted limit of the plan', async () => {
  const ada = await someone()
  await setPlan(t.deps, ada.email, 'starter')
  await ada.post('/v1/profiles', { name: 'One' })
  const { status, body } = await ada.get('/v1/auth/usage')
  const limits = [
    { name: 'profiles', used: 1, limit: 3, resetsAt: null },
    { name: 'accountsPerProfile', used: 0, limit: 6, resetsAt: null },
    { name: 'aiCaptionsPerMonth', used: 0, limit: 100, resetsAt: nextMonth(t.now()) },
    { name: 'webhookEndpoints', used: 0, limit: 0, resetsAt: null },
    { name: 'storageBytes', used: 0, limit: 10 * 1024 ** 3, resetsAt: null },
  ]
  assert.deepEqual([status, body], [200, { plan: 'starter', limits }])
})

test('monthly usage starts at zero on the first of the next month, UTC', async () => {
  await using t = await startApp()
  Object.assign(t.deps, { meters: { aiCaptionsPerMonth: async () => 7 } })
  const ada = await t.as('ada')
  const now = t.now()
  const resetsAt = nextMonth(now)
  assert.deepEqual((await ada.get('/v1/auth/usage')).body.limits, [
    { name: 'aiCaptionsPerMonth', used: 7, limit: 5000, resetsAt },
  ])
})

test('200: DELETE ends tokens and keys at once, deletes all data and frees the address', async () => {
  const ada = await someone()
  const uid = fromWire('usr', ada.uid)!
  await t.db
    .insertInto('signUpInvite')
    .values({ tokenHash: Buffer.alloc(32), email: ada.email, createdAt: t.now(), expiresAt: t.now() })
    .execute()
  await ada.post('/v1/profiles', { name: 'Secret plans' })
  await ada.patch('/v1/auth/me', { name: 'Ada Lovelace' })
  const key = await keyOf(t, ada)
  assert.equal((await key.get('/v1/profiles')).status, 200)

  const gone = await ada.delete('/v1/auth/me')
  assert.deepEqual([gone.status, gone.body], [200, { ok: true }])
  assert.equal((await ada.get('/v1/auth/me')).status, 401)
  assert.equal((await key.get('/v1/profiles')).status, 401)
  assert.equal((await t.anyone.post('/v1/auth/token', { refreshToken: ada.refreshToken })).status, 401)
  const { email, password } = ada
  assert.equal((await t.anyone.post('/v1/auth/sign-in', { email, password })).status, 401)

  const { rows: tables } = await sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.atttypid = 'uuid'::regtype and a.attname in ('uid', 'owner_uid', 'id', 'invited_by')`.execute(t.db)
  assert.ok(tables.length > 8)
  for (const { table, column } of tables.filter((one) => one.table !== 'event' && one.table !== 'audit_entry')) {
    const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${uid}`.execute(t.db)
    assert.equal(rows.length, 0, `${table}.${column}`)
  }
  assert.deepEqual(await t.db.selectFrom('signUpInvite').select('email').where('email', '=', email).execute(), [])
  const entries = await t.db.selectFrom('auditEntry').selectAll().where('actorUid', '=', uid).orderBy('id').execute()
  assert.ok(entries.length >= 4)
  assert.ok(entries.some((entry) => entry.action === 'user.deleted'))
  assert.deepEqual(new Set(entries.map((entry) => JSON.stringify(entry.changes))), new Set(['{}']))
  const events = await t.db.selectFrom('event').select('type').where('ownerUid', '=', uid).execute()
  assert.ok(events.some((event) => event.type === 'user.deleted'))

  assert.equal((await t.anyone.post('/v1/auth/sign-up', { email, password, name: 'Ada' })).status, 201)
})

test('403 reauthentication_required: DELETE requires a sign-in within 15 minutes, which a refresh does not renew', async () => {
  const ada = await someone()
  await t.advance(minutes(15))
  const { token } = (await t.anyone.post('/v1/auth/token', { refreshToken: ada.refreshToken })).body
  const old = await t.withToken(token).delete('/v1/auth/me')
  assert.deepEqual([old.status, old.body.code], [403, 'reauthentication_required'])
  const { email, password } = ada
  const fresh = (await t.anyone.post('/v1/auth/sign-in', { email, password })).body.token
  await t.advance(minutes(15) - 1_000)
  assert.equal((await t.withToken(fresh).delete('/v1/auth/me')).status, 200)
})

test('409 last_superadmin: the last superadmin cannot be deleted, and of two concurrent deletions, one is refused', async () => {
  await using t = await startApp()
  const owner = await t.as('owner')
  const ada = await t.as('ada')
  assert.deepEqual((await owner.delete('/v1/auth/me')).body.code, 'last_superadmin')
  assert.deepEqual(await setRole(t.deps, owner.email, 'user'), { kind: 'last-superadmin' })
  assert.deepEqual(await setRole(t.deps, ada.email.toUpperCase(), 'superadmin'), { kind: 'changed' })
  assert.equal((await ada.get('/v1/auth/me')).body.role, 'superadmin')
  const both = await Promise.all([owner.delete('/v1/auth/me'), ada.delete('/v1/auth/me')])
  assert.deepEqual(both.map((answer) => answer.status).sort(), [200, 409])
})

test('409 last_superadmin: a deletion waits for a concurrent one of another superadmin', async () => {
  await using t = await startApp()
  const [owner, ada] = [await t.as('owner'), await t.as('ada')]
  await setRole(t.deps, ada.email, 'superadmin')
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db)
    return (rows[0]?.n ?? 0) > 0
  }
  const leaving = await inTx(t.db, async (tx) => {
    await lockSuperadmins(tx)
    const pending = ada.delete('/v1/auth/me')
    for (let n = 0; n < 100 && !(await waiting()); n++) await pause(10)
    await tx.deleteFrom('appUser').where('id', '=', fromWire('usr', owner.uid)!).execute()
    return { pending }
  })
  assert.equal((await leaving.pending).body.code, 'last_superadmin')
})

test('after two concurrent demotions, one superadmin remains; an unknown user is reported', async () => {
  await using t = await startApp()
  const [owner, ada] = [await t.as('owner'), await t.as('ada')]
  await setRole(t.deps, ada.email, 'superadmin')
  const both = await Promise.all([setRole(t.deps, owner.email, 'user'), setRole(t.deps, ada.email, 'user')])
  assert.deepEqual(both.map((one) => one.kind).sort(), ['changed', 'last-superadmin'])
  assert.deepEqual(await setRole(t.deps, 'nobody@example.com', 'admin'), { kind: 'unknown-user' })
})

test('concurrent deletions during sign-ins and key creation cause no 5xx, and the account is gone', async () => {
  const ada = await someone()
  const { email, password } = ada
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => t.anyone.post('/v1/auth/sign-in', { email, password })),
    ada.delete('/v1/auth/me'),
    ada.delete('/v1/auth/me'),
    ...Array.from({ length: 5 }, () => ada.post('/v1/api-keys', { name: 'k', scopes: ['posts:read'] })),
    ...Array.from({ length: 5 }, () => ada.post('/v1/profiles', { name: 'p' })),
    t.anyone.post('/v1/auth/token', { refreshToken: ada.refreshToken }),
    ada.patch('/v1/auth/me', { name: 'A' }),
  ])
  assert.deepEqual(
    answers.filter((answer) => answer.status >= 500).map((answer) => answer.text),
    [],
  )
  assert.equal(await t.db.selectFrom('appUser').select('id').where('email', '=', email).executeTakeFirst(), undefined)
})
