import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { liveDatabaseUrl, openRoom } from '#test/harness/process.ts'

const here = 'https://posts.example.com'
const mallory = { email: 'mallory@example.com', name: 'Mallory', password: 'a few words in a row' }
const there = 'https://copy.example.com'

test('a process with another PUBLIC_URL does not start and does not disturb the others, until posthorn adopt', async () => {
  await using room = await openRoom({ SECRET_KEY: '44'.repeat(32), DATABASE_URL: await liveDatabaseUrl() })
  const machine = (name: string, publicUrl?: string) => ({
    ...(publicUrl ? { PUBLIC_URL: publicUrl } : {}),
    DATA_DIR: join(room.path, name),
  })
  const right = await room.host(['api', 'worker'], machine('one', here))

  const stray = await room.run(['worker'], { settings: machine('two') })
  assert.equal(stray.status, 1)
  assert.match(stray.err, /PUBLIC_URL is not set, but the database belongs to https:\/\/posts\.example\.com\./)
  await assert.rejects(room.host(['api'], machine('three', there)), /run `posthorn adopt` with the new PUBLIC_URL/)
  const doctor = await room.ask(['doctor'], machine('two', there))
  assert.match(doctor.out, /^FAULT hold .*belongs to https:\/\/posts\.example\.com/m)

  await right.stop()
  const again = await room.host(['api', 'worker'], machine('one', here))
  assert.doesNotMatch(again.output(), /HOLD/)
  await again.stop()

  const adopt = await room.ask(['adopt'], machine('two', there))
  assert.deepEqual([adopt.out, adopt.status], ['Adopted: this database now belongs to this PUBLIC_URL.\n', 0])
  const moved = await room.host(['worker'], machine('two', there))
  assert.doesNotMatch(moved.output(), /HOLD/)
})

test('403: behind a proxy with only PUBLIC_URL set, a stranger cannot create the first or any later account', async () => {
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
