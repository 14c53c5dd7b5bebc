import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hours } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { setPlan } from '#modules/identity/index.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { browser, callbackUrlOf, connectHeadless, consent, createOauthUrl, signInByBrowser } from '#test/world/oauth.ts'
import { grant, makeProfile, refused } from '#test/world/people.ts'
import { inTime } from '#test/world/posts.ts'

let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true })
})
after(() => t[Symbol.asyncDispose]())
let nth = 0
async function somebody(): Promise<{ person: Person; profileId: string }> {
  nth += 1
  const person = await t.as(`p-${nth}`)
  return { person, profileId: await makeProfile(person) }
}

const accounts = async (person: Client, profileId: string) =>
  (await person.get(`/v1/platforms/accounts?profileId=${profileId}`)).body
const leaveAll = async (person: Client, profileId: string) => {
  for (const { id } of await accounts(person, profileId)) await person.delete(`/v1/connections/${id}`)
  await t.settle()
}
const listPages = async (person: Client, profileId: string) =>
  (await person.get(`/v1/platforms/facebook/pages?profileId=${profileId}`)).body.pages
const choose = (person: Client, profileId: string, pageId: string, accountId?: string) =>
  person.post('/v1/platforms/facebook/switch-page', { profileId, pageId, ...(accountId ? { accountId } : {}) })

test('a single usable page is connected immediately, and an unusable one shows what it lacks', async () => {
  const { person, profileId } = await somebody()
  const { body } = await connectHeadless(t, person, 'facebook', profileId, { login: 'user-1' })
  const [account] = await accounts(person, profileId)
  assert.deepEqual([body.accountId, body.choose, account.network], [account.id, null, 'facebook'])
  const pages = await listPages(person, profileId)
  assert.deepEqual(
    pages.map(({ connected, accountId, lacks }: (typeof pages)[number]) => [connected, accountId, lacks === null]),
    [
      [true, account.id, true],
      [false, null, false],
    ],
  )
  refused(await choose(person, profileId, pages[1].id), 409, 'page_unusable')
  refused(await choose(person, profileId, '1'), 404, 'page_not_found')
  const health = await person.get(`/v1/platforms/accounts/${account.id}/health`)
  assert.deepEqual([health.body.status, health.body.checks.at(-1).ok], ['active', true], health.text)
})

test('two chosen pages share one grant, and the first is the default', async () => {
  const { person, profileId } = await somebody()
  const { authUrl } = await createOauthUrl(t, person, 'facebook', profileId)
  const ended = await signInByBrowser(t, authUrl, { login: 'alice' })
  assert.equal(ended.href, `http://posthorn.test/connected?choose=net-b&profileId=${profileId}`)
  assert.match((await browser(t).open(ended.href)).text, /has more than one page/)
  assert.deepEqual(await accounts(person, profileId), [])
  const [bakery, books] = await listPages(person, profileId)
  assert.deepEqual([bakery.connected, books.connected], [false, false])
  const first = await choose(person, profileId, bakery.id)
  assert.equal(first.status, 201, first.text)
  assert.deepEqual([first.body.handle, first.body.isDefault], ['alice.bakery', true])
  const second = await choose(person, profileId, books.id)
  assert.deepEqual([second.status, second.body.isDefault], [201, false])
  const used = await t.db
    .selectFrom('account')
    .select('grantId')
    .where('id', 'in', await idsOf(profileId))
    .execute()
  assert.deepEqual([used.length, new Set(used.map(({ grantId }) => grantId)).size], [2, 1])
  const choices = await t.db.selectFrom('pageChoice').selectAll().execute()
  assert.deepEqual(choices, [])
  await leaveAll(person, profileId)
})

const idsOf = async (profileId: string) => {
  const id = fromWire('prof', profileId)
  assert.ok(id)
  const rows = await t.db.selectFrom('account').select('id').where('profileId', '=', id).execute()
  return rows.map((row) => row.id)
}

test('after switching pages, the new page is the default, and the old account keeps its posts', async () => {
  const { person, profileId } = await somebody()
  await connectHeadless(t, person, 'facebook', profileId, { login: 'alice' })
  const [bakery, books] = await listPages(person, profileId)
  const old = (await choose(person, profileId, bakery.id)).body
  const draft = { profileId, content: 'for the bakery', scheduledAt: inTime(t, hours(2)) }
  const post = await person.post('/v1/posts', { ...draft, platforms: ['facebook'] })
  assert.ok(post.status < 300, post.text)
  const switched = await choose(person, profileId, books.id, old.id)
  assert.deepEqual([switched.status, switched.body.isDefault], [201, true], switched.text)
  assert.notEqual(switched.body.id, old.id)
  const all = (await person.get(`/v1/platforms/accounts?profileId=${profileId}&include=disconnected`)).body
  assert.deepEqual(
    all.map(({ id, status, isDefault }: (typeof all)[number]) => [id, status, isDefault]).sort(),
    [
      [old.id, 'disconnected', false],
      [switched.body.id, 'active', true],
    ].sort(),
  )
  const { body } = await person.get(`/v1/posts/${post.body.id}`)
  assert.deepEqual(
    body.targets.map(({ accountId }: { accountId: string }) => accountId),
    [old.id],
  )
  const affected = await person.get(`/v1/platforms/accounts/${old.id}/affected-posts`)
  assert.equal(affected.body.total, 1)
  // The new page uses the consent, so it was not revoked.
  await t.settle()
  assert.ok(await isGood(person, switched.body.id))
  const back = await choose(person, profileId, bakery.id, switched.body.id)
  assert.deepEqual([back.body.id, back.body.isDefault], [old.id, true])
  await leaveAll(person, profileId)
})

const isGood = async (person: Client, id: string): Promise<boolean> =>
  (await person.get(`/v1/platforms/accounts/${id}/health`)).body.checks.every(({ ok }: { ok: boolean }) => ok)

test('switching pages does not count against the plan; another page does', async () => {
  const { person, profileId } = await somebody()
  await setPlan(t.deps, person.email, 'free')
  for (const login of ['user-21', 'user-22']) await connectHeadless(t, person, 'facebook', profileId, { login })
  await connectHeadless(t, person, 'facebook', profileId, { login: 'alice' })
  const mine = (await listPages(person, profileId)).filter(({ name }: { name: string }) => name.startsWith('Alice'))
  const third = await choose(person, profileId, mine[0].id)
  assert.equal(third.status, 201, third.text)
  refused(await choose(person, profileId, mine[1].id), 409, 'plan_limit_reached')
  assert.equal((await choose(person, profileId, mine[1].id, third.body.id)).status, 201)
  await leaveAll(person, profileId)
})

test('an account of another profile or network, or a disconnected account, cannot be replaced', async () => {
  const { person, profileId } = await somebody()
  const other = await makeProfile(person, 'other')
  await connectHeadless(t, person, 'facebook', other, { login: 'user-31' })
  const [elsewhere] = await accounts(person, other)
  await connectHeadless(t, person, 'facebook', profileId, { login: 'user-32' })
  const [here] = await accounts(person, profileId)
  const [page] = await listPages(person, profileId)
  refused(await choose(person, profileId, page.id, elsewhere.id), 404, 'account_not_found')
  await person.delete(`/v1/connections/${here.id}`)
  await connectHeadless(t, person, 'facebook', profileId, { login: 'user-33' })
  const [next] = await listPages(person, profileId)
  refused(await choose(person, profileId, next.id, here.id), 409, 'account_not_connected')
})

test('a page omitted from the next consent needs a reconnect, and a consent that includes it restores it', async () => {
  const { person, profileId } = await somebody()
  await connectHeadless(t, person, 'facebook', profileId, { login: 'bob' })
  const [bakery, books] = await listPages(person, profileId)
  const first = (await choose(person, profileId, bakery.id)).body
  const second = (await choose(person, profileId, books.id)).body
  const less = await connectHeadless(t, person, 'facebook', profileId, { login: 'bob', pages: ['bob-bakery'] })
  assert.equal(less.body.accountId, first.id, less.text)
  const shown = async () =>
    Object.fromEntries((await accounts(person, profileId)).map((one: { id: string }) => [one.id, one]))
  assert.deepEqual([(await shown())[first.id].status, (await shown())[second.id].status], ['active', 'needs_reconnect'])
  assert.match((await shown())[second.id].statusReason, /didn’t select this page/)
  const all = await connectHeadless(t, person, 'facebook', profileId, { login: 'bob' })
  assert.equal(all.body.choose, 'page')
  assert.equal((await shown())[second.id].status, 'active')
  assert.ok(await isGood(person, second.id))
  await leaveAll(person, profileId)
})

test('if a network rejects one page, the consent’s other pages are not affected', async () => {
  const { person, profileId } = await somebody()
  await connectHeadless(t, person, 'facebook', profileId, { login: 'bob' })
  const [bakery, books] = await listPages(person, profileId)
  const first = (await choose(person, profileId, bakery.id)).body
  const second = (await choose(person, profileId, books.id)).body
  await act('bob-books', 'lose_role')
  assert.equal(await isGood(person, second.id), false)
  const statuses = new Map(
    (await accounts(person, profileId)).map((one: { id: string; status: string }) => [one.id, one.status]),
  )
  assert.deepEqual([statuses.get(first.id), statuses.get(second.id)], ['active', 'needs_reconnect'])
  assert.ok(await isGood(person, first.id))
  await act('bob-books', 'restore_role')
  await leaveAll(person, profileId)
})

test('a consent that covers no page or lacks a required scope is refused', async () => {
  const { person, profileId } = await somebody()
  refused(
    await connectHeadless(t, person, 'facebook', profileId, { login: 'user-41', pages: [] }),
    400,
    'no_usable_page',
  )
  const scopes = ['pages_show_list', 'pages_read_engagement']
  const less = await connectHeadless(t, person, 'facebook', profileId, { login: 'user-42', scopes })
  refused(less, 400, 'scopes_missing')
  assert.match(less.body.detail, /pages_manage_posts/)
  const enough = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts']
  const fine = await connectHeadless(t, person, 'facebook', profileId, { login: 'user-43', scopes: enough })
  assert.equal(fine.status, 200, fine.text)
})

test('upgrade-scopes for one page of several keeps that page', async () => {
  const { person, profileId } = await somebody()
  await connectHeadless(t, person, 'facebook', profileId, { login: 'alice' })
  const [, books] = await listPages(person, profileId)
  const { id } = (await choose(person, profileId, books.id)).body
  const connectRequest = { scopes: ['read_insights'], redirectUrl: callbackUrlOf(t, 'facebook'), headless: true }
  const { authUrl } = (await person.post(`/v1/connections/${id}/upgrade-scopes`, connectRequest)).body
  const back = new URL(await consent(authUrl, { login: 'alice' }))
  const done = await t.anyone.get(back.pathname + back.search)
  assert.deepEqual([done.body.accountId, done.body.choose], [id, null], done.text)
  await leaveAll(person, profileId)
})

test('a consent for which no page is chosen is revoked after a day, not before', async () => {
  const { person, profileId } = await somebody()
  await connectHeadless(t, person, 'facebook', profileId, { login: 'alice' })
  const [waiting] = await t.db
    .selectFrom('pageChoice')
    .innerJoin('profile', 'profile.id', 'pageChoice.profileId')
    .select('pageChoice.grantId')
    .where('profile.id', '=', fromWire('prof', profileId))
    .execute()
  const status = async () => {
    const query = t.db
      .selectFrom('networkGrant')
      .select('status')
      .where('id', '=', waiting?.grantId ?? '')
    return (await query.executeTakeFirst())?.status
  }
  await t.advance(hours(23))
  assert.equal(await status(), 'active')
  await t.advance(hours(2))
  assert.equal(await status(), 'revoked')
  const { calls } = t.sandbox.calls.list({ network: 'facebook', account: 'alice' })
  assert.ok(calls.some(({ call }) => call === 'deletePermissions'))
})

test('a consent whose pages are still to be chosen is not revoked with the last account that used it', async () => {
  const { person, profileId } = await somebody()
  await connectHeadless(t, person, 'facebook', profileId, { login: 'alice' })
  const [bakery, books] = await listPages(person, profileId)
  assert.equal((await choose(person, profileId, bakery.id)).status, 201)
  const second = await makeProfile(person, 'second')
  await connectHeadless(t, person, 'facebook', second, { login: 'alice' })
  await leaveAll(person, profileId)
  const chosen = await choose(person, second, books.id)
  assert.equal(chosen.status, 201, chosen.text)
  assert.ok(await isGood(person, chosen.body.id))
  await leaveAll(person, second)
})

test('revoking one owner’s grant does not affect another owner’s grant from the same person', async () => {
  const [one, two] = [await somebody(), await somebody()]
  await connectHeadless(t, one.person, 'facebook', one.profileId, { login: 'bob' })
  const [bakery, books] = await listPages(one.person, one.profileId)
  const hers = (await choose(one.person, one.profileId, bakery.id)).body
  assert.deepEqual(hers.page, { id: bakery.id, name: bakery.name })
  await connectHeadless(t, two.person, 'facebook', two.profileId, { login: 'bob' })
  refused(await choose(two.person, two.profileId, bakery.id), 409, 'account_in_use')
  assert.equal((await choose(two.person, two.profileId, books.id)).status, 201)
  await leaveAll(two.person, two.profileId)
  assert.ok(await isGood(one.person, hers.id))
  await leaveAll(one.person, one.profileId)
})

test('only admins choose pages, and an account’s options also list them', async () => {
  const { person, profileId } = await somebody()
  const editor = await t.as('p-editor')
  await connectHeadless(t, person, 'facebook', profileId, { login: 'user-51' })
  await grant(person, profileId, editor, 'editor')
  refused(await editor.get(`/v1/platforms/facebook/pages?profileId=${profileId}`), 403, 'profile_role_required')
  refused(await choose(editor, profileId, '1'), 403, 'profile_role_required')
  const [{ id }] = await accounts(person, profileId)
  refused(await editor.get(`/v1/connections/${id}/options`), 403, 'profile_role_required')
  const calls = async () => t.sandbox.calls.list({ network: 'facebook', account: 'user-51' }).calls.length
  const first = await person.get(`/v1/connections/${id}/options`)
  assert.deepEqual(first.body.pages, await listPages(person, profileId))
  const before = await calls()
  assert.deepEqual((await person.get(`/v1/connections/${id}/options`)).body, first.body)
  assert.equal(await calls(), before)
  await using without = await startApp({ beside: t, connectors: {} })
  const there = without.withToken(person.token)
  refused(await there.get(`/v1/platforms/facebook/pages?profileId=${profileId}`), 409, 'network_unsupported')
  refused(await choose(there, profileId, '1'), 409, 'network_unsupported')
})

test('editors see an account’s boards, and the network is queried once a minute', async () => {
  const { person, profileId } = await somebody()
  const editor = await t.as('p-writer')
  const viewer = await t.as('p-viewer')
  const { body } = await connectHeadless(t, person, 'pinterest', profileId, { login: 'user-52' })
  await grant(person, profileId, editor, 'editor')
  await grant(person, profileId, viewer, 'viewer')
  const ask = (who: Client) => who.get(`/v1/connections/${body.accountId}/options`)
  refused(await ask(viewer), 403, 'profile_role_required')
  const first = await ask(editor)
  assert.deepEqual(
    first.body.boards.map(({ name, privacy }: { name: string; privacy: string }) => [name, privacy]),
    [
      ['Recipes', 'public'],
      ['Places', 'public'],
    ],
    first.text,
  )
  assert.deepEqual(first.body.pages, [])
  const calls = () => t.sandbox.calls.list({ network: 'pinterest', call: 'getBoards' }).calls.length
  const before = calls()
  assert.deepEqual((await ask(person)).body, first.body)
  assert.equal(calls(), before)
})

async function act(account: string, name: string): Promise<void> {
  const answer = await fetch(`${t.sandbox.url}/control/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ network: 'facebook', account, act: name }),
  })
  assert.ok(answer.ok, await answer.text())
}

const linkedinPages = async (person: Client, profileId: string) =>
  (await person.get(`/v1/platforms/linkedin/pages?profileId=${profileId}`)).body.pages
const connectLinkedin = (person: Client, profileId: string, pageId: string) =>
  person.post('/v1/platforms/linkedin/connect-page', { profileId, pageId })
function atLinkedIn(person: Client, profileId: string, params: Parameters<typeof connectHeadless>[4]) {
  // LinkedIn accepts plain http only for localhost, unless the callback is registered.
  t.sandbox.network('linkedin').settings?.change({ callbacks: [callbackUrlOf(t, 'linkedin')] })
  return connectHeadless(t, person, 'linkedin', profileId, params)
}

test('LinkedIn: a member and their organizations can be chosen, and share one consent', async () => {
  const { person, profileId } = await somebody()
  const { body } = await atLinkedIn(person, profileId, { login: 'alice' })
  assert.deepEqual([body.accountId, body.choose, body.pages.length], [null, 'page', 3])
  const [member, works, studio] = await linkedinPages(person, profileId)
  assert.deepEqual(
    [member, works, studio].map(({ category, connected, lacks }) => [category, connected, lacks]),
    [
      ['Member', false, null],
      ['Organization', false, null],
      ['Organization', false, null],
    ],
  )
  const asPage = await connectLinkedin(person, profileId, works.id)
  assert.deepEqual([asPage.status, asPage.body.handle, asPage.body.isDefault], [201, 'alice-works', true], asPage.text)
  const asMember = await connectLinkedin(person, profileId, member.id)
  assert.deepEqual([asMember.status, asMember.body.handle], [201, 'alice'])
  refused(await connectLinkedin(person, profileId, 'urn:li:organization:1'), 404, 'page_not_found')
  const ids = await idsOf(profileId)
  const used = await t.db.selectFrom('account').select('grantId').where('id', 'in', ids).execute()
  assert.deepEqual([used.length, new Set(used.map(({ grantId }) => grantId)).size], [2, 1])
  // Without renewal, the expiry of the grant is known from the start.
  const [account] = await accounts(person, profileId)
  const endsInMs = Date.parse(account.expiresAt) - t.now().getTime()
  assert.ok(endsInMs > 59 * 24 * hours(1) && endsInMs <= 60 * 24 * hours(1), account.expiresAt)
  const late = { profileId, content: 'late', scheduledAt: inTime(t, endsInMs + hours(1)) }
  const post = await person.post('/v1/posts', { ...late, platforms: ['linkedin'] })
  assert.ok(post.status < 300, post.text)
  const { forecast } = (await accounts(person, profileId)).find(({ id }: { id: string }) => id === account.id)
  assert.deepEqual([forecast.failsAt, forecast.posts], [account.expiresAt, 1])
  await leaveAll(person, profileId)
})

test('LinkedIn: a member without organizations is connected immediately', async () => {
  const { person, profileId } = await somebody()
  const params = { login: 'bob', scopes: ['r_basicprofile', 'w_member_social'] }
  const { body } = await atLinkedIn(person, profileId, params)
  assert.deepEqual([body.choose, body.handle], [null, 'bob'], JSON.stringify(body))
  assert.deepEqual(
    (await linkedinPages(person, profileId)).map(({ connected }: { connected: boolean }) => connected),
    [true],
  )
  const [{ id }] = await accounts(person, profileId)
  const health = await person.get(`/v1/platforms/accounts/${id}/health`)
  assert.deepEqual([health.body.status, health.body.checks.at(-1).ok], ['active', true], health.text)
  await leaveAll(person, profileId)
})

test('LinkedIn: an organization that withdraws a member’s role shows what is missing, and the member stays connected', async () => {
  const { person, profileId } = await somebody()
  await atLinkedIn(person, profileId, { login: 'user-7' })
  t.sandbox.network('linkedin').acts.weaken_role?.('user-7')
  const [member, works] = await linkedinPages(person, profileId)
  assert.equal(member.lacks, null)
  assert.match(works.lacks, /You can’t post as/)
  refused(await connectLinkedin(person, profileId, works.id), 409, 'page_unusable')
})
