import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Group, grouped } from './grouped.ts'

/** Opens grouped writes that record their order; the item `bad` fails its group. */
function openWrites(more: Partial<Group<string, string>> = {}) {
  const writes: string[] = []
  const write = grouped<string, string>({
    async together(all) {
      writes.push(`together ${all.join(' ')}`)
      if (all.includes('bad')) throw new Error('one stands in the way')
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

test('what is asked for at once is one write, and each gets its own result', async () => {
  const { write, writes } = openWrites()
  assert.deepEqual(await Promise.all([write('a'), write('b')]), ['a!', 'b!'])
  assert.deepEqual(writes, ['together a b'])
})

test('one by itself is written alone, and not as one that may have been written before', async () => {
  const { write, writes } = openWrites()
  assert.equal(await write('a'), 'a!')
  assert.deepEqual(writes, ['alone a'])
})

test('when a group fails each is written again by itself, and only what stands in the way fails', async () => {
  const { write, writes } = openWrites()
  const came = await Promise.allSettled([write('a'), write('bad'), write('b')])
  assert.deepEqual(
    came.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(writes, ['together a bad b', 'again a', 'again bad', 'again b'])
})

test('one for which a group had no result is written alone', async () => {
  const { write, writes } = openWrites()
  assert.deepEqual(await Promise.all([write('a'), write('unknown')]), ['a!', 'unknown!'])
  assert.deepEqual(writes, ['together a unknown', 'alone unknown'])
})

test('no group is larger than it may be', async () => {
  const { write, writes } = openWrites()
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(write))
  assert.deepEqual(writes, ['together a b c', 'together d e'])
})
