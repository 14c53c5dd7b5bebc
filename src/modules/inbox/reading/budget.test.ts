import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hours, minutes } from '#kernel/clock.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { done } from '#test/world/people.ts'
import { withKey } from '#test/world/posts.ts'

/** A network that charges for what is read. */

const PUBLIC_URL = 'http://127.0.0.1:4000'

interface Conversation {
  readonly id: string
  readonly last: { readonly id: string; readonly text: string }
}

async function addAccount(t: TestApp, login: string) {
  const person: Person = await t.as(login)
  const profileId: string = done(await person.post('/v1/profiles', { name: login })).body.id
  const { accountId } = done(await connectHeadless(t, person, 'x', profileId, { login })).body
  const api = await withKey(t, person, ['inbox:read', 'inbox:write', 'inbox:reply'])
  const list = async (): Promise<readonly Conversation[]> =>
    done(await api.get(`/v1/inbox/conversations?profileId=${profileId}&limit=100`)).body.conversations
  return {
    ...{ login, api, list },
    account: async () => done(await api.get(`/v1/inbox/accounts?profileId=${profileId}`)).body.accounts[0],
    act: (name: string, given: object = {}) => t.sandbox.network('x').acts[name]?.(login, { ...given }),
    open: async (): Promise<number> => done(await api.get(`/v1/inbox/counts?profileId=${profileId}`)).body.open,
    texts: async () => (await list()).map(({ last }) => last.text),
    turnOn: () => api.patch(`/v1/inbox/accounts/${accountId}`, { isOn: true }),
  }
}

test('409: without a budget, X is not read, and the refusal names the setting', async () => {
  await using t = await startApp({ sandbox: true, settings: { PUBLIC_URL } })
  await t.as('root')
  const desk = await addAccount(t, 'user-8201')
  assert.equal((await desk.account()).isAvailable, false)
  const { status, body } = await desk.turnOn()
  assert.deepEqual([status, body.code], [409, 'inbox_not_available'])
  assert.match(body.detail, /X_MONTHLY_INBOX_READS/)
  await t.advance(hours(1))
  assert.deepEqual(t.sandbox.calls.list({ network: 'x', call: 'getUserMentions' }).calls, [])
})

test('mentions are read until the month’s budget is used up, with a part for each account, and continue next month', async () => {
  await using t = await startApp({ sandbox: true, settings: { PUBLIC_URL, X_MONTHLY_INBOX_READS: '160' } })
  await t.as('root')
  const busy = await addAccount(t, 'user-8202')
  const quiet = await addAccount(t, 'user-8203')
  for (let nth = 0; nth < 300; nth += 1) await busy.act('mention', { body: `question ${nth}` })
  done(await busy.turnOn())
  done(await quiet.turnOn())
  for (let turn = 0; turn < 6; turn += 1) await t.advance(minutes(10))
  assert.equal((await busy.account()).problem?.code, 'budget_used_up')
  const read = await busy.open()
  assert.ok(read > 80 && read <= 120, `${read} of 160, of which 40 belong to the other account`)
  await quiet.act('mention', { body: 'may I ask something?' })
  for (let turn = 0; turn < 4; turn += 1) await t.advance(minutes(20))
  assert.deepEqual(await quiet.texts(), ['@user_8203 may I ask something?'])
  await t.advance(hours(5))
  assert.equal(await busy.open(), read, 'it rests')
  const now = t.now()
  await t.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime() + minutes(10))
  for (let turn = 0; turn < 6; turn += 1) await t.advance(minutes(10))
  assert.ok((await busy.open()) > read)
})

test('a mention is answered once, and a deleted one is blank within a day', async () => {
  await using t = await startApp({ sandbox: true, settings: { PUBLIC_URL, X_MONTHLY_INBOX_READS: '1000' } })
  await t.as('root')
  const desk = await addAccount(t, 'user-8204')
  done(await desk.turnOn())
  const { id } = (await desk.act('mention', { body: 'open on Sunday?' })) as { id: string }
  await t.advance(minutes(30))
  const [{ id: conversation, last } = { id: '', last: { id: '', text: '' } }] = await desk.list()
  const words = { itemId: last.id, lastItemId: last.id, text: 'From ten to four.' }
  done(await desk.api.post(`/v1/inbox/conversations/${conversation}/replies`, words), 201)
  await t.advance(minutes(5))
  const sent = t.sandbox.ledger.entries({ network: 'x', account: desk.login }).filter(({ kind }) => kind === 'reply')
  assert.deepEqual(
    sent.map(({ text, replyTo }) => [text, replyTo]),
    [['From ten to four.', id]],
  )
  await desk.act('delete_comment', { id })
  for (let hour = 0; hour < 26; hour += 1) await t.advance(hours(1))
  const { items } = done(await desk.api.get(`/v1/inbox/conversations/${conversation}/items`)).body
  assert.equal(JSON.stringify(items).includes('Sunday'), false)
})

test('what X does not show again within a day is erased', async () => {
  await using t = await startApp({ sandbox: true, settings: { PUBLIC_URL, X_MONTHLY_INBOX_READS: '1000' } })
  await t.as('root')
  const desk = await addAccount(t, 'user-8205')
  done(await desk.turnOn())
  await desk.act('mention', { body: 'still open' })
  await desk.act('mention', { body: 'answered elsewhere' })
  await t.advance(minutes(30))
  const closed = (await desk.list()).find(({ last }: Conversation) => last.text.includes('elsewhere'))
  done(await desk.api.patch(`/v1/inbox/conversations/${closed?.id}`, { state: 'done' }))
  for (let hour = 0; hour < 27; hour += 1) await t.advance(hours(1))
  assert.deepEqual((await desk.texts()).toSorted(), ['', '@user_8205 still open'])
})
