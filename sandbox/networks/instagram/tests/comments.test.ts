import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OnInstagram, startInstagram } from './kit.ts'

type Row = {
  readonly id: string
  readonly text: string
  readonly hidden?: boolean
  readonly parent_id?: string
  readonly replies?: { readonly data: Row[]; readonly paging: { readonly next?: string } }
}

async function start(on: OnInstagram) {
  const id = await on.post('one')
  return {
    id,
    say: async (body: string, to?: string, by?: string): Promise<string> =>
      (await on.act('alice', 'comment', { with: { body, to, by } })).id,
    act: (act: string, given: object) => on.act('alice', act, { with: given }),
    get: (path: string) => on.as('alice', 'GET', path),
    list: async (query = ''): Promise<{ data: Row[]; paging?: { next?: string; cursors: { after: string } } }> =>
      (
        await on.as(
          'alice',
          'GET',
          `/${id}/comments?fields=id,text,hidden,replies.limit(1){id,text,parent_id}&${query}`,
        )
      ).body,
  }
}
const texts = ({ data }: { readonly data: readonly Row[] }) => data.map(({ text }) => text)

test('others comment and reply; replies are a field of their comment, with a next page, and a list', async () => {
  await using on = await startInstagram()
  const { say, list, get } = await start(on)
  const first = await say('even on Sunday?')
  const older = await say('yes', first, 'carla')
  const reply = await say('thanks', older)
  await say('And cake?')
  const { data } = await list()
  assert.deepEqual(texts({ data }), ['And cake?', 'even on Sunday?'])
  assert.equal(data[0]?.replies, undefined)
  assert.deepEqual(data[1]?.replies?.data, [{ id: reply, text: 'thanks', parent_id: first }])
  assert.ok(data[1]?.replies?.paging.next)
  assert.deepEqual(texts((await get(`/${first}/replies?fields=text`)).body), ['thanks', 'yes'])
  const one = (await get(`/${reply}?fields=text,parent_id,username,from,media{id}`)).body
  assert.deepEqual([one.parent_id, one.username, one.from.username], [first, 'bob', 'bob'])
  await on.settings({ ranksComments: true })
  assert.deepEqual(texts(await list()), ['even on Sunday?', 'And cake?'])
})

test('one field that the app may not read fails the entire call', async () => {
  await using on = await startInstagram()
  const { say, list, get, id } = await start(on)
  await say('hello')
  await on.settings({ closedCommentFields: ['replies', 'from'] })
  assert.equal(((await list()) as unknown as { error: { code: number } }).error.code, 10)
  assert.equal((await get(`/${id}/comments?fields=id,from`)).body.error.code, 10)
  assert.deepEqual(texts((await get(`/${id}/comments?fields=text`)).body), ['hello'])
})

test('comments of a restricted person are counted but not returned; hidden and deleted ones are marked or gone', async () => {
  await using on = await startInstagram()
  const { say, list, act, get } = await start(on)
  await say('a question', undefined, 'carla')
  const hidden = await say('rude', undefined, 'carla')
  const gone = await say('gone', undefined, 'carla')
  const below = await say('below', gone, 'carla')
  await say('spam')
  await act('restrict_commenter', { by: 'bob' })
  await act('hide_comment', { id: hidden })
  await act('delete_comment', { id: gone })
  const page = await list('limit=1')
  assert.deepEqual(page.data, [])
  assert.ok(page.paging?.next)
  const { data } = await list(`after=${page.paging.cursors.after}`)
  assert.deepEqual(
    data.map(({ text, hidden: isHidden }) => [text, isHidden]),
    [
      ['rude', true],
      ['a question', false],
    ],
  )
  assert.equal((await get(`/${below}`)).body.error.error_subcode, 33)
})

test('a comment that is written with fields exists, although the call fails with 20/1772107', async () => {
  await using on = await startInstagram()
  const { id, list } = await start(on)
  const refused = await on.as('alice', 'POST', `/${id}/comments?message=Hello&fields=id,text`)
  assert.deepEqual([refused.status, refused.body.error.code, refused.body.error.error_subcode], [400, 20, 1_772_107])
  assert.deepEqual(texts(await list()), ['Hello'])
})
