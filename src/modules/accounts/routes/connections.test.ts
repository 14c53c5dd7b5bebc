import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { createOauthUrl, signInByBrowser } from '#test/world/oauth.ts'
import { withKey } from '#test/world/posts.ts'

/** Tests that an API key can do everything with accounts that a user can do. */
let t: TestApp
let ada: Person
let profileId: string
let reader: Client
let writer: Client
before(async () => {
  t = await startApp({ sandbox: true })
  ada = await t.as('ada')
  profileId = (await ada.post('/v1/profiles', { name: 'Harbour' })).body.id
  reader = await withKey(t, ada, ['connections:read'])
  writer = await withKey(t, ada, ['connections:read', 'connections:write'])
})
after(() => t[Symbol.asyncDispose]())

const connect = (by: Client, identifier: string, more: object = {}) =>
  by.post('/v1/connections/direct', {
    profileId,
    platform: 'bluesky',
    credentials: { identifier, appPassword: 'sand-boxx-pass-word' },
    ...more,
  })
const list = async (query = '') => (await reader.get(`/v1/connections${query}`)).body.connections
const handlesOf = (accounts: readonly { handle: string }[]) => accounts.map(({ handle }) => handle)

test('201: a key connects accounts with credentials, on each network that connects directly', async () => {
  const made = await connect(writer, 'alice.sandbox')
  assert.deepEqual([made.status, made.body.handle, made.body.network], [201, 'alice.sandbox', 'bluesky'], made.text)
  const instanceUrl = `${t.sandbox.url}/mastodon`
  const there = await connect(writer, '', {
    platform: 'mastodon',
    credentials: { instanceUrl, accessToken: 'sandbox-token-alice' },
  })
  assert.deepEqual([there.status, there.body.network], [201, 'mastodon'], there.text)
})

test('400 validation_failed: credentials that do not match the platform are rejected, and each error has its path', async () => {
  const faultsOf = async (more: object) =>
    (await connect(writer, 'x', more)).body.errors.map(({ path, code }: { path: string; code: string }) => [path, code])
  assert.deepEqual(await faultsOf({ credentials: { identifier: 'x', token: 'y' } }), [
    ['/credentials/appPassword', 'required'],
    ['/credentials/token', 'unknown_field'],
  ])
  assert.deepEqual(await faultsOf({ platform: 'x' }), [['/platform', 'not_direct']])
})

test('200: a key lists accounts by profile, platform and status, page by page, and reads one', async () => {
  const bob = (await connect(writer, 'bob.sandbox')).body
  const all = await list()
  assert.deepEqual([all.length, handlesOf(all).at(-1)], [3, 'bob.sandbox'])
  assert.deepEqual(handlesOf(await list(`?profileId=${profileId}&platform=bluesky`)), ['alice.sandbox', 'bob.sandbox'])
  const first = (await reader.get('/v1/connections?limit=2')).body
  const rest = (await reader.get(`/v1/connections?limit=2&cursor=${first.nextCursor}`)).body
  assert.deepEqual([...first.connections, ...rest.connections], all)
  assert.equal(rest.nextCursor, null)
  const one = await reader.get(`/v1/connections/${bob.id}`)
  assert.deepEqual(one.body, all[2])
  assert.equal((await reader.get(`/v1/connections/${bob.id}/health`)).body.status, 'active')
  assert.equal((await reader.get(`/v1/connections/${bob.id}/affected-posts`)).body.total, 0)

  assert.equal((await writer.patch(`/v1/connections/${bob.id}`, { isDefault: true })).body.isDefault, true)
  assert.deepEqual((await writer.delete(`/v1/connections/${bob.id}?action=draft`)).body, { ok: true, success: true })
  assert.deepEqual(handlesOf(await list('?platform=bluesky')), ['alice.sandbox'])
  assert.deepEqual(handlesOf(await list('?status=disconnected')), ['bob.sandbox'])
  assert.equal((await list('?status=active,disconnected')).length, 3)
  assert.equal((await list('?status=active&status=disconnected')).length, 3)
  const wrong = await reader.get('/v1/connections?status=active,lost')
  assert.deepEqual([wrong.status, wrong.body.errors[0].path], [400, '/query/status'])
})

test('201: if a consent covers several pages, a key connects one of them, alone, in addition to an account or in its place', async () => {
  const { authUrl } = await createOauthUrl(t, ada, 'facebook', profileId)
  await signInByBrowser(t, authUrl, { login: 'alice' })
  const { pages } = (await reader.get(`/v1/connections/pages?profileId=${profileId}&platform=facebook`)).body
  const choice = { profileId, platform: 'facebook', pageId: pages[0].id }
  const first = await writer.post('/v1/connections/choose-page', choice)
  assert.deepEqual([first.status, first.body.page.id], [201, pages[0].id], first.text)
  const at = `/v1/connections/${first.body.id}`
  const beside = (await reader.get(`${at}/pages`)).body.pages
  assert.deepEqual([beside[0].accountId, beside.length], [first.body.id, pages.length])
  const second = await writer.post(`${at}/choose-page`, { pageId: pages[1].id, replace: true })
  assert.equal(second.status, 201, second.text)
  assert.deepEqual(
    (await list('?platform=facebook')).map(({ page }: { page: { id: string } }) => page.id),
    [pages[1].id],
  )
})

test('403 scope_required: a read-only key cannot connect, choose or change accounts', async () => {
  const [account] = await list()
  const at = `/v1/connections/${account.id}`
  for (const answer of [
    await connect(reader, 'carla.sandbox'),
    await reader.post('/v1/connections/choose-page', {}),
    await reader.post(`${at}/choose-page`, {}),
    await reader.patch(at, {}),
    await reader.delete(at),
  ])
    assert.equal(answer.body.code, 'scope_required', answer.text)
})

test('an operation that has a successor is marked as deprecated in the OpenAPI document, in responses and in the guide', async () => {
  const { paths } = (await t.anyone.get('/openapi.json')).body as {
    paths: Record<string, Record<string, { operationId: string; deprecated?: true; description: string }>>
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ ...one, name: `${method.toUpperCase()} ${path}` })),
  )
  const deprecated = operations.filter((one) => one.deprecated)
  assert.ok(deprecated.length >= 9)
  const guide = await readFile('docs/connecting.md', 'utf8')
  for (const { name, description } of deprecated) {
    const [, id] = /Deprecated: use `(\w+)`/.exec(description) ?? []
    const successor = operations.find(({ operationId }) => operationId === id)
    assert.ok(successor && !successor.deprecated, `${name} names ${id}`)
    const row = guide
      .split('\n')
      .find((line) => line.includes(`\`${name}\``) || line.includes(`\`${name.replace('mastodon', 'net-a')}\``))
    assert.ok(row?.endsWith(`\`${successor.name}\` |`), `${name} → ${successor.name}`)
  }
  const { headers } = await ada.get('/v1/platforms/accounts/all')
  assert.match(headers.deprecation ?? '', /^@\d+$/)
  const [since, end] = [Number(headers.deprecation?.slice(1)) * 1_000, Date.parse(headers.sunset ?? '')]
  assert.ok(end - since >= 365 * 24 * 3_600_000, headers.sunset)
  assert.equal((await ada.get('/v1/connections')).headers.deprecation, undefined)
})
