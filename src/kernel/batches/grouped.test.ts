import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Group, grouped } from './grouped.ts'

/** Creates grouped writes that record their order. The item `bad` makes its group fail. */
function openWrites(more: Partial<Group<string, string>> = {}) {
  const writes: string[] = []
  const write = grouped<string, string>({
    async together(all) {
      writes.push(`together ${all.join(' ')}`)
      if (all.includes('bad')) throw new Error('one item is bad')
      return new Map(all.filter((one) => one !== 'unknown').map((one) => [one, `${one}!`]))
    },
    async alone(one, again) {
      writes.push(`${again ? 'again' : 'alone'} ${one}`)
      if (one === 'bad') throw new Error('not this one')
      return `${one}!`
    },
    inTurn: (work) => work(),
    most: 3,
    ...more,
  })
  return { write, writes }
}

test('concurrent requests share one write, and each gets its own result', async () => {
  const { write, writes } = openWrites()
  assert.deepEqual(await Promise.all([write('a'), write('b')]), ['a!', 'b!'])
  assert.deepEqual(writes, ['together a b'])
})

test('a single item is written alone and is not treated as a possible retry', async () => {
  const { write, writes } = openWrites()
  assert.equal(await write('a'), 'a!')
  assert.deepEqual(writes, ['alone a'])
})

test('if a group fails, each item is retried alone, and only the invalid item fails', async () => {
  const { write, writes } = openWrites()
  const came = await Promise.allSettled([write('a'), write('bad'), write('b')])
  assert.deepEqual(
    came.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(writes, ['together a bad b', 'again a', 'again bad', 'again b'])
})

test('an item without a result in its group is written alone', async () => {
  const { write, writes } = openWrites()
  assert.deepEqual(await Promise.all([write('a'), write('unknown')]), ['a!', 'unknown!'])
  assert.deepEqual(writes, ['together a unknown', 'alone unknown'])
})

test('no group exceeds its maximum size', async () => {
  const { write, writes } = openWrites()
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(write))
  assert.deepEqual(writes, ['together a b c', 'together d e'])
})
