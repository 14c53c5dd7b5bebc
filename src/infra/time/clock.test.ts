import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after, hours, seconds } from '#kernel/clock.ts'
import { epoch, setTestClock } from '#test/harness/clock.ts'
import { openTestDatabase } from '#test/harness/database.ts'
import { createClock } from './clock.ts'

test("the clock shows the database's time, however wrong the machine's clock is", async (t) => {
  await using database = await openTestDatabase()
  const clock = await createClock(database.db)
  t.after(() => clock.stop())
  const near = (at: Date) => Math.abs(clock.now().getTime() - at.getTime()) < seconds(2)
  assert.ok(near(epoch))
  await setTestClock(database.db, after(epoch, hours(5)))
  assert.ok(near(epoch), 'until it measures again')
  await clock.measure()
  assert.ok(near(after(epoch, hours(5))))
})

test('if the database does not respond, the last measurement stays in effect', async (t) => {
  const database = await openTestDatabase()
  const clock = await createClock(database.db)
  t.after(() => clock.stop())
  const offset = clock.offsetMs()
  await database[Symbol.asyncDispose]()
  await clock.measure()
  assert.equal(clock.offsetMs(), offset)
})

test('a clock that cannot measure at the start fails instead of guessing', async () => {
  const database = await openTestDatabase()
  await setTestClock(database.db, epoch)
  await database[Symbol.asyncDispose]()
  await assert.rejects(createClock(database.db))
})
