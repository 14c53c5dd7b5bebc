import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { secretKey } from '../harness/app.ts'
import { type Answer, createClient } from '../harness/client.ts'
import type { OpenApiDocument } from '../harness/contract.ts'
import { openLiveDatabase } from '../harness/database.ts'
import { patienceMs } from '../harness/patience.ts'
import { openRoom, until } from '../harness/process.ts'
import { setReadOnly } from '../servers/read-only.ts'
import { openTcpProxy } from '../servers/tcp-proxy.ts'

test('an unavailable or read-only database: 503 within five seconds, probes distinguish the two, nothing hangs, and the service recovers', async () => {
  const connection = await openLiveDatabase()
  await using proxy = await openTcpProxy(connection)
  await using room = await openRoom({ DATABASE_URL: proxy.url, SECRET_KEY: secretKey })
  const running = room.begin(['start'])
  const url = await running.ready()
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument
  const client = (token: string | null) => createClient({ url, token, document })
  const signUp = async (name: string) =>
    await client(null).post('/v1/auth/sign-up', { email: `${name}@example.com`, password: 'a long enough one', name })
  const first = await signUp('ann')
  assert.equal(first.status, 201, first.text)
  const ann = client(first.body.token)
  const { body: key } = await ann.post('/v1/api-keys', { name: 'k', scopes: ['profiles:read'] })

  const isAway = (answer: Answer): void => {
    assert.deepEqual([answer.status, answer.body.code], [503, 'database_unavailable'], answer.text)
    assert.ok(Number(answer.headers['retry-after']) >= 1)
  }
  const everyOperation = async (): Promise<void> => {
    const begun = performance.now()
    const answers = await Promise.all([
      ann.get('/v1/profiles'),
      ann.post('/v1/profiles', { name: 'lost' }),
      ann.patch('/v1/auth/me', { name: 'lost' }),
      client(key.key).get('/v1/profiles'),
      client(null).post('/v1/auth/sign-in', { email: 'ann@example.com', password: 'a long enough one' }),
      client(null).get('/readyz'),
      ...Array.from({ length: 30 }, () => ann.get('/v1/auth/me')),
    ])
    for (const answer of answers) isAway(answer)
    const tookMs = performance.now() - begun
    assert.ok(tookMs < patienceMs(5_000), `the answers took ${Math.round(tookMs)} ms`)
    const alive = performance.now()
    assert.equal((await client(null).get('/healthz')).status, 200)
    assert.ok(performance.now() - alive < patienceMs(1_000))
  }
  const isBack = () => until('it serves again', async () => (await client(null).get('/readyz')).status === 200)

  proxy.refuse()
  await everyOperation()
  proxy.heal()
  await isBack()
  assert.equal((await ann.post('/v1/profiles', { name: 'kept' })).status, 200)

  proxy.silence()
  await everyOperation()
  proxy.heal()
  await isBack()
  const { body } = await ann.get('/v1/profiles')
  assert.deepEqual(
    body.map(({ name }: { name: string }) => name),
    ['kept'],
  )

  await setReadOnly(connection, 'on')
  await until('a change is refused with the reason', async () => {
    const refused = await ann.post('/v1/profiles', { name: 'lost' })
    isAway(refused)
    return /currently read-only.*Try again shortly/.test(refused.body.detail)
  })
  await until('reading works', async () => {
    const read = [await ann.get('/v1/profiles'), await client(key.key).get('/v1/profiles')]
    return read.every(({ status }) => status === 200)
  })
  await setReadOnly(connection, 'off')
  await until('writing works again', async () => (await ann.post('/v1/profiles', { name: 'kept too' })).status === 200)

  // The workers recover, too: an email requested now is sent.
  assert.equal((await signUp('ben')).status, 201)
  await until('the email of the second person is in the outbox', async () => {
    const folder = join(room.dataDir, 'outbox')
    const mails = await Promise.all(
      (await readdir(folder).catch(() => [])).map((name) => readFile(join(folder, name), 'utf8').catch(() => '')),
    )
    return mails.some((mail) => mail.includes('ben@example.com'))
  })
  assert.equal((await running.stop()).status, 0)
})
