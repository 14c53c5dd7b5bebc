import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { days, hours, minutes } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { openDesk } from '#test/world/inbox-desk.ts'
import { done, refused } from '#test/world/people.ts'

/** Times that people waited for an answer, by day in the zone of the brand. */
let t: TestApp
let w: Awaited<ReturnType<typeof openDesk>>
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await openDesk(t)
})
after(() => t[Symbol.asyncDispose]())

const read = async (query: Record<string, string> = {}) =>
  done(await w.ada.get(`/v1/inbox/numbers?${new URLSearchParams({ profileId: w.profileId, ...query })}`)).body
const itemsOf = async (id: string) => done(await w.ada.get(`/v1/inbox/conversations/${id}/items`)).body.items
const close = async (id: string) => done(await w.ada.patch(`/v1/inbox/conversations/${id}`, { state: 'done' }))

/** Someone says something on Mastodon, in reply to an item. */
async function say(as: string, status: string, to: { readonly url: string }): Promise<void> {
  const headers = { authorization: `Bearer sandbox-token-${as}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ status, in_reply_to_id: new URL(to.url).pathname.split('/').at(-1) })
  const answer = await fetch(`${t.sandbox.url}/mastodon/api/v1/statuses`, { method: 'POST', headers, body })
  assert.equal(answer.status, 200)
}

/** Waits until an answer that was given in the network’s own app is read: someone has to reply to it. */
async function answerThere(id: string): Promise<void> {
  const [first] = await itemsOf(id)
  await say(w.login, `@${first.sender.handle} Yes`, first)
  await t.advance(minutes(1))
  const lost = await fetch(`${t.sandbox.url}/mastodon/api/v1/statuses/${first.url.split('/').at(-1)}/context`, {
    headers: { authorization: `Bearer sandbox-token-${w.login}` },
  })
  const { descendants } = (await lost.json()) as { descendants: { url: string }[] }
  await say(first.sender.handle, `@${w.login} Thanks`, descendants.at(-1) ?? first)
  await t.advance(minutes(41))
}

test('an answer in the network’s own app ends the wait, and our own words begin none', async () => {
  const before = (await read()).total
  assert.deepEqual([before.waits, before.answeredShare, before.medianSeconds], [0, null, null])
  const asked = await w.ask('mastodon', 'Do you deliver?')
  await w.ask('bluesky', 'Anyone there?')
  const waiting = (await read()).total
  assert.deepEqual([waiting.waits, waiting.answered, waiting.open], [2, 0, 2])
  await answerThere(asked.id)
  const items = await itemsOf(asked.id)
  const seconds = Math.round((Date.parse(items[1].saidAt) - Date.parse(items[0].saidAt)) / 1_000)
  const { total, groups } = await read()
  // “Thanks” began another wait, as it has no answer.
  assert.deepEqual([total.waits, total.answered], [3, 1])
  assert.deepEqual([total.medianSeconds, total.p90Seconds], [seconds, seconds])
  const names = groups.map(({ network, waits, answered }: Record<string, unknown>) => [network, waits, answered])
  assert.deepEqual(names, [
    ['mastodon', 2, 1],
    ['bluesky', 1, 0],
  ])
  const byAccount = (await read({ groupBy: 'account' })).groups
  assert.deepEqual(
    new Set(byAccount.map(({ accountId }: { accountId: string }) => accountId)),
    new Set([w.mastodon, w.bluesky]),
  )
  const [byKind] = (await read({ groupBy: 'kind' })).groups
  assert.deepEqual([byKind.kind, byKind.network, byKind.waits], ['comment', null, 3])
})

test('what was open at the end of a day is stored once, and stays although it is closed later', async () => {
  const open = await w.list({ state: 'open' })
  const { to: day } = await read()
  const midnight = new Date(Date.parse(day) + days(1))
  await t.advance(midnight.getTime() - t.now().getTime() + minutes(20))
  const stored = () => sql<{ count: number }>`select count(*)::int as count from inbox_day`.execute(t.db)
  const { rows } = await stored()
  await t.advance(hours(2))
  assert.deepEqual((await stored()).rows, rows)
  await close(open[0].id)
  const openOn = async (date: string) =>
    (await read()).days.find((one: { readonly day: string }) => one.day === date).open
  assert.deepEqual([await openOn(day), (await read()).total.open], [open.length, open.length - 1])
  assert.equal((await read({ from: day, to: day })).total.open, open.length)
  // No process ran when the next two days ended.
  await t.advance(days(2))
  const { days: later } = await read()
  assert.deepEqual(
    later.slice(-4).map((one: { readonly open: number | null }) => one.open),
    [open.length, null, null, open.length - 1],
  )
})

test('erased words and deleted items change nothing in days that are more than a month ago', async () => {
  const { from, to, total } = await read()
  assert.ok(total.waits > 0 && total.medianSeconds > 0)
  await t.advance(days(40))
  assert.equal((await read()).total.waits, 0)
  const stored = await read({ from, to })
  assert.deepEqual({ ...stored.total, open: null }, { ...total, open: null })
  await sql`delete from inbox_item where account_id = ${fromWire('acc', w.mastodon)}`.execute(t.db)
  assert.deepEqual((await read({ from, to })).groups, stored.groups)
})

test('days are those of the brand’s zone, and a range has an order and an end', async () => {
  done(await w.ada.patch(`/v1/profiles/${w.profileId}`, { timezone: 'Pacific/Kiritimati' }))
  const there = (await read()).to
  done(await w.ada.patch(`/v1/profiles/${w.profileId}`, { timezone: 'Pacific/Pago_Pago' }))
  const here = await read()
  assert.equal(here.timezone, 'Pacific/Pago_Pago')
  assert.equal(Date.parse(there) - Date.parse(here.to), days(1))
  assert.equal(here.days.length, 30)
  const of = `/v1/inbox/numbers?profileId=${w.profileId}`
  refused(await w.ada.get(`${of}&from=2026-12-02&to=2026-12-01`), 400, 'validation_failed')
  refused(await w.ada.get(`${of}&from=2025-11-01&to=2026-12-01`), 400, 'validation_failed')
  refused(await w.ada.get(`${of}&from=2026-02-30`), 400, 'validation_failed')
})

test('what a rule closes is not counted as a wait', async () => {
  const before = (await read()).total.waits
  const of = { profileId: w.profileId, name: 'Links', isOn: true, conditions: { hasLink: true } }
  done(await w.ada.post('/v1/inbox/rules', { ...of, actions: { state: 'done' } }), 201)
  await w.ask('bluesky', 'Cheap watches at watches.example.com')
  assert.equal((await read()).total.waits, before)
  await w.ask('bluesky', 'Cheap?')
  assert.equal((await read()).total.waits, before + 1)
})
