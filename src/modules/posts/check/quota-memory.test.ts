import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Quota } from '#rules/limits.ts'
import { createQuotaMemory } from './quota-memory.ts'

const now = new Date('2027-01-13T12:00:00.000Z')
const of = { lane: '01a30eeb-5200-710c-a31d-3a03c2afb662' }
const quota = (max: number, perMs: number): Quota => ({ max, perMs, of: 'account' })

test('a count for some of an account’s quotas is not reused for quotas over a different period', async () => {
  const memory = createQuotaMemory({ clock: { now: () => now } })
  const [hourly, daily] = [[quota(100, 3_600_000)], [quota(100, 86_400_000)]]
  assert.equal(await memory.isFar(of, hourly, now, 1, async () => 3), true)
  assert.equal(await memory.isFar(of, daily, now, 1, async () => 90), false)
  assert.equal(await memory.isFar(of, hourly, now, 1, () => assert.fail('it was counted a moment ago')), true)
})
