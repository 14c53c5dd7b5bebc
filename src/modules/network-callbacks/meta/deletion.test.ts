import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { sandboxApp } from '#infra/config/networks.ts'
import { fromWire } from '#kernel/ids.ts'
import { verifyAudit } from '#modules/audit/index.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { storeConversation } from '#test/world/inbox.ts'

let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

const base = '/v1/platforms/netgroup'

function signed(userId: string, { secret = sandboxApp.clientSecret, at = t.now() } = {}): string {
  const issued_at = Math.floor(at.getTime() / 1_000)
  const payload = Buffer.from(JSON.stringify({ algorithm: 'HMAC-SHA256', user_id: userId, issued_at }))
  const encoded = payload.toString('base64url')
  return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`
}

async function post(path: string, signedRequest: string) {
  const body = new URLSearchParams({ signed_request: signedRequest })
  const answer = await fetch(`${t.url}${base}${path}`, { method: 'POST', body })
  const text = await answer.text()
  return { status: answer.status, text, body: text ? JSON.parse(text) : undefined }
}

let people = 0

/** Creates a user with a page, and posts on it: one published, one scheduled, one draft. */
async function somebody() {
  people += 1
  const name = `user-${people}`
  const userId = `10223${String(people).padStart(12, '0')}`
  const person = await t.as(name)
  const { body: profile } = await person.post('/v1/profiles', { name: 'Harbour' })
  const credentials = { profileId: profile.id, identifier: `${name}.sandbox`, appPassword: 'sand-boxx-pass-word' }
  const { body: account } = await person.post('/v1/platforms/bluesky/connect', credentials)
  const write = async (content: string, more: object) => {
    const made = await person.post('/v1/posts', { profileId: profile.id, platforms: ['bluesky'], content, ...more })
    assert.equal(made.status, 201, made.text)
    return made.body.id as string
  }
  const out = await write('The lamp is lit', { saveAsDraft: true })
  assert.equal((await person.post(`/v1/posts/${out}/publish-now`)).status, 200)
  await t.settle()
  const later = await write('The lamp is out', { scheduledAt: new Date(t.now().getTime() + 300_000).toISOString() })
  const id = fromWire('acc', account.id)!
  const grant = await t.db
    .selectFrom('account')
    .innerJoin('networkGrant', 'networkGrant.id', 'account.grantId')
    .selectAll('networkGrant')
    .where('account.id', '=', id)
    .executeTakeFirstOrThrow()
  await asMetas(grant.id, userId)
  const targetOf = async (postId: string) => (await person.get(`/v1/posts/${postId}`)).body
  return { person, profile, account, id, grantId: grant.id, userId, out, later, targetOf }
}

/** Rewrites a grant as if Meta's network had given it. */
async function asMetas(grantId: string, userId: string): Promise<void> {
  for (const table of ['network_grant', 'account']) {
    const column = table === 'account' ? 'grant_id' : 'id'
    await sql`update ${sql.table(table)} set network = 'facebook' where ${sql.ref(column)} = ${grantId}`.execute(t.db)
  }
  await sql`update network_grant set principal = ${userId} where id = ${grantId}`.execute(t.db)
}

const accountsOf = async ({ person, profile }: Awaited<ReturnType<typeof somebody>>) =>
  (await person.get(`/v1/platforms/accounts?profileId=${profile.id}&include=disconnected`)).body

/** Lists the tables with rows that contain a word. */
async function whereIs(word: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(t.db)
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: hits } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.raw(name)} x where x::text like ${`%${word}%`}`.execute(t.db)
    if (hits[0]!.n > 0) found.push(`${name} (${hits[0]!.n})`)
  }
  return found
}

test('400: a request that none of our apps signed changes nothing', async () => {
  const one = await somebody()
  for (const path of ['/deauthorize', '/data-deletion']) {
    for (const request of [signed(one.userId, { secret: 'a guess' }), 'nonsense', '', '.']) {
      const answer = await post(path, request)
      assert.equal(answer.status, 400, `${path} ${request}`)
      assert.equal(answer.body.code, 'signed_request_invalid')
    }
  }
  const bare = await fetch(`${t.url}${base}/deauthorize`, { method: 'POST' })
  assert.equal(bare.status, 400)
  assert.equal((await accountsOf(one))[0].status, 'active')
})

test('204: if a person removes the app, the account needs a reconnect; repeats and unknown people change nothing', async () => {
  const one = await somebody()
  for (const userId of [one.userId, one.userId, '999']) {
    assert.deepEqual(await post('/deauthorize', signed(userId)), { status: 204, text: '', body: undefined })
  }
  const [account] = await accountsOf(one)
  assert.equal(account.status, 'needs_reconnect')
})

test('the words and names that were read for an account are deleted with the network’s data about it', async () => {
  const one = await somebody()
  const place = { profileId: one.profile.id, accountId: one.account.id, at: t.now() }
  await storeConversation(t.db, place)
  assert.deepEqual((await whereIs('Which price?')).length, 1)
  assert.equal((await post('/data-deletion', signed(one.userId))).status, 200)
  await t.settle()
  for (const word of ['Which price?', 'stranger.example', 'did:plc:stranger']) assert.deepEqual(await whereIs(word), [])
})

test('a removal that precedes the current consent does not affect it', async () => {
  const one = await somebody()
  const before = new Date(t.now().getTime() - 3_600_000)
  assert.equal((await post('/deauthorize', signed(one.userId, { at: before }))).status, 204)
  assert.equal((await post('/data-deletion', signed(one.userId, { at: before }))).status, 200)
  await t.settle()
  const [account] = await accountsOf(one)
  assert.equal(account.status, 'active')
  assert.equal(account.handle, one.account.handle)
})

test('200: all of the network’s data about a person is deleted, and their own posts stay', async () => {
  const one = await somebody()
  const other = await somebody()
  const { platforms: _, ...before } = await one.targetOf(one.out)
  const remoteId = before.targets[0].platformPostId
  assert.ok(remoteId)
  const { remoteId: did } = await t.db
    .selectFrom('account')
    .innerJoin('remoteAccount', 'remoteAccount.id', 'account.remoteAccountId')
    .select('remoteAccount.remoteId')
    .where('account.id', '=', one.id)
    .executeTakeFirstOrThrow()
  assert.ok((await whereIs(did)).length > 1)

  const receipt = await post('/data-deletion', signed(one.userId))
  assert.equal(receipt.status, 200, receipt.text)
  const { url, confirmation_code: code } = receipt.body
  assert.match(code, /^[A-Z0-9]{26}$/)
  assert.equal(url, `http://posthorn.test${base}/data-deletion/status?code=${code}`)
  const status = async (headers = {}) => fetch(`${t.url}${base}/data-deletion/status?code=${code}`, { headers })
  assert.equal(((await (await status()).json()) as { state: string }).state, 'received')
  // A repeat while the request is open is the same request.
  assert.equal((await post('/data-deletion', signed(one.userId))).body.confirmation_code, code)

  await t.settle()
  const done = (await (await status()).json()) as { state: string; accounts: number; finishedAt: string }
  assert.deepEqual([done.state, done.accounts, typeof done.finishedAt], ['done', 1, 'string'])
  const page = await status({ accept: 'text/html,application/xhtml+xml' })
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  assert.match(await page.text(), /We’ve deleted the data/)
  const german = await status({ accept: 'text/html', 'accept-language': 'de' })
  assert.match(await german.text(), /<html lang="de">[\s\S]*Wir haben die Daten gelöscht/)

  for (const word of [one.userId, did, one.account.handle, remoteId]) assert.deepEqual(await whereIs(word), [], word)
  const [account] = await accountsOf(one)
  assert.deepEqual(
    [account.status, account.handle, account.displayName, account.avatar, account.scopes],
    ['disconnected', '(deleted)', null, null, []],
  )
  const after = await one.targetOf(one.out)
  assert.equal(after.content, 'The lamp is lit')
  assert.equal(after.status, 'published')
  assert.equal(after.targets[0].platformPostId, null)
  assert.match(after.targets[0].warnings[0], /network data at the network’s request/)
  assert.equal((await one.targetOf(one.later)).status, 'draft')
  assert.equal((await one.targetOf(one.later)).content, 'The lamp is out')
  // Another user's account is untouched.
  assert.equal((await accountsOf(other))[0].handle, other.account.handle)
  const verdict = await verifyAudit(t.db, [], t.deps.seal)
  assert.deepEqual(verdict.faults, [])
  assert.ok(verdict.erased > 0)
})

test('an erased account can be connected again, as a new row', async () => {
  const one = await somebody()
  await post('/data-deletion', signed(one.userId))
  await t.settle()
  const name = one.person.email.split('@')[0]
  const credentials = { profileId: one.profile.id, identifier: `${name}.sandbox`, appPassword: 'sand-boxx-pass-word' }
  const again = await one.person.post('/v1/platforms/bluesky/connect', credentials)
  assert.equal(again.status, 201, again.text)
  assert.notEqual(again.body.id, one.account.id)
})

test('an account that is being published to is erased afterwards, and the request stays open until then', async () => {
  const one = await somebody()
  const receipt = async () => (await post('/data-deletion', signed(one.userId))).body.confirmation_code as string
  await sql`update publication set status = 'publishing', due_at = ph.now() + interval '1 hour', taken_fence = 1,
    begun_first = ph.now(), parts_shown = 0, parts_total = 1 where account_id = ${one.id}`.execute(t.db)
  const code = await receipt()
  await t.settle()
  const status = async () =>
    (await (await fetch(`${t.url}${base}/data-deletion/status?code=${code}`)).json()) as { state: string }
  assert.equal((await status()).state, 'received')
  assert.notEqual((await accountsOf(one))[0].handle, '(deleted)')
  await sql`update publication set taken_fence = null where account_id = ${one.id}`.execute(t.db)
  await t.advance(10_000)
  assert.equal((await status()).state, 'done')
  // Without the account, no call can find out whether the post was published.
  assert.equal((await one.targetOf(one.out)).targets[0].status, 'unknown')
})

test('404: an unknown code is rejected', async () => {
  const answer = await t.anyone.get(`${base}/data-deletion/status?code=NOSUCHCODE`)
  assert.equal(answer.status, 404)
  assert.equal(answer.body.code, 'deletion_not_found')
})
