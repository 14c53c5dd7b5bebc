import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { days, hours, minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { openDesk } from '#test/world/inbox-desk.ts'
import { done, grant, refused } from '#test/world/people.ts'
import { withKey } from '#test/world/posts.ts'

/** Rules sort what people say, once and in the transaction that stores it. */
let t: TestApp
let w: Awaited<ReturnType<typeof openDesk>>
let eve: Client & { readonly uid: string }
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await openDesk(t)
  const person = await t.as('eve')
  await grant(w.person, w.profileId, person, 'editor')
  eve = { ...(await withKey(t, person, ['inbox:read', 'inbox:write'])), uid: person.uid }
})
after(() => t[Symbol.asyncDispose]())
beforeEach(async () => {
  for (const { id } of await rules()) done(await w.ada.delete(`/v1/inbox/rules/${id}`))
})

interface Rule {
  readonly id: string
  readonly name: string
  readonly position: number
  readonly problem: string | null
  readonly lastRanAt: string | null
}
const rules = async (): Promise<Rule[]> => done(await w.ada.get(`/v1/inbox/rules?profileId=${w.profileId}`)).body.rules
const post = (body: object) =>
  w.ada.post('/v1/inbox/rules', { profileId: w.profileId, name: 'A rule', isOn: true, conditions: {}, ...body })
const make = async (body: object): Promise<Rule> => done(await post(body), 201).body
const change = (id: string, body: object) => w.ada.patch(`/v1/inbox/rules/${id}`, body)
const itemsOf = async (id: string) => done(await w.ada.get(`/v1/inbox/conversations/${id}/items`)).body.items
const conversation = async (id: string) => done(await w.ada.get(`/v1/inbox/conversations/${id}`)).body
const rehearse = async (conditions: object, actions: object = { state: 'done' }, more: object = {}) =>
  done(await w.ada.post('/v1/inbox/rules/rehearse', { profileId: w.profileId, conditions, actions, ...more })).body

test('a rule that is off does nothing, and one whose member left says so, does nothing, and is not turned on', async () => {
  const leaver = await t.as('leaver')
  await grant(w.person, w.profileId, leaver, 'editor')
  const rule = await make({ conditions: { words: ['leaver'] }, actions: { state: 'done', assigneeUid: leaver.uid } })
  done(await w.person.delete(`/v1/profiles/${w.profileId}/members/${leaver.uid}`))
  const off = await make({ isOn: false, conditions: { words: ['quiet'] }, actions: { state: 'done' } })
  const problemOf = async (id: string) => (await rules()).find((one) => one.id === id)?.problem
  assert.deepEqual([await problemOf(rule.id), await problemOf(off.id)], ['member_left', null])
  const found = await w.ask('bluesky', 'for the leaver')
  assert.deepEqual([found.state, found.assigneeUid], ['open', null])
  assert.equal((await w.ask('bluesky', 'quiet one')).state, 'open')
  done(await change(rule.id, { isOn: false }))
  refused(await change(rule.id, { isOn: true }), 400, 'validation_failed')
  done(await change(rule.id, { name: 'Still broken' }))
  assert.equal(await problemOf(rule.id), 'member_left')
  done(await change(rule.id, { isOn: true, actions: { assigneeUid: eve.uid } }))
  assert.equal(await problemOf(rule.id), null)
})

test('a rule closes and assigns what it matches, leaves the rest, and the conversation says which rule did it', async () => {
  const links = await make({
    name: 'Spam links',
    conditions: { hasLink: true },
    actions: { state: 'done', assigneeUid: eve.uid },
  })
  const spam = await w.ask('bluesky', 'Cheap watches at watches.example.com/now')
  const plain = await w.ask('bluesky', 'When do you open?')
  assert.deepEqual([spam.state, spam.assigneeUid], ['done', eve.uid])
  assert.deepEqual([plain.state, plain.assigneeUid], ['open', null])
  const [item] = await itemsOf(spam.id)
  const did = { ruleId: links.id, name: 'Spam links', assigneeUid: eve.uid, state: 'done' }
  assert.deepEqual(item.rules, [did])
  assert.deepEqual((await itemsOf(plain.id))[0].rules, [])
  const events = done(await w.ada.get('/v1/events?limit=100&type=inbox.changed')).body.events
  assert.equal(events.at(-1).data.uid, null)
  assert.ok((await rules())[0]?.lastRanAt)
  done(await change(links.id, { name: 'Links' }))
  done(await w.ada.delete(`/v1/inbox/rules/${links.id}`))
  assert.deepEqual((await itemsOf(spam.id))[0].rules, [did])
})

test('an item that is read again is not acted on again', async () => {
  await make({ conditions: { words: ['again'] }, actions: { state: 'done' } })
  const found = await w.ask('mastodon', 'And again?')
  assert.equal(found.state, 'done')
  done(await w.ada.patch(`/v1/inbox/conversations/${found.id}`, { state: 'open' }))
  const { version } = await conversation(found.id)
  await t.advance(hours(3))
  const later = await conversation(found.id)
  assert.deepEqual([later.state, later.version, later.items], ['open', version, 1])
})

test('words match whole and folded, and phrases, emoji and scripts without spaces match as written', async () => {
  const finds = async (words: readonly string[], text: string): Promise<boolean> => {
    const { items } = await rehearse({ words })
    return items.some((item: { text: string }) => item.text === text)
  }
  const texts = ['RÜCKGABE an der Straße?', 'ストア は 日曜日 に営業しますか', 'Where are my opening hours 🔥']
  for (const text of texts) await w.ask('bluesky', text)
  const [german = '', japanese = '', english = ''] = texts
  for (const words of [['ruckgabe'], ['STRASSE'], ['zebra', 'rückgabe']])
    assert.ok(await finds(words, german), `${words}`)
  for (const words of [['rück'], ['gabe'], ['ruckgaben']]) assert.ok(!(await finds(words, german)), `${words}`)
  assert.ok(await finds(['日曜'], japanese))
  for (const words of [['opening  hours'], ['🔥']]) assert.ok(await finds(words, english), `${words}`)
  for (const words of [['hours opening'], ['❄️'], ['.*']]) assert.ok(!(await finds(words, english)), `${words}`)
})

test('the first rule that sets a state counts, so a rule above can keep conversations open', async () => {
  const closing = await make({ name: 'Close', conditions: { hasLink: true }, actions: { state: 'done' } })
  const keeping = await make({ name: 'Keep', conditions: { words: ['invoice'] }, actions: { state: 'open' } })
  const ask = () => w.ask('bluesky', `invoice ${t.now().getTime()} at shop.example.com`)
  assert.equal((await ask()).state, 'done')
  assert.equal(done(await change(keeping.id, { position: 1 })).body.position, 1)
  assert.deepEqual(
    (await rules()).map(({ id, position }) => [id, position]),
    [
      [keeping.id, 1],
      [closing.id, 2],
    ],
  )
  assert.equal((await ask()).state, 'open')
})

test('a conversation in which something else waits is not closed, and one that has an assignee keeps it', async () => {
  const found = await w.ask('mastodon', 'Is my question still open?')
  done(await w.ada.patch(`/v1/inbox/conversations/${found.id}`, { assigneeUid: w.person.uid }))
  await make({ conditions: { hasLink: true }, actions: { state: 'done', assigneeUid: eve.uid } })
  const [first] = await itemsOf(found.id)
  await say(first.sender.handle, `@${w.login} see https://shop.example.com`, lastOf(first.url))
  await t.advance(minutes(41))
  const later = await conversation(found.id)
  assert.deepEqual([later.items, later.state, later.assigneeUid], [2, 'open', w.person.uid])
  assert.deepEqual((await itemsOf(found.id))[1].rules, [])
  const [would] = (await rehearse({ words: ['shop.example.com'] })).items
  assert.deepEqual([would.state, would.assigneeUid], [null, null])
})

test('a snoozed conversation opens again after the hours of the rule', async () => {
  await make({ conditions: { words: ['later'] }, actions: { state: 'snoozed', snoozeHours: 24 } })
  const found = await w.ask('bluesky', 'Maybe later')
  assert.equal(found.state, 'snoozed')
  await t.advance(hours(25))
  assert.equal((await conversation(found.id)).state, 'open')
})

test('a new sender is new once, and a rule can be for one network, account or kind', async () => {
  const all = await rehearse({})
  const fresh = await rehearse({ isNewSender: true })
  const handles = fresh.items.map(({ accountId, handle }: { accountId: string; handle: string }) => accountId + handle)
  assert.equal(new Set(handles).size, handles.length)
  assert.ok(fresh.matched > 0 && fresh.matched < all.matched)
  const bluesky = await rehearse({ platform: 'bluesky' })
  assert.deepEqual(await rehearse({ accountId: w.bluesky }), bluesky)
  assert.ok(bluesky.matched > 0 && bluesky.matched < all.matched)
  assert.equal((await rehearse({ kind: 'quote' })).matched, 0)
})

test('a rehearsal lists what would have happened, to a limit with the total, and changes nothing', async () => {
  const found = await w.ask('bluesky', 'rehearsal please')
  const answer = await rehearse({ words: ['rehearsal'] }, { state: 'done', assigneeUid: eve.uid })
  const [item] = answer.items
  assert.deepEqual([answer.matched, answer.isComplete, item.conversationId], [1, true, found.id])
  assert.deepEqual([item.state, item.assigneeUid, item.text], ['done', eve.uid, 'rehearsal please'])
  assert.equal((await conversation(found.id)).version, found.version)
  const limited = await rehearse({}, { state: 'done' }, { limit: 1 })
  assert.ok(limited.items.length === 1 && limited.matched > 1 && limited.checked >= limited.matched)
  await t.advance(days(31))
  assert.equal((await rehearse({ words: ['rehearsal'] })).matched, 0)
})

test('a rule whose account was disconnected says so', async () => {
  const other = await openDesk(t)
  const of = { profileId: other.profileId, name: 'A', isOn: true, actions: { state: 'done' } }
  const conditions = { accountId: other.mastodon }
  done(await other.ada.post('/v1/inbox/rules', { ...of, conditions }), 201)
  done(await other.ada.delete(`/v1/connections/${other.mastodon}`))
  const [rule] = done(await other.ada.get(`/v1/inbox/rules?profileId=${other.profileId}`)).body.rules
  assert.equal(rule.problem, 'account_removed')
  refused(await other.ada.post('/v1/inbox/rules', { ...of, conditions }), 400, 'validation_failed')
})

test('only admins write rules, and a rule without an action, with strangers or without its hours is refused', async () => {
  const rule = await make({ actions: { state: 'done' } })
  const of = { profileId: w.profileId, name: 'B', conditions: {}, actions: { state: 'done' } }
  refused(await eve.post('/v1/inbox/rules', of), 403, 'profile_role_required')
  refused(await eve.post('/v1/inbox/rules/rehearse', { ...of, name: undefined }), 403, 'profile_role_required')
  refused(await eve.patch(`/v1/inbox/rules/${rule.id}`, { name: 'C' }), 403, 'profile_role_required')
  done(await eve.get(`/v1/inbox/rules/${rule.id}`))
  const stranger = await t.as('rule-stranger')
  refused(await stranger.get(`/v1/inbox/rules/${rule.id}`), 403, 'profile_forbidden')
  for (const actions of [
    {},
    { state: 'snoozed' },
    { state: 'done', snoozeHours: 2 },
    { state: 'snoozed', snoozeHours: 721 },
    { assigneeUid: stranger.uid },
  ])
    refused(await post({ actions }), 400, 'validation_failed')
  for (const conditions of [{ words: [''] }, { words: Array(31).fill('a') }, { words: ['a'.repeat(61)] }])
    refused(await post({ conditions, actions: { state: 'done' } }), 400, 'validation_failed')
})

const lastOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? ''

/** Someone says something on Mastodon, in reply to a status. */
async function say(as: string, status: string, to: string): Promise<void> {
  const headers = { authorization: `Bearer sandbox-token-${as}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ status, in_reply_to_id: to })
  const answer = await fetch(`${t.sandbox.url}/mastodon/api/v1/statuses`, { method: 'POST', headers, body })
  assert.equal(answer.status, 200)
}
