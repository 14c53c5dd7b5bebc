import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { days, hours, minutes } from '#kernel/clock.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { oauthApp } from '#test/world/apps.ts'
import { done, grant, makeProfile, refused } from '#test/world/people.ts'

let t: TestApp
let ada: Person
before(async () => {
  t = await startApp()
  await t.as('root')
  ada = await t.as('ada')
})
after(() => t[Symbol.asyncDispose]())

const again = async ({ email, password }: Person): Promise<Client> =>
  t.withToken(done(await t.anyone.post('/v1/auth/sign-in', { email, password })).body.token)

const listed = async (client: Client, id: string, query = '') =>
  done(await client.get(`/v1/profiles/${id}/activity${query}`)).body

interface Entry {
  readonly action: string
  readonly actor: { readonly name: string | null }
  readonly source: { readonly kind: string; readonly name: string | null }
  readonly changes: object
}

const saidBy = ({ entries }: { readonly entries: readonly Entry[] }) =>
  entries.map(({ action, actor, source }: Entry) => [action, actor.name, source.kind, source.name])

test('200: everyone with a role reads who did what in the brand, with an API key by name; other brands are not in it', async () => {
  const [id, other] = [await makeProfile(ada, 'Harbour Coffee'), await makeProfile(ada, 'Elsewhere')]
  const vera = await t.as('vera')
  await grant(ada, id, vera, 'viewer')
  const { key } = done(
    await ada.post('/v1/api-keys', { name: '=Robot', scopes: ['posts:write', 'posts:read', 'profiles:read'] }),
    201,
  ).body
  const post = done(
    await t.withToken(key).post('/v1/posts', { profileId: id, content: 'Rolls at nine', saveAsDraft: true }),
    201,
  ).body
  done(await ada.patch(`/v1/posts/${post.id}`, { content: 'Rolls at ten' }))
  const note = done(
    await ada.post('/v1/calendar-notes', {
      profileId: id,
      text: 'Closed',
      fromDate: '2026-12-24',
      toDate: '2026-12-24',
    }),
    201,
  ).body
  done(await ada.delete(`/v1/calendar-notes/${note.id}`))
  done(await ada.patch(`/v1/profiles/${other}`, { name: 'Still elsewhere' }))

  const page = await listed(vera, id)
  assert.deepEqual(saidBy(page), [
    ['calendar_note.deleted', 'ada', 'web', null],
    ['calendar_note.created', 'ada', 'web', null],
    ['post.updated', 'ada', 'web', null],
    ['post.created', 'ada', 'api-key', '=Robot'],
    ['profile_member.added', 'vera', 'web', null],
    ['profile.created', 'ada', 'web', null],
  ])
  // Only those who manage the brand see whom it has invited.
  const invited = saidBy(await listed(ada, id)).filter(([action]) => action === 'profile_invite.created')
  assert.equal(invited.length, 1)
  const [, , changed, created] = page.entries
  assert.deepEqual(changed.changes.content, { from: 'Rolls at nine', to: 'Rolls at ten' })
  assert.match(created.source.id, /^key_/)
  assert.equal(page.keptFrom, new Date(t.now().getTime() - days(365)).toISOString())

  // Each filter is the server's, and pages continue behind a cursor.
  const one = await listed(vera, id, '?limit=3')
  const two = await listed(vera, id, `?limit=3&cursor=${one.nextCursor}`)
  assert.deepEqual(
    [...one.entries, ...two.entries].map((entry) => entry.id),
    page.entries.slice(0, 6).map((entry: { id: string }) => entry.id),
  )
  assert.deepEqual(saidBy(await listed(vera, id, '?source=api-key')), [['post.created', 'ada', 'api-key', '=Robot']])
  assert.equal((await listed(vera, id, '?source=chat')).entries.length, 0)
  assert.equal((await listed(vera, id, `?actor=${vera.uid}`)).entries.length, 1)
  assert.equal((await listed(vera, id, '?action=post')).entries.length, 2)
  assert.equal((await listed(vera, id, '?action=post.updated')).entries.length, 1)
  assert.equal((await listed(vera, id, '?action=pos')).entries.length, 0)
  const later = new Date(t.now().getTime() + hours(1)).toISOString()
  assert.equal((await listed(vera, id, `?from=${later}`)).entries.length, 0)
  assert.equal((await listed(vera, id, `?to=${later}&source=web`)).entries.length, 5)
  refused(await vera.get(`/v1/profiles/${id}/activity?cursor=nonsense`), 400, 'cursor_invalid')
  refused(await (await t.as('stranger')).get(`/v1/profiles/${id}/activity`), 403, 'profile_forbidden')

  // The file has the same entries and runs no formula.
  const file = done(await vera.get(`/v1/profiles/${id}/activity/export?source=api-key`))
  const [head, row = '', rest] = file.text.split('\r\n')
  assert.equal(head, 'at,personId,person,source,sourceName,action,subject,changes')
  assert.ok(row.includes(`,ada,api-key,'=Robot,post.created,${post.id},`), row)
  assert.equal(rest, '')
  const all = done(await vera.get(`/v1/profiles/${id}/activity/export?bom=true`))
  assert.equal(all.text.trim().split('\r\n').length, 7)
})

test('an export reads all pages of a long history, and a member removed in the meantime reads nothing', async () => {
  const id = await makeProfile(ada)
  const max = await t.as('max')
  await grant(ada, id, max, 'editor')
  const texts = Array.from({ length: 50 }, (_, nth) => ({ content: `Post ${nth}`, saveAsDraft: true, profileId: id }))
  for (let from = 0; from < 11; from += 1) done(await max.post('/v1/posts/bulk', { posts: texts }), 201)
  const { text } = done(await max.get(`/v1/profiles/${id}/activity/export?action=post`))
  assert.equal(new Set(text.trim().split('\r\n')).size, 551)
  done(await ada.delete(`/v1/profiles/${id}/members/${max.uid}`))
  refused(await max.get(`/v1/profiles/${id}/activity/export`), 403, 'profile_forbidden')
})

test('a person who is deleted leaves no name and no value in the activity, and the actions stay', async () => {
  const id = await makeProfile(ada)
  const eve = await t.as('eve-to-go')
  await grant(ada, id, eve, 'editor')
  const post = done(
    await eve.post('/v1/posts', { profileId: id, content: 'Call 555-1234', saveAsDraft: true }),
    201,
  ).body
  done(await eve.patch(`/v1/posts/${post.id}`, { content: 'Call 555-9876' }))
  assert.equal(saidBy(await listed(ada, id, '?action=post'))[0]?.[1], 'eve-to-go')
  assert.ok((await eve.delete('/v1/auth/me')).status < 300)
  await t.settle()
  const { entries } = await listed(ada, id, '?action=post')
  assert.deepEqual(
    entries.map(({ action, actor, changes }: Entry) => [action, actor.name, changes]),
    [
      ['post.updated', null, {}],
      ['post.created', null, {}],
    ],
  )
  const { text } = done(await ada.get(`/v1/profiles/${id}/activity/export`))
  assert.doesNotMatch(text, /555-|eve-to-go/)
})

// This test runs last, because it moves the clock.
test('an entry is listed for 365 days, whatever time the filter begins at', async () => {
  const id = await makeProfile(ada)
  await t.advance(days(365) - minutes(1))
  const later = await again(ada)
  assert.equal((await listed(later, id, '?action=profile.created')).entries.length, 1)
  await t.advance(minutes(2))
  assert.equal((await listed(await again(ada), id, '?from=2020-01-01T00:00:00Z')).entries.length, 0)
})

test('a post that an app writes has the name of the app, over the API and over MCP', async () => {
  const user = await t.as('appuser')
  const id = await makeProfile(user, 'With an app')
  const scope = 'profiles:read posts:read posts:write'
  const app = oauthApp(t)
  const { tokens } = await app.signIn(user, { request: { scope } })
  const body = { profileId: id, content: 'By an app', saveAsDraft: true }
  done(await t.withToken(tokens.access_token).post('/v1/posts', body), 201)
  const agent = await app.signIn(user, {
    clientId: await app.register({ client_name: 'Assistant' }),
    request: { scope, resource: app.mcp },
  })
  const client = new McpClient({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${t.url}/mcp?toolsets=all`), {
      requestInit: { headers: { authorization: `Bearer ${agent.tokens.access_token}` } },
    }),
  )
  const { isError, content } = await client.callTool({
    name: 'create_draft',
    arguments: { profile: id, content: 'By an assistant' },
  })
  await client.close()
  assert.ok(!isError, JSON.stringify(content))
  assert.deepEqual(saidBy(await listed(user, id, '?source=app')), [
    ['post.created', 'appuser', 'app', 'Assistant'],
    ['post.created', 'appuser', 'app', 'Agent'],
  ])
})
