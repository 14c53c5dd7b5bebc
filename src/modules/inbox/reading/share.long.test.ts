import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minutes } from '#kernel/clock.ts'
import { startApp } from '#test/harness/app.ts'
import { addChannel, callsBy, sum, toMidnight } from '#test/world/youtube.ts'

const PUBLIC_URL = 'http://127.0.0.1:4000'

test('one day of 40 channels stays below the share of the quota, and each channel is read in every three hours', async () => {
  await using t = await startApp({ sandbox: true, settings: { PUBLIC_URL } })
  await t.as('root')
  const channels = []
  for (let nth = 1; nth <= 40; nth += 1) channels.push(await addChannel(t, `user-${8_000 + nth}`))
  await toMidnight(t)
  for (const { turnOn } of channels) await turnOn()
  const began = t.sandbox.calls.total
  for (let part = 0; part < 8; part += 1) {
    const since = t.sandbox.calls.total
    for (let step = 0; step < 9; step += 1) {
      for (const { comment } of channels.filter((_, nth) => nth % 5 === step))
        await comment(`part ${part}, step ${step}`)
      await t.advance(minutes(part === 7 && step === 8 ? 15 : 20))
    }
    const calls = callsBy(t, since)
    for (const { login } of channels) assert.ok((calls.get(login) ?? 0) >= 3, `${login} in part ${part}`)
  }
  const used = sum(callsBy(t, began).values())
  assert.ok(used > 1_500 && used <= 3_000, `${used} units`)
})
