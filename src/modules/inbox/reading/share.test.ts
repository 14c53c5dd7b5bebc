import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hours, minutes } from '#kernel/clock.ts'
import { startApp } from '#test/harness/app.ts'
import { addChannel, callsBy, sum, toMidnight } from '#test/world/youtube.ts'

const PUBLIC_URL = 'http://127.0.0.1:4000'

test('a channel with very many comments leaves the others their part, rests until the quota’s day turns, and misses nothing', async () => {
  await using t = await startApp({ sandbox: true, settings: { PUBLIC_URL, YOUTUBE_DAILY_INBOX_UNITS: '80' } })
  await t.as('root')
  const busy = await addChannel(t, 'user-8101')
  const quiet = await addChannel(t, 'user-8102')
  await toMidnight(t)
  const wanted = Array.from({ length: 90 }, (_, nth) => `question ${nth}`)
  // Each thread has more replies than its list shows, so each costs one more call.
  for (const body of wanted) {
    const { id } = (await busy.comment(body)) as { id: string }
    for (let nth = 0; nth < 6; nth += 1)
      await t.sandbox.network('youtube').acts.comment?.(busy.login, { body: `reply ${nth}`, to: id, by: 'alice' })
  }
  const began = t.sandbox.calls.total
  await busy.turnOn()
  await quiet.turnOn()
  for (let step = 0; step < 6; step += 1) await t.advance(minutes(5))
  assert.equal(await busy.problem(), 'quota_used_up')
  const used = callsBy(t, began).get(busy.login) ?? 0
  await quiet.comment('may I ask something?')
  for (let step = 0; step < 12; step += 1) await t.advance(minutes(30))
  assert.deepEqual([await quiet.texts(), await quiet.problem()], [['may I ask something?'], null])
  const looks = (callsBy(t, began).get(quiet.login) ?? 0) / 3
  assert.ok(looks >= 3 && looks <= 5, `${looks} looks, which would not last for the day`)
  await t.advance(hours(4))
  assert.equal(callsBy(t, began).get(busy.login), used, 'it rests')
  assert.ok(sum(callsBy(t, began).values()) <= 80)
  await toMidnight(t)
  for (let step = 0; step < 20; step += 1) await t.advance(minutes(5))
  assert.equal(await busy.problem(), null)
  assert.equal((await busy.texts()).length, wanted.length)
})
