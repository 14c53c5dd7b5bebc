import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minutes } from '#kernel/clock.ts'
import { startApp } from '#test/harness/app.ts'
import { addChannel, callsBy, sum, toMidnight } from '#test/world/youtube.ts'

const PUBLIC_URL = 'http://127.0.0.1:4000'

test('one day of 40 channels stays below the share of the quota, and each channel is read in every part of the day', async () => {
  await using t = await startApp({ sandbox: true, settings: { PUBLIC_URL } })
  await t.as('root')
  const channels = []
  for (let nth = 1; nth <= 40; nth += 1) channels.push(await addChannel(t, `user-${8_000 + nth}`))
  await toMidnight(t)
  for (const { turnOn } of channels) await turnOn()
  const began = t.sandbox.calls.total
  const quarters: ReadonlyMap<string, number>[] = []
  for (let quarter = 0; quarter < 4; quarter += 1) {
    const since = t.sandbox.calls.total
    for (let step = 0; step < 18; step += 1) {
      for (const { comment } of channels.slice(step, step + 4)) await comment(`quarter ${quarter}, step ${step}`)
      await t.advance(minutes(quarter === 3 && step === 17 ? 15 : 20))
    }
    quarters.push(callsBy(t, since))
  }
  const all = callsBy(t, began)
  assert.ok(sum(all.values()) <= 3_000, `${sum(all.values())} units`)
  for (const { login } of channels)
    for (const [nth, calls] of quarters.entries()) assert.ok((calls.get(login) ?? 0) >= 3, `${login} in quarter ${nth}`)
})
