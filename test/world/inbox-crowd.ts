import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { sandboxApp } from '#infra/config/networks.ts'
import { hours, minutes } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import type { TestApp } from '../harness/app.ts'
import { callbackUrlOf, consent, createOauthUrl } from './oauth.ts'
import { done, makeProfile } from './people.ts'
import { connectBluesky, withKey } from './posts.ts'

/** Networks on which a crowd writes, edits and deletes, while the inbox reads at arbitrary times. */
export const crowdNetworks = ['bluesky', 'mastodon', 'facebook'] as const
type Network = (typeof crowdNetworks)[number]

/** Connects an account whose inbox is read. */
export async function connectRead(t: TestApp, network: Network, login: string) {
  const person = await t.as(login)
  const profileId = await makeProfile(person)
  const asPerson = await withKey(t, person, [
    'inbox:read',
    'inbox:write',
    'posts:read',
    'posts:write',
    'posts:publish',
    'connections:read',
    'connections:write',
  ])
  const finish = async (authUrl: string): Promise<string> => {
    const back = new URL(await consent(authUrl, { login }))
    return done(await t.anyone.get(back.pathname + back.search)).body.accountId
  }
  let id: string
  if (network === 'bluesky') {
    id = await connectBluesky(person, profileId, login)
  } else {
    const named = network === 'mastodon' ? { instanceUrl: `${t.sandbox.url}/mastodon` } : {}
    id = await finish((await createOauthUrl(t, person, network, profileId, { headless: true, ...named })).authUrl)
    const scopes = network === 'mastodon' ? ['read:notifications'] : ['pages_read_user_content']
    const wanted = { scopes, redirectUrl: callbackUrlOf(t, network), headless: true }
    await finish(done(await asPerson.post(`/v1/connections/${id}/upgrade-scopes`, wanted)).body.authUrl)
  }
  done(await asPerson.patch(`/v1/inbox/accounts/${id}`, { isOn: true }))
  const publish = async (content: string) => {
    done(await asPerson.post('/v1/posts', { profileId, platforms: [network], content }), 201)
    await t.settle()
  }
  return { id, profileId, publish, account: network === 'facebook' ? `${login}-bakery` : login }
}

/** Returns whole numbers below a limit, the same ones for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) % below
  }
}

interface CrowdCase {
  readonly seed: number
  readonly login: string
  readonly comments: number
}

/**
 * Lets a crowd talk, with looks, webhooks and failures at times that follow from the seed. Then everything comes to
 * rest, and the stored items are compared with those at the network.
 */
export async function checkCrowd(t: TestApp, network: Network, { seed, login, comments }: CrowdCase): Promise<void> {
  const it = await connectRead(t, network, login)
  const pick = numbers(seed)
  await it.publish('We open at nine')
  await t.advance(minutes(1 + pick(90)))
  const lasting = 1 + pick(40)
  const wish = { people: 1 + pick(12), minutes: lasting, seed: `${seed}`, pace: comments / lasting }
  t.sandbox.crowds.start(t.sandbox.network(network), { ...wish, account: it.account, post: null })
  const isOver = () => t.sandbox.crowds.list().every(({ planned, done: did, failed }) => did + failed >= planned)
  const failures = ['error_before', 'rate_limit', 'reset', 'slow', 'truncate_after'] as const
  for (let step = 0; step < 200 && !isOver(); step += 1) {
    const what = pick(6)
    if (what === 0) {
      const kind = failures[pick(failures.length)] ?? 'reset'
      t.sandbox.faults.add({
        network,
        kind,
        times: 1 + pick(3),
        ...(kind === 'rate_limit' && { retryAfterMs: 60_000 }),
      })
    }
    if (what === 1 && network === 'facebook') await report(t, it.account, pick)
    if (what === 2) await it.publish(`We open at ${step + 10}`)
    if (what >= 3) await changeOne(t, network, it, { pick, what: what === 3 ? 'delete_comment' : 'edit_comment' })
    await t.advance(minutes(pick(12)) + pick(60_000))
  }
  assert.ok(isOver())
  t.sandbox.faults.remove()
  await t.advance(minutes(50))
  for (const what of ['edit_comment', 'delete_comment', 'delete_comment'] as const)
    await changeOne(t, network, it, { pick, what })
  for (let hour = 0; hour < 10; hour += 1) await t.advance(hours(1))
  const stored = await t.db
    .selectFrom('inboxItem')
    .select(['remoteId', 'text', 'deletedAt'])
    .where('accountId', '=', fromWire('acc', it.id)!)
    .where('direction', '=', 'in')
    .execute()
  const shown = stored.filter(({ deletedAt }) => deletedAt === null)
  const there = await listThere(t, network, { login, account: it.account })
  assert.ok(there.size > comments / 4, `seed ${seed}: the crowd has written ${there.size} comments`)
  assert.deepEqual(
    shown.map(({ remoteId, text }) => [remoteId, plainOf(text)]).toSorted(),
    [...there].map(([id, text]) => [id, plainOf(text)]).toSorted(),
    `seed ${seed}`,
  )
  for (const { deletedAt, text } of stored) if (deletedAt !== null) assert.equal(text, '')
}

interface Change {
  readonly pick: (below: number) => number
  readonly what: 'edit_comment' | 'delete_comment'
}

/** Someone edits or deletes a comment that was read before. */
async function changeOne(
  t: TestApp,
  network: Network,
  { id, account }: { readonly id: string; readonly account: string },
  { pick, what }: Change,
): Promise<void> {
  const stored = await t.db
    .selectFrom('inboxItem')
    .select('remoteId')
    .where('accountId', '=', fromWire('acc', id)!)
    .where('direction', '=', 'in')
    .orderBy('saidAt')
    .orderBy('remoteId')
    .execute()
  const one = stored[pick(Math.max(1, stored.length))]
  if (!one) return
  const run = t.sandbox.network(network).acts[what]
  try {
    await run?.(account, { id: one.remoteId, body: `now ${pick(1_000)}` })
  } catch {
    // It was deleted before.
  }
}

/** Servers change spaces, and replies on Mastodon begin with names. */
const plainOf = (text: string) =>
  text
    .replaceAll(/^(@\S+ )+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Returns what others have written to the account and not deleted, as the network has it. */
async function listThere(
  t: TestApp,
  network: Network,
  { login, account }: { readonly login: string; readonly account: string },
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  if (network !== 'facebook') {
    for (const { id, account: by, kind, text } of t.sandbox.ledger.entries({ network })) {
      if (by === login || !by?.startsWith('user-9')) continue
      if (kind === 'delete') found.delete(id)
      else found.set(id, text)
    }
    return found
  }
  const { pageId, pageToken = '' } = t.sandbox.network('facebook').connect(login) as Record<string, string>
  const get = async (url: string) =>
    (await (await fetch(url, { headers: { authorization: `Bearer ${pageToken}` } })).json()) as {
      data: { id: string; message: string; from: { id: string } }[]
      paging?: { next?: string }
    }
  const posts = await get(`${t.sandbox.url}/facebook/${pageId}/published_posts?fields=id&limit=100`)
  for (const { id } of posts.data) {
    let next: string | undefined =
      `${t.sandbox.url}/facebook/${id}/comments?filter=stream&fields=id,message,from&limit=100`
    while (next) {
      const page = await get(next)
      for (const one of page.data) if (one.from.id !== pageId) found.set(one.id, one.message)
      next = page.paging?.next
    }
  }
  assert.ok(account)
  return found
}

/** Delivers webhooks about comments: some twice, in any order, some about comments that never existed. */
async function report(t: TestApp, account: string, pick: (below: number) => number): Promise<void> {
  const { pageId } = t.sandbox.network('facebook').connect(account.replace(/-bakery$/, '')) as Record<string, string>
  const verbs = ['remove', 'edited', 'add'] as const
  for (let nth = 0; nth < 1 + pick(4); nth += 1) {
    const value = { item: 'comment', verb: verbs[pick(3)], comment_id: `1_${pick(9)}`, post_id: `${pageId}_1` }
    const body = JSON.stringify({
      object: 'page',
      entry: [{ id: pageId, time: 1, changes: [{ field: 'feed', value }] }],
    })
    const signature = createHmac('sha256', sandboxApp.clientSecret).update(body).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
    const url = `${t.url}/v1/connections/webhooks/facebook`
    assert.equal((await fetch(url, { method: 'POST', headers, body })).status, 200)
  }
}
