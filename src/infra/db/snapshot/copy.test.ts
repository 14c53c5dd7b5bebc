import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { test } from 'node:test'
import { openTestDatabase } from '#test/harness/database.ts'
import { copyQuery, withSession } from './index.ts'

const large = "copy (select repeat('x', 1000) from generate_series(1, 2000)) to stdout"

test('a failing sink ends the copy with its error, whether or not it read anything', async () => {
  await using database = await openTestDatabase()
  const sinks: readonly ((text: Readable) => Promise<void>)[] = [
    () => Promise.reject(new Error('no room')),
    async (text) => {
      await once(text, 'readable')
      text.read()
      throw new Error('no room')
    },
  ]
  for (const sink of sinks)
    await assert.rejects(
      withSession(database.connection, (session) => copyQuery(session, large, sink)),
      /no room/,
    )
})
