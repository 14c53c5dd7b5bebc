import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import { type AccountId, fromWire, type PostTargetId } from '#kernel/ids.ts'
import { saveNumbers } from '#modules/analytics/store/numbers.ts'
import { startApp } from '../harness/app.ts'
import { done } from '../world/people.ts'
import { connectBoth } from '../world/posts.ts'

const guide = join(import.meta.dirname, '../../docs/analytics.md')

test('the example in the analytics guide matches the response of the service', async () => {
  const blocks = [...(await readFile(guide, 'utf8')).matchAll(/```(?:text|json)\n(.*?)```/gs)].map(
    ([, text = '']) => text,
  )
  const [story = '', question = '', answer = ''] = blocks
  await using t = await startApp({ sandbox: true, numbers: true })
  await t.as('root')
  const { ada, profileId } = await connectBoth(t)
  const targets = new Map<string, { targetId: PostTargetId; accountId: AccountId }>()
  for (const line of story.trim().split('\n')) {
    const [, at = '', post = '', views, likes] = /^(\S+) (\w)(?: (\d+) views (\d+) likes)?/.exec(line) ?? []
    await t.advance(Date.parse(at) - t.now().getTime())
    if (views === undefined) targets.set(post, await publish(post))
    else await look(post, { views: Number(views), likes: Number(likes) })
  }
  await t.advance(Date.parse('2027-01-15T12:00Z') - t.now().getTime())
  const expected = JSON.parse(answer)
  const { gained, ...overview } = done(await ada.get(question.trim().slice('GET '.length))).body
  const picked = (from: Record<string, number>, like: object) =>
    Object.fromEntries(Object.keys(like).map((name) => [name, from[name]]))
  const { gained: expectedGains, ...totals } = expected
  assert.deepEqual(picked(overview, totals), totals)
  assert.deepEqual(picked(gained, expectedGains), expectedGains)

  async function publish(content: string) {
    const { id } = done(await ada.post('/v1/posts', { profileId, platforms: ['mastodon'], content }), 201).body
    await t.settle()
    await t.advance(60_000)
    // The sandbox has its own metrics.
    await sql`update metrics_watch set due_at = null`.execute(t.db)
    const { rows } = await sql<{ targetId: PostTargetId; accountId: AccountId }>`
      select w.target_id, w.account_id from metrics_watch w join post_target t on t.id = w.target_id
      where t.post_id = ${fromWire('post', id)}`.execute(t.db)
    assert.equal(rows.length, 1)
    return rows[0]!
  }
  async function look(post: string, numbers: { views: number; likes: number }) {
    const { targetId, accountId } = targets.get(post)!
    await inTx(t.db, (tx) => saveNumbers(tx, accountId, [{ targetId, ...numbers }]))
  }
})
