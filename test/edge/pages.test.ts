import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import { fromWire } from '#kernel/ids.ts'
import { openTicket } from '#modules/alerts/index.ts'
import { type Person, startApp, type TestApp } from '../harness/app.ts'
import type { Answer } from '../harness/client.ts'
import { greta } from '../world/guests.ts'
import { sayMore, storeConversation } from '../world/inbox.ts'
import { uploaded } from '../world/media.ts'
import { done } from '../world/people.ts'
import { plain } from '../world/pictures.ts'
import { connectBoth } from '../world/posts.ts'
import { superadmin } from '../world/second-factor.ts'

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
}

/** The fields that tell the rows of a list apart. */
type Row = Readonly<Partial<Record<'id' | 'name' | 'key' | 'network', string>>>

interface Operation {
  readonly operationId: string
  readonly description?: string
  readonly parameters?: readonly { readonly name: string; readonly required?: boolean }[]
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>
}

let t: TestApp
let lists: readonly (Operation & { readonly path: string; readonly schema: Schema })[]
let world: Awaited<ReturnType<typeof connectBoth>>
let root: Person
let webhookId: string
let ideaId: string
let postId: string
let conversationId: string
before(async () => {
  const settings = { DEFAULT_PLAN: 'max', ALLOW_PRIVATE_WEBHOOKS: 'true' }
  // Both are listed, and neither is called.
  const stock = { UNSPLASH_ACCESS_KEY: 'unused', PEXELS_API_KEY: 'unused', GIPHY_API_KEY: 'unused' }
  t = await startApp({ sandbox: true, settings: { ...settings, ...stock } })
  const { paths, components } = (await t.anyone.get('/openapi.json')).body
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? resolve(components.schemas[schema.$ref.split('/').at(-1) ?? '']) : schema
  lists = (Object.entries(paths) as [string, { readonly get?: Operation }][]).flatMap(([path, { get }]) => {
    const schema = get?.responses['200']?.content?.['application/json']?.schema
    return get && schema ? [{ ...get, path, schema: resolve(schema) }] : []
  })
  root = await t.as('root')
  world = await connectBoth(t)
  await createRows()
})
after(() => t[Symbol.asyncDispose]())

/** Creates at least two rows of everything that is listed page by page. */
async function createRows(): Promise<void> {
  const { ada, person, profileId } = world
  const uid = fromWire('usr', person.uid)
  assert.ok(uid)
  const url = `${t.sandbox.url}/receiver/pages`
  webhookId = done(await person.post('/v1/webhooks', { url, events: ['post.published'] })).body.id
  for (const number of [1, 2]) {
    ideaId = done(await person.post('/v1/ideas', { profileId, title: `idea ${number}` }), 201).body.id
    for (const _ of [1, 2]) done(await person.post(`/v1/ideas/${ideaId}/post`), 201)
    const content = `Opening hours ${number}`
    const draft = { profileId, content, saveAsDraft: true, platforms: ['bluesky'] }
    const { body: post } = done(await ada.post('/v1/posts', draft), 201)
    postId = post.id
    for (const word of ['Which', 'price?'])
      done(await person.post(`/v1/posts/${postId}/team-comments`, { text: word }), 201)
    const { body: link } = done(await ada.post(`/v1/posts/${post.id}/share-link`, { comments: true }), 201)
    done(await t.anyone.post(`/v1/share/p/${link.token}/comments`, { name: 'Maria', text: `Comment ${number}` }), 201)
    await uploaded(t, person, {
      file: await plain(8 + number, 8)
        .png()
        .toBuffer(),
      fields: { profileId },
    })
    done(await person.post('/v1/api-keys', { name: `key ${number}`, scopes: ['posts:read'] }), 201)
    done(await person.post(`/v1/webhooks/${webhookId}/test`))
    done(await person.post('/v1/labels', { profileId, name: `label ${number}` }), 201)
    done(await person.post('/v1/views', { profileId, page: 'posts', name: `view ${number}`, filters: {} }), 201)
    done(await person.post(`/v1/profiles/${profileId}/guests`, greta), 201)
    done(await person.post('/v1/calendar-notes', { profileId, text: `note ${number}`, fromDate: '2026-12-01' }), 201)
    done(await person.post('/v1/mention-book', { profileId, name: `name ${number}`, handles: { x: 'a' } }), 201)
    const source = { profileId, url: `https://calendars.example.com/${number}.ics` }
    const { body: holidays } = done(await person.post('/v1/calendar-sources', source), 201)
    const sourceId = fromWire('csrc', holidays.id)
    await sql`insert into calendar_day (source_id, place, from_date, to_date, text)
      values (${sourceId}, 1, '2026-12-24', '2026-12-24', ${`holiday ${number}`})`.execute(t.db)
    const snippet = { profileId, kind: 'snippet', name: `text ${number}`, content: 'Words.' }
    done(await person.post('/v1/texts', snippet), 201)
    const slots = [{ weekday: number, time: '09:00' }]
    done(await person.post('/v1/slot-plans', { profileId, name: `plan ${number}`, slots }), 201)
    done(await root.post('/v1/admin/alerts', { message: `Alert ${number}`, kind: `kind_${number}` }))
    const about = { kind: 'post_stuck', ownerUid: uid, reporterUid: uid, message: 'It is stuck.' }
    await inTx(t.db, (tx) => openTicket(tx, { at: t.now(), subject: `subject ${number}`, ...about }))
    done(await root.post('/v1/admin/tests/run', { names: ['clock'] }))
    conversationId = await storeConversation(t.db, { profileId, accountId: world.bluesky, at: t.now() })
    await t.settle()
  }
  await sayMore(t.db, conversationId)
  for (const network of ['bluesky', 'mastodon'])
    done(await root.put(`/v1/sandbox/faults/${network}`, { kind: 'slow', delayMs: 1 }))
}

const named = (operation: Operation, name: string) => operation.parameters?.some((one) => one.name === name) ?? false

test('a list has nextCursor and hasMore if and only if it takes limit and cursor', () => {
  const pages = lists.filter(({ schema }) => schema.properties?.nextCursor)
  assert.ok(pages.length >= 17, `${pages.length} lists have pages`)
  for (const page of pages)
    assert.deepEqual(
      [named(page, 'limit'), named(page, 'cursor'), 'hasMore' in (page.schema.properties ?? {})],
      [true, true, true],
      page.operationId,
    )
  const paged = lists.filter((one) => named(one, 'cursor') && one.schema.type === 'object')
  assert.deepEqual(
    paged.map(({ operationId }) => operationId),
    pages.map(({ operationId }) => operationId),
  )
})

/** There is only one flag. */
const mayBeOne = ['listFeatureFlags']

test('with limit=1, cursors lead through every list to the last row, which has no next one', async () => {
  const withCodes = await superadmin(t, root)
  const { client: administrator } = withCodes
  for (const { operationId, path, schema, parameters = [] } of lists.filter(
    (one) => one.schema.properties?.nextCursor,
  )) {
    const isOfProfile = parameters.some(({ name, required }) => name === 'profileId' && required)
    const [, , folder = ''] = path.split('/')
    const ids: Readonly<Record<string, string>> = {
      ideas: ideaId,
      posts: postId,
      profiles: world.profileId,
      inbox: conversationId,
    }
    const url = path.replace('{id}', ids[folder] ?? webhookId)
    const within = isOfProfile ? `profileId=${world.profileId}&` : ''
    const read = (query: string): Promise<Answer> => {
      if (operationId === 'listSecrets') return withCodes.get(`${url}?${query}`)
      const isAdmin = path.includes('/admin/') || path.includes('/sandbox/')
      return (isAdmin ? administrator() : world.person).get(`${url}?${within}${query}`)
    }
    const items = Object.entries(schema.properties ?? {}).find(([, { type }]) => type === 'array')?.[0] ?? ''
    const first = done(await read('limit=2')).body
    assert.ok(first[items].length === 2 || mayBeOne.includes(operationId), `${operationId} has two rows`)
    const walked: Row[] = []
    for (let cursor: string | null = ''; walked.length < first[items].length; ) {
      const { body } = done(await read(`limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`))
      assert.equal(body[items].length, 1, `${operationId} after ${walked.length}`)
      walked.push(body[items][0])
      if (operationId !== 'listEvents') assert.equal(body.hasMore, body.nextCursor !== null, operationId)
      if (!body.hasMore) break
      cursor = body.nextCursor
    }
    const keys = (rows: readonly Row[]) => rows.map((one) => one.id ?? one.name ?? one.key ?? one.network)
    assert.deepEqual(keys(walked), keys(first[items]), operationId)
    const last = done(await read('limit=100')).body
    assert.equal(last.hasMore, false, operationId)
  }
})

test('the events after the last one are an empty page whose cursor continues there', async () => {
  const { person } = world
  const { events, nextCursor } = done(await person.get('/v1/events?limit=100')).body
  assert.equal(nextCursor, events.at(-1).id)
  for (const name of ['cursor', 'after'])
    assert.deepEqual(done(await person.get(`/v1/events?${name}=${nextCursor}`)).body, {
      events: [],
      nextCursor,
      hasMore: false,
    })
  const both = await person.get(`/v1/events?cursor=${nextCursor}&after=${nextCursor}`)
  assert.deepEqual([both.status, both.body.errors[0].path], [400, '/query/after'])
})

/** The lists that the interface shows as complete arrays. */
const shownByInterface = [
  ...['listProfiles', 'listProfileLinks', 'listRemovedProfileLinks', 'listProfileChildren', 'getPostStatus'],
  ...['listTrash', 'listRecycles', 'getPostMetrics', 'getPostMetricsHistory', 'listAccountMetrics'],
  ...['getAccountMetricsHistory', 'listAccounts', 'listAllAccounts'],
]

test('every other array states its maximum, or is read part by part with the ID of the last item', async () => {
  const arrays = lists.filter(
    ({ schema, operationId }) => schema.type === 'array' && !shownByInterface.includes(operationId),
  )
  assert.ok(arrays.length >= 9)
  for (const one of arrays)
    assert.ok(
      (named(one, 'limit') && named(one, 'cursor')) || /\bat most [\d,]+|at most one/i.test(one.description ?? ''),
      one.operationId,
    )
  const { person, profileId, ada } = world
  const { posts } = done(await ada.get('/v1/posts?limit=1')).body
  const rules: string[] = []
  for (const cron of ['0 9 * * *', '0 10 * * *', '0 11 * * *'])
    rules.unshift(done(await ada.post('/v1/recurring-posts', { postId: posts[0].id, cron }), 201).body.id)
  done(await ada.delete(`/v1/recurring-posts/${rules[1]}`))
  const list = async (path: string) => done(await person.get(path)).body.map(({ id }: { id: string }) => id)
  assert.deepEqual(await list('/v1/recurring-posts'), rules)
  assert.deepEqual(await list('/v1/recurring-posts?active=true'), [rules[0], rules[2]])
  assert.deepEqual(await list(`/v1/recurring-posts?active=false&profileId=${profileId}`), [rules[1]])
  assert.deepEqual(await list('/v1/recurring-posts?limit=2'), rules.slice(0, 2))
  assert.deepEqual(await list(`/v1/recurring-posts?limit=2&cursor=${rules[1]}`), [rules[2]])

  const url = `${t.sandbox.url}/receiver/more-pages`
  const second = done(await person.post('/v1/webhooks', { url, events: ['post.failed'] })).body.id
  assert.deepEqual(await list('/v1/webhooks'), [webhookId, second])
  assert.deepEqual(await list('/v1/webhooks?limit=1'), [webhookId])
  assert.deepEqual(await list(`/v1/webhooks?limit=1&cursor=${webhookId}`), [second])
})
