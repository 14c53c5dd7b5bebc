import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batched } from './batched.ts'

/** Creates a batched read whose reads end only when the test ends them. */
function openReads(most?: number) {
  const reads: { readonly keys: readonly string[]; go(): void; fail(error: Error): void }[] = []
  const load = batched(
    (keys: readonly string[]) => {
      const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, string>>()
      reads.push({ keys, go: () => resolve(new Map(keys.map((key) => [key, `${key}!`]))), fail: reject })
      return promise
    },
    undefined,
    most,
  )
  const begun = async (count: number) => {
    while (reads.length < count) await new Promise((resolve) => setImmediate(resolve))
    return reads[count - 1]!
  }
  return { load, reads, begun }
}

test('concurrent requests share one read, and each gets its own result', async () => {
  const { load, reads, begun } = openReads()
  const answers = Promise.all([load('a'), load('b'), load('a')])
  const first = await begun(1)
  first.go()
  assert.deepEqual(await answers, ['a!', 'b!', 'a!'])
  assert.deepEqual(
    reads.map(({ keys }) => keys),
    [['a', 'b']],
  )
})

test('a request made during a read gets the result of a later read', async () => {
  const { load, begun } = openReads()
  const early = load('a')
  const first = await begun(1)
  const late = Promise.all([load('a'), load('c')])
  first.go()
  assert.equal(await early, 'a!')
  const second = await begun(2)
  assert.deepEqual(second.keys, ['a', 'c'])
  second.go()
  assert.deepEqual(await late, ['a!', 'c!'])
})

test('a read takes at most its maximum number of keys', async () => {
  const { load, begun } = openReads(2)
  const answers = Promise.all([load('a'), load('b'), load('c')])
  const first = await begun(1)
  first.go()
  const second = await begun(2)
  assert.deepEqual([first.keys, second.keys], [['a', 'b'], ['c']])
  second.go()
  assert.deepEqual(await answers, ['a!', 'b!', 'c!'])
})

test('a failed read only fails the requests in it', async () => {
  const { load, begun } = openReads()
  const failing = Promise.allSettled([load('a'), load('b')])
  const first = await begun(1)
  first.fail(new Error('away'))
  assert.deepEqual(
    (await failing).map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  const again = load('a')
  const second = await begun(2)
  second.go()
  assert.equal(await again, 'a!')
})
