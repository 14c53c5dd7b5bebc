import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { liveDatabaseUrl, openRoom } from '#test/process.ts'

const here = 'https://posts.example.com'
const mallory = { email: 'mallory@example.com', name: 'Mallory', password: 'a few words in a row' }
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

test('403: behind a proxy, with PUBLIC_URL alone, a stranger is not the first account, nor any later one', async () => {
  await using room = await openRoom({ SECRET_KEY: '44'.repeat(32), DATABASE_URL: await liveDatabaseUrl() })
  const posthorn = await room.host(['api'], { PUBLIC_URL: here })
  const [, url = ''] = (await posthorn.says(/API +(http\S+)/)) as string[]
  const [, setupCode = ''] = (await posthorn.says(/Setup code (\S+)/)) as string[]
  const signUp = async (body: object) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' }
    const answer = await fetch(`${url}/v1/auth/sign-up`, { method: 'POST', headers, body: JSON.stringify(body) })
    const { code = null } = (await answer.json()) as { code?: string }
    return [answer.status, code]
  }
  assert.deepEqual(await signUp(mallory), [403, 'setup_code_required'])
  assert.deepEqual(await signUp({ ...mallory, email: 'ada@example.com', setupCode }), [201, null])
  assert.deepEqual(await signUp(mallory), [403, 'invite_required'])
  await posthorn.stop()
})
