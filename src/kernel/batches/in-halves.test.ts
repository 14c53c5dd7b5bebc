import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inHalves } from './in-halves.ts'

test('an invalid item fails alone, and every other item is processed exactly once', async () => {
  const items = Array.from({ length: 100 }, (_, at) => at)
  const bad = new Set([0, 41, 99])
  const done: number[] = []
  const failed: unknown[] = []
  let runs = 0
  await inHalves(
    items,
    async (some) => {
      runs += 1
      for (const item of some) if (bad.has(item)) throw new Error(`${item} is bad`)
      done.push(...some)
    },
    async (item, error) => void failed.push([item, (error as Error).message]),
  )
  assert.deepEqual(
    done.toSorted((a, b) => a - b),
    items.filter((item) => !bad.has(item)),
  )
  assert.deepEqual(
    failed,
    [...bad].map((item) => [item, `${item} is bad`]),
  )
  assert.ok(runs < 50, `${runs} runs`)
})

test('a successful batch runs once, and an empty batch does not run', async () => {
  const sizes: number[] = []
  const note = async (some: readonly number[]) => void sizes.push(some.length)
  const never = () => Promise.reject(new Error('nothing failed'))
  await inHalves([1, 2, 3], note, never)
  await inHalves([], note, never)
  assert.deepEqual(sizes, [3])
})
