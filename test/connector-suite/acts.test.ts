import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Said } from '#connectors/contract/inbox.ts'
import type { ActKind } from '#connectors/contract/inbox-acts.ts'
import { minutes } from '#kernel/clock.ts'
import { finishOff } from './finish-off.ts'
import { startReading } from './inbox-kit.ts'
import type { NetworkUnderTest } from './network-under-test.ts'
import { bluesky } from './networks/bluesky.ts'
import { facebook } from './networks/facebook.ts'
import { instagram } from './networks/instagram.ts'
import { mastodon } from './networks/mastodon.ts'
import { threads } from './networks/threads.ts'
import { x } from './networks/x.ts'
import { youtube } from './networks/youtube.ts'

/** Likes, hides and removals on each network that has them. */
type Desk = Awaited<ReturnType<typeof startReading>>

interface Tested {
  readonly network: NetworkUnderTest
  /** The call that makes the change, by act. */
  readonly calls: Readonly<Partial<Record<ActKind, string>>>
  /** The person who comments. */
  readonly commenter?: string
  /** Counts how often the far side has a state of an item: never or once. */
  count(desk: Desk, kind: 'like' | 'hide', item: Said): Promise<number>
  deleteComment(desk: Desk, item: Said): Promise<void>
}

/** Returns what the far side says, as a test expects it. */
async function ask<Body>(url: string, token?: string): Promise<Body | null> {
  const answer = await fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })
  return answer.ok ? ((await answer.json()) as Body) : null
}

const deleteLatest = async ({ stand }: Desk, network: string) => {
  await stand.sandbox.network(network).acts?.delete_latest?.('bob', {})
}

/** Reads a comment again, as the connector does: a hidden one is not returned. */
const isListed = async (desk: Desk, { remoteId }: Said): Promise<boolean> => {
  desk.stand.later(minutes(31))
  return (await desk.readNew()).some((one) => one.remoteId === remoteId)
}

const deleteById = async ({ act }: Desk, { remoteId }: Said): Promise<void> => {
  await act('delete_comment', { id: remoteId })
}

/** Reads a field of a comment on one of Meta's networks. */
async function fieldOf(desk: Desk, { remoteId }: Said, path: string, field: string): Promise<unknown> {
  const url = `${desk.stand.sandbox.url}/${path}/${remoteId}?fields=${field}`
  return (await ask<Record<string, unknown>>(url, desk.token()))?.[field]
}

const tested: readonly Tested[] = [
  {
    network: bluesky,
    calls: { like: 'putRecord', hide: 'putRecord', remove: 'deleteRecord' },
    async count({ stand, accountId }, kind, { remoteId }) {
      const collection = kind === 'like' ? 'app.bsky.feed.like' : 'app.bsky.feed.threadgate'
      const query = new URLSearchParams({ repo: accountId, collection })
      const url = `${stand.sandbox.url}/bluesky/xrpc/com.atproto.repo.listRecords?${query}`
      const answer = await ask<{ records: { value: { subject?: { uri: string }; hiddenReplies?: string[] } }[] }>(url)
      const named = answer?.records.flatMap(({ value }) => value.subject?.uri ?? value.hiddenReplies ?? [])
      return named?.filter((uri) => uri === remoteId).length ?? 0
    },
    deleteComment: (desk) => deleteLatest(desk, 'bluesky'),
  },
  {
    network: mastodon,
    calls: { like: 'favourite', remove: 'deleteStatus' },
    async count({ stand }, _kind, { remoteId }) {
      const url = `${stand.sandbox.url}/mastodon/api/v1/statuses/${remoteId}`
      return Number((await ask<{ favourited: boolean }>(url, 'sandbox-token-alice'))?.favourited)
    },
    deleteComment: (desk) => deleteLatest(desk, 'mastodon'),
  },
  {
    network: facebook,
    calls: { like: 'likeComment', hide: 'hideComment', remove: 'deleteComment' },
    count: async (desk, kind, item) =>
      Number(await fieldOf(desk, item, 'facebook', kind === 'like' ? 'user_likes' : 'is_hidden')),
    deleteComment: deleteById,
  },
  {
    network: instagram,
    // The account signs in with Instagram, which has no likes.
    calls: { hide: 'hideComment', remove: 'deleteComment' },
    count: async (desk, _kind, item) => Number(await fieldOf(desk, item, 'instagram', 'hidden')),
    deleteComment: deleteById,
  },
  {
    network: threads,
    calls: { hide: 'manageReply', remove: 'deleteThread' },
    count: async (desk, _kind, item) => Number((await fieldOf(desk, item, 'threads/v1.0', 'hide_status')) === 'HIDDEN'),
    deleteComment: deleteById,
  },
  {
    network: youtube,
    calls: { hide: 'setModerationStatus', remove: 'deleteComment' },
    async count(desk, _kind, { remoteId: id }) {
      const query = new URLSearchParams({ part: 'snippet', id })
      const url = `${desk.stand.sandbox.url}/youtube/youtube/v3/comments?${query}`
      const answer = await ask<{ items: { snippet: { moderationStatus: string } }[] }>(url, desk.token())
      return answer?.items.filter(({ snippet }) => snippet.moderationStatus === 'heldForReview').length ?? 0
    },
    deleteComment: deleteById,
  },
  {
    network: x,
    calls: { hide: 'hideReply', remove: 'deletePost' },
    count: async ({ act }, _kind, { remoteId }) => ((await act('is_hidden', { id: remoteId })) === 'yes' ? 1 : 0),
    deleteComment: (desk) => deleteLatest(desk, 'x'),
  },
]

for (const { network, calls, count, deleteComment } of tested) {
  const { network: name, inbox } = network.connector

  async function start(t: Parameters<typeof startReading>[0]) {
    const desk = await startReading(t, network)
    await desk.publish('Ask me anything')
    await desk.comment('Open on Sunday?')
    const [asked] = await desk.readNew()
    assert.ok(asked)
    return { ...desk, asked }
  }

  test(`${name}: the contract offers what is tested here, and nothing else`, () => {
    const offered = Object.entries(inbox?.acts ?? {}).filter(([, one]) => one.isOffered?.(['other']) ?? true)
    assert.deepEqual(offered.map(([kind]) => kind).toSorted(), Object.keys(calls).toSorted())
  })

  for (const kind of ['like', 'hide'] as const) {
    const call = calls[kind]
    if (call === undefined) continue

    test(`${name}: ${kind} is done and undone, each as often as one likes`, async (t) => {
      const desk = await start(t)
      for (const wanted of [true, true, false, false, true]) {
        await desk.establish(kind, desk.asked, wanted)
        assert.equal(await count(desk, kind, desk.asked), Number(wanted))
      }
    })

    test(`${name}: ${kind} whose response was lost is repeated, and is there once`, async (t) => {
      const desk = await start(t)
      desk.stand.sandbox.faults.add({ network: name, call, kind: 'drop_after', times: 1 })
      const verdict = await desk.verdictOn(kind, desk.establish(kind, desk.asked, true))
      assert.equal(verdict.is, 'retry')
      assert.equal(await count(desk, kind, desk.asked), 1)
      desk.stand.later(1_000)
      await desk.establish(kind, desk.asked, true)
      assert.equal(await count(desk, kind, desk.asked), 1)
    })

    test(`${name}: ${kind} of a comment that was deleted is refused in words, and undoing it succeeds`, async (t) => {
      const desk = await start(t)
      await desk.establish(kind, desk.asked, true)
      await deleteComment(desk, desk.asked)
      const verdict = await desk.verdictOn(kind, desk.establish(kind, desk.asked, true))
      assert.deepEqual([verdict.is, verdict.is === 'refused' && verdict.code], ['refused', 'item_gone'])
      await desk.establish(kind, desk.asked, false)
    })

    test(`${name}: ${kind} that the network refuses says so, and does not say that a post was rejected`, async (t) => {
      const desk = await start(t)
      desk.stand.fault({ call, kind: 'reject' })
      const verdict = await desk.verdictOn(kind, desk.establish(kind, desk.asked, true))
      assert.equal(verdict.is, 'refused')
      assert.doesNotMatch(verdict.why, /rejected the post/)
      assert.equal(await count(desk, kind, desk.asked), 0)
    })
  }

  test(`${name}: a reply of the account is removed, also when its response was lost, and nothing else is`, async (t) => {
    const desk = await start(t)
    desk.stand.later(minutes(5))
    const walker = desk.answer(desk.asked, desk.asked.remoteId, 'From ten to four')
    await finishOff(desk.stand, walker)
    const remoteId = walker.shown[0]?.remoteId ?? ''
    const own = { ...desk.asked, remoteId, parentId: desk.asked.remoteId, saidAt: desk.stand.now() }
    const call = calls.remove ?? ''
    desk.stand.sandbox.faults.add({ network: name, call, kind: 'drop_after', times: 1 })
    const verdict = await desk.verdictOn('remove', desk.establish('remove', own, true, { isOwn: true }))
    assert.equal(verdict.is, 'retry')
    for (let times = 0; times < 2; times += 1) await desk.establish('remove', own, true, { isOwn: true })
    const gone = desk.stand.seen('alice').filter(({ kind }) => kind === 'delete')
    assert.deepEqual(
      gone.map(({ id }) => id),
      [remoteId],
    )
  })

  if (inbox?.acts?.remove?.of === 'all')
    test(`${name}: a comment of someone else is removed, once, and one that is gone already needs nothing`, async (t) => {
      const desk = await start(t)
      for (let times = 0; times < 2; times += 1) await desk.establish('remove', desk.asked, true)
      assert.equal(await isListed(desk, desk.asked), false)
    })

  if (inbox?.acts?.remove?.of === 'own')
    test(`${name}: a comment of someone else is not removed`, async (t) => {
      const desk = await start(t)
      await assert.rejects(desk.establish('remove', desk.asked, true))
      assert.deepEqual(
        desk.stand.seen('bob').map(({ kind }) => kind),
        ['reply'],
      )
    })
}
