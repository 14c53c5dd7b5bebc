import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawCard, type Post } from '../../conversation/card.ts'
import { readData, renderHtml, sendTo } from './render.ts'

const target = {
  network: 'bluesky',
  accountId: null,
  status: 'failed',
  url: null,
  error: '<'.repeat(400),
} as const
const post: Post = {
  id: 'post_0123456789abcdefghjkmnpqrs',
  status: 'partial',
  content: '🌊'.repeat(3_000),
  scheduledAt: null,
  publishedAt: null,
  files: 0,
  targets: Array.from({ length: 30 }, () => target),
}
const timezone = 'America/Argentina/ComodRivadavia'

test('a card fits into a message, however long the post is and however many targets failed', () => {
  const html = renderHtml(drawCard(post, { timezone, accounts: [], text: 'n'.repeat(3_000) }))
  const shown = html.replaceAll(/<[^>]*>/g, '').replaceAll('&lt;', '<')
  assert.ok(shown.length <= 4_096, String(shown.length))
  assert.match(shown, /^Bluesky: failed – <{299}…$/m)
  assert.match(shown, /🌊…$/m)
  assert.match(shown, /… and \d\d more/)
})

test('each button’s data fits into 64 bytes and can be decoded', () => {
  const account = { id: 'acc_0123456789abcdefghjkmnpqrs', network: 'bluesky', handle: 'ada', isDefault: true }
  const first = {
    label: 'Anyway',
    verb: 'scheduleAnyway',
    subject: post.id,
    extra: '2026-11-26T15:30:00.000Z',
  } as const
  const card = drawCard({ ...post, status: 'draft' }, { timezone, accounts: [account], first })
  const { reply_markup: markup } = sendTo(1, card).args as {
    reply_markup: { inline_keyboard: readonly (readonly { callback_data: string }[])[] }
  }
  const data = markup.inline_keyboard.flat().map(({ callback_data: one }) => one)
  for (const one of data) assert.ok(Buffer.byteLength(one) <= 64, one)
  assert.deepEqual(
    data.map((one) => readData(one)?.verb),
    ['scheduleAnyway', 'account', 'publish', 'chooseTime', 'discard'],
  )
  const { verb, subject, extra } = first
  assert.deepEqual(readData(data[0] ?? ''), { verb, subject, extra })
})
