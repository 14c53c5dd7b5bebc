import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { liveDatabaseUrl, openRoom } from '#test/process.ts'

const here = 'https://posts.example.com'
const there = 'https://copy.example.com'

test('a start under another PUBLIC_URL is on hold until posthorn adopt, and a worker beside it begins by itself', async () => {
  await using room = await openRoom({ SECRET_KEY: '44'.repeat(32), DATABASE_URL: await liveDatabaseUrl() })
  const machine = (name: string, publicUrl: string) => ({ PUBLIC_URL: publicUrl, DATA_DIR: join(room.path, name) })
  const first = await room.host(['api', 'worker'], machine('one', here))
  await first.stop()

  const api = await room.host(['api'], machine('two', there))
  assert.match(api.said(), /ON HOLD: The database belongs to another PUBLIC_URL.*: `posthorn adopt`\./)
  const worker = await room.host(['worker'], machine('three', there))
  assert.match(worker.said(), /ON HOLD/)

  const resume = await room.ask(['resume'], machine('two', there))
  assert.match(resume.out, /`posthorn adopt` is for that\.\n$/)
  assert.equal(resume.status, 1)
  const adopt = await room.ask(['adopt'], machine('two', there))
  assert.deepEqual([adopt.out, adopt.status], ['Adopted: this database belongs to this PUBLIC_URL now.\n', 0])
  await worker.says(/released: the workers run/)
})
