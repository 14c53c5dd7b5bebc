import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minutes } from '../../../core/kit/clock.ts'
import { type Facebook, startFacebook } from './kit.ts'

type Row = { readonly id: string; readonly message: string; readonly parent?: { readonly id: string } }

async function start(on: Facebook, scope?: string) {
  const page = await on.page('alice', scope === undefined ? {} : { scope })
  const { id } = (await page.post({ message: 'We open at nine' })).body
  return {
    page,
    post: id as string,
    say: async (body: string, to?: string, by?: string): Promise<string> => {
      on.later(minutes(1))
      return (await on.act('alice-bakery', 'comment', { with: { body, to, by } })).id
    },
    act: (act: string, given: object) => on.act('alice-bakery', act, { with: given }),
    list: async (
      query: string,
      of = id,
    ): Promise<{ data: Row[]; paging?: { next?: string; cursors: { after: string } } }> =>
      (await page.get(`/${of}/comments?fields=id,message,parent{id},is_hidden&${query}`)).body,
  }
}
const texts = ({ data }: { readonly data: readonly Row[] }) => data.map(({ message }) => message)

test('others comment and reply; a list has the top level or everything, since a time, in the requested order', async () => {
  await using on = await startFacebook()
  const { say, list } = await start(on)
  const first = await say('even on Sunday?')
  const later = new Date(on.sandbox.clock.now().getTime() + 1_000).toISOString()
  const reply = await say('yes', first, 'carla')
  await say('And cake?')
  assert.deepEqual(texts(await list('')), ['even on Sunday?', 'And cake?'])
  assert.deepEqual(texts(await list('filter=stream&order=reverse_chronological')), [
    'And cake?',
    'yes',
    'even on Sunday?',
  ])
  assert.deepEqual(texts(await list(`filter=stream&since=${later}`)), ['yes', 'And cake?'])
  const { data } = await list('', first)
  assert.deepEqual(data, [{ id: reply, message: 'yes', parent: { id: first }, is_hidden: false }])
  await on.settings({ ranks_comments: true })
  assert.deepEqual(texts(await list('order=reverse_chronological')), ['even on Sunday?', 'And cake?'])
})

test('comments of a banned person are counted but not returned, so a page may be empty and have a next one', async () => {
  await using on = await startFacebook()
  const { say, list, act } = await start(on)
  for (const text of ['spam', 'more spam', 'a question'])
    await say(text, undefined, text === 'a question' ? 'carla' : 'bob')
  await act('ban_commenter', { by: 'bob' })
  const page = await list('limit=2&summary=true')
  assert.deepEqual(page.data, [])
  assert.ok(page.paging?.next)
  assert.deepEqual(texts(await list(`limit=2&after=${page.paging.cursors.after}`)), ['a question'])
})

test('without the permission for other people’s content, only the page’s own comments are returned', async () => {
  await using on = await startFacebook()
  const scope = 'pages_show_list,pages_manage_posts,pages_read_engagement,pages_manage_engagement'
  const { page, post, say, list } = await start(on, scope)
  const id = await say('hello?')
  await page.send('POST', `/${post}/comments`, { message: 'Welcome' })
  assert.deepEqual(texts(await list('')), ['Welcome'])
  assert.equal((await page.get(`/${id}`)).body.error.error_subcode, 33)
})

test('a comment is edited, hidden and deleted; the replies to a deleted one have no parent', async () => {
  await using on = await startFacebook()
  const { page, say, list, act } = await start(on)
  const id = await say('first')
  const reply = await say('second', id)
  await act('edit_comment', { id, body: 'first, changed' })
  await act('hide_comment', { id: reply })
  const shown = (await page.get(`/${reply}?fields=message,is_hidden,from,parent{message,from},permalink_url`)).body
  assert.deepEqual([shown.is_hidden, shown.parent.message, shown.from.name], [true, 'first, changed', 'Bob'])
  await act('delete_comment', { id })
  assert.deepEqual((await list('filter=stream')).data, [{ id: reply, message: 'second', is_hidden: true }])
  assert.equal((await page.get(`/${id}`)).body.error.error_subcode, 33)
})
