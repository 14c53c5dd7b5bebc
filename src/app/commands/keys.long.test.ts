import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import { resealColumn, sealedColumnsBesides } from '#infra/db/reseal.ts'
import { createSeal } from '#infra/seal/seal.ts'
import { queueMail } from '#modules/mail/index.ts'
import { secretKey as oldKey, startApp, type TestApp } from '#test/harness/app.ts'
import { until } from '#test/harness/process.ts'
import { addressOf } from '#test/servers/tcp-proxy.ts'
import { loadConfig } from '../config.ts'
import { sealedColumns } from '../secrets/sealed-columns.ts'
import { keys, rotate } from './keys.ts'

const newKey = '22'.repeat(32)
const replies = sealedColumns[0]!
const key = (hex: string) => Buffer.from(hex, 'hex')
const head = (hex: string) => createSeal({ key: key(hex), previousKeys: [] }).head
const keyed = (name: string) => ({ headers: { 'idempotency-key': name } })

/** Counts the values of each column that the key did not seal. */
async function stale(t: TestApp, hex: string): Promise<number> {
  let n = 0
  for (const { table, column } of sealedColumns) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(table)}
      where substring(${sql.ref(column)} from 1 for 5) <> ${head(hex)}`.execute(t.db)
    n += rows[0]?.n ?? 0
  }
  return n
}

async function rotated(deps: Parameters<typeof rotate>[0]): Promise<{ status: number; output: string }> {
  const lines: string[] = []
  return { status: await rotate(deps, (line) => lines.push(line)), output: lines.join('\n') }
}

test('every sealed database column is resealed by a module', async () => {
  await using t = await startApp()
  assert.deepEqual(
    await sealedColumnsBesides(t.db, sealedColumns),
    [],
    'add it to src/app/secrets/sealed-columns.ts, by way of its module',
  )
  assert.deepEqual(await sealedColumnsBesides(t.db, [replies]), [
    'audit_seal.sealed_hash',
    'client_key.sealed_private_jwk',
    'company_flow.sealed_id_token',
    'company_flow.sealed_person',
    'company_session.sealed_id_token',
    'guest.sealed_token',
    'network_grant.sealed_grant',
    'oauth_flow.sealed_begun',
    'second_factor.sealed_pending_secret',
    'second_factor.sealed_secret',
    'secret_version.sealed_value',
    'server_app.sealed_app',
    'share_link.sealed_token',
    'signing_key.sealed_private_jwk',
    'slack_inbox.sealed_body',
    'slack_workspace.sealed_token',
    'telegram_item.sealed_replies',
    'telegram_item.sealed_update',
    'webhook_endpoint.sealed_headers',
    'webhook_secret.sealed_secret',
  ])
  await sql`create table thing (id int primary key, sealed_thing bytea)`.execute(t.db)
  const { status, output: message } = await rotated(t.deps)
  assert.equal(status, 1)
  assert.match(message, /thing\.sealed_thing/)
})

test('with two processes under load, every value is resealed, no request fails, and the old key can be removed', async () => {
  await using before = await startApp({ settings: { SECRET_KEY_PREVIOUS: newKey } })
  await using t = await startApp({
    beside: before,
    settings: { SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: oldKey },
  })
  const ada = await before.as('ada')
  await before.as('bob')
  assert.equal((await ada.post('/v1/admin/mfa/enroll/start')).status, 200)
  const made = new Map<string, string>()
  for (let nth = 0; nth < 30; nth++) {
    const { text } = await ada.post('/v1/profiles', { name: `${nth}` }, keyed(`k${nth}`))
    made.set(`k${nth}`, text)
  }
  assert.ok((await stale(t, newKey)) >= 32)

  let going = true
  const faults: string[] = []
  let calls = 0
  const note = ({ status, text }: { status: number; text: string }, good: boolean) => {
    calls += 1
    if (status !== 200 || !good) faults.push(`${status} ${text}`)
  }
  // Each caller has its own idempotency keys: two simultaneous requests with one key would rightly be refused.
  const replays = async (app: TestApp, first: number) => {
    const person = app.withToken(ada.token)
    for (let nth = first; going; nth = (nth + 2) % 30) {
      const again = await person.post('/v1/profiles', { name: `${nth}` }, keyed(`k${nth}`))
      note(again, again.text === made.get(`k${nth}`))
    }
  }
  const creates = async () => {
    const person = t.withToken(ada.token)
    for (let nth = 0; going; nth++)
      note(await person.post('/v1/profiles', { name: `new ${nth}` }, keyed(`new${nth}`)), true)
  }
  const load = [replays(before, 0), replays(t, 1), creates()]
  await until('the load is on', () => calls > 20)
  const { status, output: message } = await rotated(t.deps)
  going = false
  await Promise.all(load)
  assert.deepEqual(faults, [])
  assert.equal(status, 0, message)
  assert.match(message, /You can now remove SECRET_KEY_PREVIOUS/)
  assert.equal(await stale(t, newKey), 0)

  await using alone = await startApp({ beside: before, settings: { SECRET_KEY: newKey } })
  for (const [name, text] of made) {
    const again = await alone.withToken(ada.token).post('/v1/profiles', { name: name.slice(1) }, keyed(name))
    assert.equal(again.text, text)
  }
  const signedIn = await alone.anyone.post('/v1/auth/sign-in', { email: ada.email, password: ada.password })
  assert.equal(signedIn.status, 200)
  assert.equal((await alone.anyone.get('/.well-known/jwks.json')).body.keys.length, 1, 'the signing key still opens')
})

test('a process that still seals with the old key is noticed, and a second run reseals its values', async () => {
  await using before = await startApp()
  const ada = await before.as('ada')
  await ada.post('/v1/profiles', { name: 'one' }, keyed('one'))
  await using t = await startApp({ beside: before, settings: { SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: oldKey } })
  // The trigger simulates the old process: it restores each resealed value to its previous sealed form.
  await sql`create function write_old() returns trigger language plpgsql
    as 'begin new.sealed_reply := old.sealed_reply; return new; end'`.execute(t.db)
  await sql`create trigger old_process before update on idempotency for each row execute function write_old()`.execute(
    t.db,
  )
  const first = await rotated(t.deps)
  assert.equal(first.status, 1)
  assert.match(first.output, /1 values were sealed with an earlier key in the meantime/)
  await sql`drop trigger old_process on idempotency`.execute(t.db)
  const second = await rotated(t.deps)
  assert.equal(second.status, 0, second.output)
  assert.equal(await stale(t, newKey), 0)
})

test('an interrupted run continues where it stopped: a second run only reseals the rest', async () => {
  await using before = await startApp()
  const ada = await before.as('ada')
  for (let nth = 0; nth < 12; nth++) await ada.post('/v1/profiles', { name: `${nth}` }, keyed(`k${nth}`))
  await using t = await startApp({ beside: before, settings: { SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: oldKey } })
  const broken = resealColumn(t.deps, replies, {
    batchRows: 5,
    onBatch: () => {
      throw new Error('killed')
    },
  })
  await assert.rejects(broken, /killed/)
  assert.deepEqual(await resealColumn(t.deps, replies, { batchRows: 5 }), { resealed: 7, unreadable: 0, left: 0 })
  assert.deepEqual(await resealColumn(t.deps, replies), { resealed: 0, unreadable: 0, left: 0 })
})

test('waiting and failed emails are resealed and can be sent without the old key', async () => {
  await using before = await startApp()
  const ada = await before.as('ada')
  assert.equal((await before.anyone.post('/v1/auth/request-password-reset', { email: ada.email })).status, 200)
  await inTx(before.db, (tx) =>
    queueMail(before.deps, tx, {
      to: 'lost@example.com',
      template: 'goodbye',
      values: { name: 'Lost', url: 'http://posthorn.test' },
    }),
  )
  await sql`update job set due_at = null, failed_at = ph.now() where name = 'mail.send'`.execute(before.db)
  await using t = await startApp({ beside: before, settings: { SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: oldKey } })
  const { status, output: message } = await rotated(t.deps)
  assert.equal(status, 0, message)
  assert.match(message, /jobs mail\.send: 1 resealed/)
  assert.match(message, /jobs identity\.password-reset: 1 resealed/)
  await sql`update job set due_at = ph.now(), failed_at = null where failed_at is not null`.execute(before.db)
  await using alone = await startApp({ beside: before, settings: { SECRET_KEY: newKey } })
  await alone.settle()
  const outbox = join(alone.folder, 'outbox')
  const mails = await Promise.all((await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8')))
  assert.ok(mails.some((mail) => /^To: lost/m.test(mail)))
  assert.equal(mails.filter((mail) => /^To: ada/m.test(mail)).length, 2, 'welcome and reset')
})

test('values sealed with an unknown key are counted and left as they are, and the others are resealed anyway', async () => {
  await using before = await startApp()
  const ada = await before.as('ada')
  for (let nth = 0; nth < 3; nth++) await ada.post('/v1/profiles', { name: `${nth}` }, keyed(`k${nth}`))
  await sql`update idempotency set sealed_reply = sealed_reply || '\\x00' where idempotency_key = 'k1'`.execute(
    before.db,
  )
  await using t = await startApp({ beside: before, settings: { SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: oldKey } })
  const { status, output: message } = await rotated(t.deps)
  assert.equal(status, 1)
  assert.match(message, /idempotency\.sealed_reply: 2 resealed, 1 unreadable/)
  assert.equal(await stale(t, newKey), 1)
})

test('the command rotates keys on an external database, and says what to do without a previous key', async () => {
  await using t = await startApp()
  await t.as('ada')
  await t.anyone.get('/.well-known/jwks.json')
  const lines: string[] = []
  const run = (environment: Record<string, string>, args = ['rotate']) =>
    keys.run({
      args,
      version: '0',
      environment: {},
      say: (line) => lines.push(line),
      note: () => {},
      ask: async () => null,
      onUnread: () => {},
      readConfig: () => loadConfig({ DATABASE_URL: addressOf(t.connection), DATA_DIR: t.folder, ...environment }),
    })
  assert.equal(await run({ SECRET_KEY: oldKey }), 1)
  assert.match(lines.join('\n'), /SECRET_KEY_PREVIOUS=<old key>/)
  assert.equal(await run({ SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: oldKey }), 0, lines.join('\n'))
  assert.equal(await stale(t, newKey), 0)
  await assert.rejects(run({ SECRET_KEY: oldKey }, []), /rotate/)
})
