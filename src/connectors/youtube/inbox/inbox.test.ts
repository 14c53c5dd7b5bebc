import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { JsonObject } from '#connectors/connector.ts'
import type { Said } from '#connectors/contract/inbox.ts'
import { days, hours } from '#kernel/clock.ts'
import { youtube } from '#test/connector-suite/networks/youtube.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, walkerOf } from '#test/connector-suite/stand.ts'
import { inbox } from './inbox.ts'

/** A channel with a video, a reader that forgets its state between calls, and the table of what it has read. */
async function start(t: TestContext) {
  const stand = await openStand(t, 'youtube')
  const signedIn = await signIn(stand, youtube, 'alice')
  await walkerOf(stand, signedIn, postOf(signedIn, 'At dawn'), new Map()).toEnd()
  const network = stand.sandbox.network('youtube')
  let grant = youtubeGrant(signedIn.grant)
  let from: JsonObject | null = null
  const since = new Date(stand.now().getTime() - days(14))
  const table = new Map<string, Said>()
  return {
    stand,
    table,
    texts: () => [...table.values()].map(({ text }) => text).toSorted(),
    set: (change: Readonly<Record<string, unknown>>) => network.settings.change(change),
    async later(ms: number) {
      stand.later(ms)
      grant = youtubeGrant((await signIn(stand, youtube, 'alice')).grant)
    },
    async act(name: string, given: object): Promise<string> {
      stand.later(1_000)
      const done = (await network.acts?.[name]?.('alice', { ...given })) as { id: string }
      return done.id
    },
    /** Reads until nothing is left. Returns the texts of this look, and the number of calls. */
    async look() {
      const seen: string[] = []
      let calls = 0
      for (let more = true; more; ) {
        const http = stand.http()
        const send: typeof http.send = (request) => {
          calls += 1
          return http.send(request)
        }
        const page = await inbox.read(
          {
            grant,
            http: { ...http, send },
            signal: new AbortController().signal,
            accountId: grant.channelId,
            handle: 'ada',
          },
          from,
          since,
        )
        for (const one of page.items) table.set(one.remoteId, one)
        seen.push(...page.items.map(({ text }) => text))
        from = JSON.parse(JSON.stringify(page.next))
        more = page.more
      }
      return { seen: seen.toSorted(), calls, bytes: JSON.stringify(from).length }
    },
  }
}
const youtubeGrant = (grant: JsonObject) => grant as Parameters<typeof inbox.read>[0]['grant']
const numbered = (count: number, word: string) => Array.from({ length: count }, (_, nth) => `${word} ${nth}`)

for (const repliesMoveThreads of [false, true])
  test(`all replies of a thread are read, and later ones to an old thread, ${repliesMoveThreads ? 'which move it' : 'which leave it where it is'}`, async (t) => {
    const { act, set, look, texts, later } = await start(t)
    set({ repliesMoveThreads })
    const id = await act('comment', { body: 'the thread' })
    const replies = numbered(230, 'reply')
    for (const body of replies) await act('comment', { body, to: id, by: 'carla' })
    await look()
    assert.deepEqual(texts(), ['the thread', ...replies].toSorted())
    await later(days(20))
    for (const body of numbered(120, 'other')) await act('comment', { body })
    await act('comment', { body: 'after all', to: id })
    // Threads that are not among the latest are checked in turns.
    const seen = [await look(), await look(), await look()].flatMap((one) => one.seen)
    assert.ok(seen.includes('after all'))
    assert.deepEqual((await look()).seen, [])
    assert.equal(texts().length, 1 + 230 + 120 + 1)
  })

test('held and suspected comments are read with their state, and lose it once they are published', async (t) => {
  const { act, look, table, later } = await start(t)
  const held = await act('comment', { body: 'is this rude?', status: 'heldForReview' })
  const spam = await act('comment', { body: 'win money', status: 'likelySpam' })
  const shown = await act('comment', { body: 'lovely' })
  await look()
  const stateOf = (id: string) => table.get(id)?.held
  assert.deepEqual([stateOf(held), stateOf(spam), stateOf(shown)], ['review', 'spam', undefined])
  await later(hours(5))
  await act('moderate_comment', { id: held, status: 'published' })
  await look()
  assert.deepEqual([stateOf(held), stateOf(spam)], [undefined, 'spam'])
})

test('an edit is read within 30 days', async (t) => {
  const { act, look, table, later, stand } = await start(t)
  const id = await act('comment', { body: 'at nine?' })
  await look()
  await later(days(29))
  await act('edit_comment', { id, body: 'at ten?' })
  await look()
  assert.deepEqual([table.get(id)?.text, table.get(id)?.editedAt?.getTime()], ['at ten?', stand.now().getTime()])
})

test('a look without news costs at most five units, however many threads there are, and its place stays small', async (t) => {
  const { act, look, later } = await start(t)
  assert.equal((await look()).calls, 3)
  for (const body of numbered(700, 'comment')) await act('comment', { body })
  await look()
  await later(hours(3))
  for (let nth = 0; nth < 8; nth += 1) {
    const { calls, seen, bytes } = await look()
    assert.ok(calls <= 5, `${calls}`)
    assert.deepEqual(seen, [])
    assert.ok(bytes < 40_000, `${bytes}`)
  }
})

test('a page token that has expired begins the walk again', async (t) => {
  const { act, look, texts, stand } = await start(t)
  const wanted = numbered(250, 'comment')
  for (const body of wanted) await act('comment', { body })
  let broken = 0
  stand.standBetween((request, send) => {
    if (broken > 0 || !request.url.includes('pageToken=')) return send(request)
    broken += 1
    return send({ ...request, url: request.url.replace(/pageToken=[^&]+/, 'pageToken=gone') })
  })
  await look()
  assert.deepEqual([broken, texts()], [1, wanted.toSorted()])
})
