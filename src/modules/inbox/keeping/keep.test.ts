import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { days, hours, minutes } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { done, grant, refused } from '#test/world/people.ts'
import { connectBoth, withKey } from '#test/world/posts.ts'
import { addChannel } from '#test/world/youtube.ts'

/** Words and names of strangers are stored only as long as the network and the person allow. */
let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

/** Lists the tables with rows that contain a word. */
async function whereIs(word: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(t.db)
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: hits } = await sql`
      select from ${sql.raw(name)} x where x::text like ${`%${word}%`} limit 1`.execute(t.db)
    if (hits.length > 0) found.push(name)
  }
  return found
}

type Item = {
  id: string
  text: string
  erasedAt: string | null
  sender: { id: string; handle: string; name: string | null }
}

/** Creates a brand whose Mastodon account is read, with a post. */
async function start() {
  const w = await connectBoth(t)
  const { ada, profileId } = w
  done(await ada.patch(`/v1/inbox/accounts/${w.mastodon}`, { isOn: true }))
  done(await ada.post('/v1/posts', { profileId, platforms: ['mastodon'], content: 'We open at nine' }), 201)
  await t.settle()
  const list = async (q?: string) =>
    done(await ada.get(`/v1/inbox/conversations?${new URLSearchParams({ profileId, ...(q && { q }) })}`)).body
      .conversations as { id: string; state: string; version: number; last: Item }[]
  const itemsOf = async (id: string): Promise<Item[]> =>
    done(await ada.get(`/v1/inbox/conversations/${id}/items`)).body.items
  return {
    ...w,
    list,
    itemsOf,
    /** Someone comments, and the account is read. */
    async comment(body: string) {
      await t.sandbox.network('mastodon').acts?.comment?.(w.login, { body })
      await t.advance(minutes(41))
      const [one] = await list(body)
      assert.ok(one, body)
      return one
    },
  }
}
const night = () => t.advance(hours(2))

test('words and names are gone 180 days after a conversation is done, from every table, and stay gone', async () => {
  const { ada, comment, list, itemsOf } = await start()
  const one = await comment('the password is xylophone')
  assert.deepEqual(await whereIs('xylophone'), ['public.inbox_item'])
  const open = await comment('an open question about zithers')
  done(await ada.patch(`/v1/inbox/conversations/${one.id}`, { state: 'done' }))
  await t.advance(days(179))
  assert.deepEqual(await whereIs('xylophone'), ['public.inbox_item'])
  await t.advance(days(1))
  await night()
  assert.deepEqual(await whereIs('xylophone'), [])
  const [item] = await itemsOf(one.id)
  assert.ok(item?.erasedAt)
  assert.deepEqual([item.text, (await list('xylophone')).length], ['', 0])
  const [kept] = await itemsOf(open.id)
  assert.deepEqual([kept?.erasedAt, kept?.sender.name], [null, 'Bob'], 'what is open stays, with its person')
  // A later look may return the same item again.
  await t.db.updateTable('inboxAccount').set({ place: null }).execute()
  await night()
  assert.deepEqual(await whereIs('xylophone'), [])
  await t.advance(days(730))
  await night()
  assert.deepEqual(await whereIs('zithers'), [])
  assert.deepEqual(
    (await itemsOf(open.id)).map(({ sender }) => [sender.handle, sender.name]),
    [['(deleted)', null]],
  )
})

test('what YouTube returned is gone 30 days after it was last read, long before other words of finished conversations', async () => {
  const channel = await addChannel(t, 'user-8201')
  await channel.turnOn()
  await t.advance(minutes(1))
  await channel.comment('is the harpsichord for sale?')
  await t.advance(hours(2))
  assert.deepEqual(await channel.texts(), ['is the harpsichord for sale?'])
  await channel.finish()
  await t.advance(days(29))
  assert.deepEqual(await whereIs('harpsichord'), ['public.inbox_item'])
  await t.advance(days(2))
  await night()
  assert.deepEqual(await whereIs('harpsichord'), [])
})

test('a person is erased from all conversations of the brand, by those who manage it, and what they say later is stored', async () => {
  const one = await start()
  const eve = await t.as('eve')
  await grant(one.person, one.profileId, eve, 'editor')
  const editor = await withKey(t, eve, ['inbox:write'])
  const other = await start()
  const first = await one.comment('my number is 555-0199')
  await one.comment('call me, please')
  await other.comment('my number is 555-0199, too')
  const senderId = first.last.sender.id
  refused(await editor.delete(`/v1/inbox/senders/${senderId}`), 403, 'profile_role_required')
  assert.deepEqual(done(await one.ada.delete(`/v1/inbox/senders/${senderId}`)).body, {
    ok: true,
    items: 2,
    isDone: true,
  })
  assert.deepEqual(done(await one.ada.delete(`/v1/inbox/senders/${senderId}`)).body.items, 0)
  const texts = (await one.list()).map(({ last }) => [last.text, last.sender.handle, last.sender.name])
  assert.deepEqual(texts, [
    ['', '(deleted)', null],
    ['', '(deleted)', null],
  ])
  assert.equal((await other.list('555-0199')).length, 1, 'another brand decides for itself')
  await t.db.updateTable('inboxAccount').set({ place: null }).execute()
  await night()
  assert.equal((await one.list('555-0199')).length, 0)
  assert.deepEqual(new Set((await one.list()).map(({ last }) => last.sender.name)), new Set([null]))
  const later = await one.comment('me again')
  assert.equal(later.last.sender.name, 'Bob')
  assert.equal((await one.list('call me')).length, 0)
})

test('the account itself cannot be erased as a person', async () => {
  const { ada, mastodon, comment } = await start()
  const { last } = await comment('hello')
  await t.db
    .updateTable('inboxSender')
    .set((row) => ({
      remoteId: row
        .selectFrom('account')
        .innerJoin('remoteAccount', 'remoteAccount.id', 'account.remoteAccountId')
        .select('remoteAccount.remoteId')
        .where('account.id', '=', fromWire('acc', mastodon)!),
    }))
    .where('id', '=', fromWire('snd', last.sender.id)!)
    .execute()
  refused(await ada.delete(`/v1/inbox/senders/${last.sender.id}`), 404, 'inbox_sender_not_found')
})
