import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days, minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { startReceiver } from '#test/servers/receiver.ts'
import { uploaded } from '#test/world/media.ts'
import { noise } from '#test/world/pictures.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'
import { countPages } from './count-pages.ts'
import { openPast, type Past } from './past.ts'

/**
 * Reads paginated lists: with one full page, with five times as many older rows, and with as many newer rows of another
 * user. Counts the database pages that PostgreSQL reads, which does not depend on the load of the machine.
 */
const few = 1_500
const many = 5 * few
/** True if the growth exceeds differences in physical layout, and the level that an index gains as its table grows. */
const isMore = (after: number, before: number): boolean => after > 1.3 * before + 3

let t: TestApp
let past: Past
let lists: Record<string, { readonly client: Client; readonly path: string }>
let small: Record<string, number>
let large: Record<string, number>
let beside: Record<string, number>

before(async () => {
  t = await startApp({ sandbox: true, settings: { DEFAULT_PLAN: 'max', ALLOW_PRIVATE_WEBHOOKS: 'true' } })
  const root = await t.as('root')
  const { ada, person, profileId, bluesky } = await connectBoth(t)
  await using receiver = await startReceiver()
  const hook = (await person.post('/v1/webhooks', { url: receiver.url, events: ['post.published'] })).body.id
  const file = await noise(8, 8).png().toBuffer()
  await uploaded(t, person, { file, fields: { profileId } })
  assert.equal((await root.post('/v1/admin/alerts', { severity: 'info', message: 'Look.', kind: 'other' })).status, 200)
  const draft = { profileId, content: 'The lighthouse is open again.', platforms: ['bluesky', 'mastodon'] }
  const made = await ada.post('/v1/posts', { ...draft, scheduledAt: inTime(t, minutes(1)) })
  assert.equal(made.status, 201, made.text)
  await t.advance(minutes(2))
  await t.settle()

  past = await openPast(t, tables)
  await addPosts(60, 350, 0, `(array['draft', 'scheduled', 'failed'])[1 + made.no % 3]`)
  await addPast(few, 365, 1)
  const ago = (n: number) => new Date(t.now().getTime() - days(n)).toISOString()
  const posts = `/v1/posts?profileId=${profileId}&limit=50`
  const middle = async (query: string) => (await ada.get(`${posts}${query}`)).body.nextCursor
  lists = Object.fromEntries(
    Object.entries({
      'posts, the newest': posts,
      'posts of all profiles': '/v1/posts?limit=50',
      'posts, the second page': `${posts}&cursor=${await middle('')}`,
      'summaries of posts': posts.replace('/v1/posts', '/v1/posts/summaries'),
      'posts, the soonest': `${posts}&sort=scheduledAt&from=${ago(30)}`,
      'posts, the latest': `${posts}&sort=date`,
      'posts, the second page by date': `${posts}&sort=date&cursor=${await middle('&sort=date')}`,
      'posts that failed, the latest': `${posts}&sort=date&status=failed,unknown`,
      'posts to come': `${posts}&sort=scheduled`,
      'posts that failed': `${posts}&status=failed,unknown`,
      drafts: `${posts}&status=draft`,
      'published posts': `${posts}&status=published`,
      'posts at a network': `${posts}&platform=bluesky`,
      'posts of an account': `${posts}&accountId=${bluesky}`,
      'posts written in a week': `${posts}&from=${ago(37)}&to=${ago(30)}`,
      'posts published in a week': `${posts}&publishedFrom=${ago(37)}&publishedTo=${ago(30)}`,
      'posts with a tag': `${posts}&tag=spring`,
      'posts with a word': `${posts}&q=lighthouse`,
      'posts that an account still has': `/v1/connections/${bluesky}/affected-posts`,
      'the health of an account': `/v1/connections/${bluesky}/health`,
      media: '/v1/media?limit=50',
      'media of a profile': `/v1/media?limit=50&profileId=${profileId}`,
      'events, the oldest': '/v1/events?limit=50',
      deliveries: `/v1/webhooks/${hook}/deliveries?limit=50`,
      'deliveries that failed': `/v1/webhooks/${hook}/deliveries?limit=50&status=failed`,
      'the audit log of a user': '/v1/auth/me/audit-log?limit=50',
      'the audit log of a post': `/v1/posts/${made.body.id}/audit`,
      'the audit log of all': '/v1/admin/audit-log?limit=50',
      'the audit log of an action': '/v1/admin/audit-log?limit=50&action=post.create',
      alerts: '/v1/admin/alerts?limit=50&filter=all',
      'alerts that are open': '/v1/admin/alerts?limit=50&filter=open',
    }).map(([name, path]) => [name, { path, client: path.includes('/admin/') ? root : person }]),
  )
  small = await countAll()
  await addPast(many - few, 3_650, 365)
  large = await countAll()
  await addPast(many, 1, 0, stranger)
  beside = await countAll()
})
after(async () => {
  await past[Symbol.asyncDispose]()
  await t[Symbol.asyncDispose]()
})

test('a list reads no more database pages with five times as many older rows', () => {
  const grown = Object.entries(large).filter(([name, pages]) => isMore(pages, small[name] ?? 0))
  assert.deepEqual(grown, [])
})

test('a list reads no more database pages after another user has added as many rows', () => {
  const grown = Object.entries(beside).filter(([name, pages]) =>
    isMore(pages, Math.max(small[name] ?? 0, large[name] ?? 0)),
  )
  assert.deepEqual(grown, [])
})

test('a list with one full page reads at most seven database pages per post', () => {
  assert.ok((small['posts, the newest'] ?? Infinity) <= 7 * 50, `${small['posts, the newest']} pages`)
})

const tables = [
  ...['post', 'post_target', 'publication', 'publication_part'],
  ...['event', 'webhook_delivery', 'audit_entry', 'media', 'alert'],
]

async function countAll(): Promise<Record<string, number>> {
  await past.settle()
  const counted: Record<string, number> = {}
  for (const [name, { client, path }] of Object.entries(lists)) {
    counted[name] = await countPages(t.connection, async () => {
      const { status, text } = await client.get(path)
      assert.equal(status, 200, `${path}: ${text}`)
    })
  }
  return counted
}

async function addPosts(count: number, from: number, until: number, status: string, whose = {}): Promise<void> {
  await past.spread(count, from, until)
  const isOut = `${status} = 'published'`
  const times = { created_at: 'made.at', updated_at: 'made.at', status_since: 'made.at' }
  await past.copy('post', {
    ...{ id: 'made.id', status, intent: `case when ${status} = 'draft' then 'draft' else 'scheduled' end`, ...times },
    scheduled_at: `case ${status} when 'draft' then null when 'scheduled' then ph.now() + made.no * interval '1 hour'
      else made.at end`,
    published_at: `case when ${isOut} then made.at end`,
    tags: `case when made.no % 5 = 0 then array['spring'] else '{}' end`,
    ...whose,
  })
  const [target, publication] = ['made.ids[first.nth]', 'made.ids[first.nth + 2]']
  const targets = { id: target, post_id: 'made.id', created_at: 'made.at' }
  await past.copyAll('post_target', {
    ...targets,
    publication_id: `case when ${isOut} then ${publication} end`,
    ...whose,
  })
  if (status !== `'published'`) return
  const ended = { wanted_at: 'made.at', shown_at: 'made.at', finished_at: 'made.at', spent_at: 'made.at' }
  await past.copyAll('publication', {
    id: publication,
    target_id: target,
    key_of: target,
    born_at: 'made.at',
    ...ended,
    ...whose,
  })
}

/** Rows of another user. */
const stranger = Object.fromEntries(
  ['owner_uid', 'author_uid', 'actor_uid', 'profile_id', 'account_id', 'remote_account_id', 'endpoint_id'].map(
    (name) => [name, `md5(first.${name}::text)::uuid`],
  ),
)

/** Adds what a year of use leaves: published posts, files, events, deliveries, entries and alerts. */
async function addPast(count: number, from: number, until: number, whose = {}): Promise<void> {
  await addPosts(count, from, until, `'published'`, whose)
  const copy = (table: string, differences: object, which?: string) =>
    past.copy(table, { id: 'made.id', created_at: 'made.at', ...differences, ...whose }, which)
  await copy('media', { storage_path: 'made.id::text' })
  await copy('event', { tx: 'pg_current_xact_id()' }, 'body is not null')
  await copy('webhook_delivery', { event_id: 'made.id' })
  await copy('audit_entry', { at: 'made.at', position: 'null', subject: 'made.id::text' })
  await copy('alert', { subject: 'made.id::text', acked_at: 'made.at' })
}
