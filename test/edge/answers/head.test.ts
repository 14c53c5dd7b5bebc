import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { routesOf } from '#infra/http/openapi/route-table.ts'
import { days } from '#kernel/clock.ts'
import { startApp, type TestApp } from '../../harness/app.ts'
import { followInstall, openSlack, withAccount } from '../../world/chats/slack.ts'
import { greta } from '../../world/guests.ts'
import { firstItem, storeConversation, storeReply } from '../../world/inbox.ts'
import { browser, consent, createOauthUrl } from '../../world/oauth.ts'
import { done } from '../../world/people.ts'
import { plain } from '../../world/pictures.ts'
import { inTime } from '../../world/posts.ts'

/** HEAD changes nothing: link previews, scanners of emails and monitors send it to URLs that only the user may use. */
let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'https://posthorn.test', DEFAULT_PLAN: 'max' } })
  // The first user may call every route.
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

const here = (url: string) => url.replace(t.config.publicUrl, t.url)

async function head(url: string, headers: Record<string, string> = {}) {
  const { status, headers: received } = await fetch(here(url), { method: 'HEAD', redirect: 'manual', headers })
  return { status, allow: received.get('allow') }
}

const refused = { status: 405, allow: 'GET' }

test('405: HEAD does not use up the links of a sign-in to a network', async () => {
  const ada = await t.as('ada')
  const { body: profile } = await ada.post('/v1/profiles', { name: 'Harbour' })
  const { authUrl } = await createOauthUrl(t, ada, 'x', profile.id)
  const via = browser(t)
  assert.deepEqual(await head(authUrl), refused)
  const { location } = await via.open(authUrl)
  const back = await consent(location ?? '')
  const cookie = [...via.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  assert.deepEqual(await head(back, { cookie }), refused)
  assert.match((await via.open(back)).location ?? '', /\/connected\?connected=net-d/)
})

test('405: HEAD does not use up the links of a Slack installation', async () => {
  openSlack(t)
  const { authUrl } = (await (await t.as('ada')).get('/v1/agent/chat-b/install')).body
  assert.deepEqual(await head(authUrl), refused)
  assert.deepEqual(await head(`${t.url}/v1/agent/chat-b/oauth/callback?state=any`), refused)
  assert.match((await followInstall(t, authUrl)).text, /Posthorn is in <strong>Harbour<\/strong>/)
})

/** Tables that a read may write to: counts of requests, and what is created at its first use. */
const bookkeeping = ['rate_bucket', 'client_key', 'telegram_bot']

/** Has each table note the statements that change it, even if they find no row. */
async function noteWrites(): Promise<() => Promise<string[]>> {
  await sql`create table written (name text)`.execute(t.db)
  await sql`create function note_written() returns trigger language plpgsql as
    $$ begin insert into public.written values (tg_table_name); return null; end $$`.execute(t.db)
  const { rows } = await sql<{ name: string }>`select pg_class.oid::regclass::text as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and nspname in ('public', 'ph')
      and relname <> 'written'`.execute(t.db)
  assert.ok(rows.length > 50)
  for (const { name } of rows)
    await sql`create trigger note_written after insert or update or delete on ${sql.raw(name)}
      for each statement execute function public.note_written()`.execute(t.db)
  return async () =>
    (
      await sql<{
        name: string
      }>`with noted as (delete from written returning name) select distinct name from noted`.execute(t.db)
    ).rows
      .map(({ name }) => name)
      .filter((name) => !bookkeeping.includes(name))
}

/** Creates an object for each path parameter, by the segment before it. */
async function openWorld() {
  const { person, profile, account } = await withAccount(t, 'root', 'alice')
  const make = async (path: string, body: object) => {
    const answer = await person.post(path, body)
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const post = await make('/v1/posts', {
    profileId: profile.id,
    content: 'hello',
    platforms: ['bluesky'],
    saveAsDraft: true,
  })
  const link = await make(`/v1/posts/${post.id}/share-link`, {})
  const guest = await make(`/v1/profiles/${profile.id}/guests`, greta)
  const comment = await make(`/v1/posts/${post.id}/team-comments`, { text: 'Which price?' })
  const feed = await make(`/v1/profiles/${profile.id}/calendar-feeds`, {})
  const webhook = await make('/v1/webhooks', { url: `${t.sandbox.url}/receiver/root`, events: ['post.failed'] })
  const delivery = await make(`/v1/webhooks/${webhook.id}/test`, {})
  const rule = await make('/v1/recurring-posts', { postId: post.id, cron: '0 9 * * MON' })
  const conversation = await storeConversation(t.db, { profileId: profile.id, accountId: account.id, at: t.now() })
  const item = await firstItem(t.db, conversation)
  const reply = await storeReply(t.db, conversation)
  const inboxNote = await make(`/v1/inbox/conversations/${conversation}/notes`, { text: 'Who knows?' })
  const label = await make('/v1/labels', { profileId: profile.id, name: 'Sale' })
  const view = await make('/v1/views', { profileId: profile.id, page: 'posts', name: 'All', filters: {} })
  const idea = await make('/v1/ideas', { profileId: profile.id, title: 'Lamp' })
  const note = await make('/v1/calendar-notes', { profileId: profile.id, text: 'Open', fromDate: '2026-12-01' })
  const inboxRule = await make('/v1/inbox/rules', {
    profileId: profile.id,
    name: 'A',
    conditions: {},
    actions: { state: 'done' },
  })
  const mention = await make('/v1/mention-book', { profileId: profile.id, name: 'Ada', handles: { x: 'ada' } })
  const text = await make('/v1/texts', { profileId: profile.id, kind: 'snippet', name: 'A', content: 'Words.' })
  const slotPlan = await make('/v1/slot-plans', {
    profileId: profile.id,
    name: 'Weekdays',
    slots: [{ weekday: 1, time: '09:00' }],
  })
  const file = await plain(2, 2).png().toBuffer()
  const media = done(await person.upload('/v1/media/upload', { file, fileName: 'a.png' })).body
  return {
    person,
    profile,
    account,
    post,
    link,
    feed,
    webhook,
    delivery,
    rule,
    media,
    label,
    text,
    slotPlan,
    view,
    note,
    idea,
    mention,
    comment,
    guest,
    conversation,
    item,
    reply,
    inboxNote,
    inboxRule,
  }
}

type World = Awaited<ReturnType<typeof openWorld>>

/** Returns the path of a route with the IDs of existing objects and a valid query. */
function pathIn(world: World, url: string) {
  const {
    profile,
    guest,
    account,
    post,
    link,
    feed,
    webhook,
    delivery,
    rule,
    media,
    person,
    label,
    text,
    slotPlan,
    view,
    note,
    idea,
    mention,
    comment,
    conversation,
    item,
    reply,
    inboxNote,
    inboxRule,
  } = world
  const ids: Readonly<Record<string, string>> = {
    'profiles/:id': profile.id,
    'reports/:profileId': profile.id,
    'accounts/:accountId': account.id,
    'connections/:accountId': account.id,
    'posts/:id': post.id,
    'posts/:postId': post.id,
    'status/:postId': post.id,
    'targets/:targetId': post.targets[0].id,
    'recurring-posts/:id': rule.id,
    'media/:id': media.id,
    'labels/:id': label.id,
    'views/:id': view.id,
    'calendar-notes/:id': note.id,
    'ideas/:id': idea.id,
    'idea-stages/:id': idea.stageId,
    'mention-book/:id': mention.id,
    'texts/:id': text.id,
    'slot-plans/:id': slotPlan.id,
    'team-comments/:commentId': comment.id,
    'guests/:guestId': guest.id,
    'conversations/:id': conversation,
    'items/:id': item,
    'replies/:id': reply,
    'notes/:id': inboxNote.id,
    'rules/:id': inboxRule.id,
    'accounts/:id': account.id,
    'portal/:token': guest.url.split('/').at(-1) ?? '',
    'webhooks/:id': webhook.id,
    'webhooks/:platform': 'facebook',
    'deliveries/:deliveryId': delivery.id,
    'p/:token': link.token,
    'calendar/:token': /calendar\/([^/]+)/.exec(feed.url)?.[1] ?? '',
    'users/:uid': person.uid,
    'feature-flags/:key': 'member-invites',
    'email-templates/:name': 'welcome',
    'guides/:page': 'posting',
  }
  const day = `${t.now().toISOString().slice(0, 10)}`
  const queries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    '/v1/platforms/accounts': { profileId: profile.id },
    '/v1/platforms/net-b/pages': { profileId: profile.id },
    '/v1/platforms/net-c/pages': { profileId: profile.id },
    '/v1/connections/pages': { profileId: profile.id, platform: 'facebook' },
    '/v1/analytics/compare': { periodAStart: day, periodAEnd: day, periodBStart: day, periodBEnd: day },
    '/v1/analytics/outliers': { profileId: profile.id },
    '/v1/media/uses': { profileId: profile.id },
    '/v1/labels': { profileId: profile.id },
    '/v1/labels/uses': { profileId: profile.id },
    '/v1/link-card': { url: 'http://127.0.0.1/' },
    '/v1/stock': { provider: 'unsplash', q: 'a' },
    '/v1/mentions': { accountId: account.id, q: 'a' },
    '/v1/mention-book': { profileId: profile.id },
    '/v1/views': { profileId: profile.id },
    '/v1/inbox/accounts': { profileId: profile.id },
    '/v1/inbox/conversations': { profileId: profile.id },
    '/v1/inbox/counts': { profileId: profile.id },
    '/v1/inbox/numbers': { profileId: profile.id },
    '/v1/inbox/rules': { profileId: profile.id },
    '/v1/calendar-notes': { profileId: profile.id },
    '/v1/ideas': { profileId: profile.id },
    '/v1/idea-stages': { profileId: profile.id },
    '/v1/calendar-sources': { profileId: profile.id },
    '/v1/calendar-holidays': { profileId: profile.id, from: day, to: day },
    '/v1/texts': { profileId: profile.id },
    '/v1/slot-plans': { profileId: profile.id },
    '/v1/slot-plans/:id/slots': { from: t.now().toISOString(), to: inTime(t, days(7)) },
    '/v1/posts/rehearsal': { profileId: profile.id },
    '/v1/posts/forecast': { profileId: profile.id },
    '/v1/posts/export': { profileId: profile.id },
    '/v1/recurring-posts/occurrences': { profileId: profile.id, from: t.now().toISOString(), to: inTime(t, days(1)) },
  }
  const path = url.replace(/([\w-]+)\/:\w+/g, (step, segment) => `${segment}/${ids[step] ?? 'unknown'}`)
  return queries[url] ? `${path}?${new URLSearchParams(queries[url])}` : path
}

/** Routes that refuse the request above before or after they look for its object. */
const refusing = [
  '/docs/guides/images/:file',
  '/oauth/authorize',
  '/v1/admin/secrets',
  '/v1/admin/tests/runs/:runId',
  '/v1/analytics/reports/end/:token',
  '/v1/connections/:accountId/pages',
  '/v1/connections/invites/:token',
  '/v1/connections/webhooks/:platform',
  '/v1/faces/:id',
  '/v1/link-card/image',
  '/v1/media/proxy/:token',
  '/v1/notices/off/:token',
  '/v1/platforms/netgroup/data-deletion/status',
  '/v1/portal/:token/posts/:postId',
  '/v1/stock',
  '/v1/stock/thumbnail',
]

test('HEAD writes nothing, on any route', async () => {
  const world = await openWorld()
  const written = await noteWrites()
  const faults: string[] = []
  for (const { method, url } of routesOf(t.app)) {
    if (method !== 'HEAD') continue
    const path = pathIn(world, url)
    const { status } = await head(t.url + path, { authorization: `Bearer ${world.person.token}` })
    const tables = await written()
    if (tables.length > 0)
      faults.push(`HEAD ${url} wrote to ${tables.join(', ')}. If its GET changes something, set changesState: true.`)
    if (status >= 400 !== refusing.includes(url))
      faults.push(`HEAD ${path} responded with ${status}. Complete its IDs and query here, so that its handler runs.`)
  }
  assert.deepEqual(faults, [])
})
