import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFairLine, type FairLineBounds, type HeldPlace, NoTurn, type Turn } from './fair-line.ts'

/** Creates a line. `order` finishes its turns one at a time, in the order in which they got their places. */
function lineOf(bounds: Partial<FairLineBounds> = {}) {
  const line = createFairLine({ places: 1, waitingMax: 100, ...bounds })
  const begun: ({ readonly name: string } & HeldPlace)[] = []
  const refused: string[] = []
  const enter = (name: string, turn: Partial<Turn> = {}): Promise<void> =>
    line.enter({ owner: name[0] ?? '', ...turn }).then(
      (place) => void begun.push({ name, ...place }),
      (error: Error) => void refused.push(`${name}: ${error.name}`),
    )
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  async function order(costs: Readonly<Record<string, number>> = {}): Promise<string> {
    await settle()
    for (let at = 0; at < begun.length; at++) {
      begun[at]?.leave(costs[begun[at]?.name ?? ''])
      await settle()
    }
    return begun.map(({ name }) => name).join(' ')
  }
  return { line, enter, begun, refused, settle, order }
}

test('a late owner with one task waits for one of the other owner’s tasks, not for all', async () => {
  const { enter, order } = lineOf()
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void enter(name)
  assert.equal(await order(), 'a1 b1 a2 a3 a4')
})

test('shares are measured in work, not in number of tasks', async () => {
  const { enter, order } = lineOf()
  for (const name of ['a1', 'a2', 'a3']) void enter(name, { cost: 3 })
  for (const name of ['b1', 'b2', 'b3', 'b4']) void enter(name)
  assert.equal(await order(), 'a1 b1 b2 b3 a2 b4 a3')
})

test('an owner is charged a turn’s real cost, whatever the estimate was, even while other turns wait', async () => {
  const { enter, order } = lineOf()
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'b4']) void enter(name)
  assert.equal(await order({ a1: 3 }), 'a1 b1 b2 b3 a2 b4 a3')
})

test('an owner whose turn cost less than estimated is refunded the difference', async () => {
  const { enter, order } = lineOf()
  for (const name of ['a1', 'a2', 'a3']) void enter(name, { cost: 3 })
  for (const name of ['b1', 'b2', 'b3', 'b4']) void enter(name)
  assert.equal(await order({ a1: 1, a2: 1, a3: 1 }), 'a1 b1 a2 b2 a3 b3 b4')
})

test('a turn that turns out to be long counts as long, and must yield if long turns already use all their places', async () => {
  const { enter, begun, settle } = lineOf({ places: 2, longPlaces: 1 })
  for (const name of ['a1', 'b1', 'b2', 'c1']) void enter(name)
  await settle()
  assert.deepEqual(
    begun.map(({ becomeLong }) => becomeLong()),
    [true, false],
  )
  assert.equal(begun[0]?.becomeLong(), true)
  begun[1]?.leave()
  void enter('b1 again', { isLong: true })
  await settle()
  begun[2]?.leave()
  await settle()
  assert.deepEqual(
    begun.map(({ name }) => name),
    ['a1', 'b1', 'c1', 'b2'],
  )
  begun[0]?.leave()
  await settle()
  assert.equal(begun.at(-1)?.name, 'b1 again')
})

test('urgent turns precede all others and are shared fairly among themselves', async () => {
  const { enter, order } = lineOf()
  for (const name of ['a1', 'a2', 'b1']) void enter(name)
  for (const name of ['cu1', 'cu2', 'du1']) void enter(name, { isUrgent: true })
  assert.equal(await order(), 'a1 cu1 du1 cu2 b1 a2')
})

test('long work never takes the last place', async () => {
  const { enter, begun, settle, order } = lineOf({ places: 2, longPlaces: 1 })
  for (const name of ['a1', 'b1']) void enter(name, { isLong: true })
  void enter('c1')
  await settle()
  assert.deepEqual(
    begun.map(({ name }) => name),
    ['a1', 'c1'],
  )
  assert.equal(await order(), 'a1 c1 b1')
})

test('an owner’s concurrent places are limited', async () => {
  const { enter, begun, settle } = lineOf({ places: 3, placesOfOne: 2 })
  for (const name of ['a1', 'a2', 'a3', 'b1']) void enter(name)
  await settle()
  assert.deepEqual(
    begun.map(({ name }) => name),
    ['a1', 'a2', 'b1'],
  )
})

test('a full line rejects the last turn of the owner with the most turns in it', async () => {
  const { enter, refused, order } = lineOf({ waitingMax: 3 })
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void enter(name)
  assert.equal(await order(), 'a1 b1 c1 a2')
  assert.deepEqual(refused.sort(), ['a3: NoTurn', 'a4: NoTurn', 'b2: NoTurn'])
})

test('a full line never drops an urgent turn for another', async () => {
  const { enter, refused, order } = lineOf({ waitingMax: 2 })
  void enter('a1')
  for (const name of ['bu1', 'bu2']) void enter(name, { isUrgent: true })
  void enter('c1')
  assert.equal(await order(), 'a1 bu1 bu2')
  assert.deepEqual(refused, ['c1: NoTurn'])
})

test('a turn is rejected after the line’s maximum wait, and leaves no gap', async () => {
  const { line, enter, order } = lineOf({ waitMaxMs: 5 })
  void enter('a1')
  await assert.rejects(line.enter({ owner: 'b' }), NoTurn)
  assert.equal(await order(), 'a1')
  void enter('c1')
  assert.equal(await order(), 'a1 c1')
})

test('a turn with a separate maximum wait is rejected once that wait has passed, and the others keep waiting', async () => {
  const { line, enter, order } = lineOf()
  void enter('a1')
  void enter('a2')
  await assert.rejects(line.enter({ owner: 'b', waitMaxMs: 5 }), NoTurn)
  assert.equal(await order(), 'a1 a2')
})

test('an aborted turn leaves the line, and a closed line rejects everyone', async () => {
  const { line, enter, refused, settle, order } = lineOf()
  const gone = new AbortController()
  void enter('a1')
  void enter('a2', { signal: gone.signal })
  void enter('a3')
  gone.abort()
  await settle()
  assert.deepEqual(refused, ['a2: NoTurn'])
  assert.equal(await order(), 'a1 a3')
  void enter('b1')
  void enter('b2')
  line.close(new NoTurn('closed'))
  void enter('b3')
  await settle()
  assert.deepEqual(refused.slice(1), ['b2: NoTurn', 'b3: NoTurn'])
})
