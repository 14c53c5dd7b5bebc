import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { Agent as Connections, request } from 'undici'
import { secretKey } from '../harness/app.ts'
import { createClient } from '../harness/client.ts'
import type { OpenApiDocument } from '../harness/contract.ts'
import { openLiveDatabase } from '../harness/database.ts'
import { patienceMs } from '../harness/patience.ts'
import { openRoom, until } from '../harness/process.ts'
import { openBotApi } from '../servers/bot-api-server.ts'
import { addressOf } from '../servers/tcp-proxy.ts'

const slowOnes = 50

test('two API processes and a worker on one database: keys are revoked everywhere within a second, email is sent, a chat gets replies, SIGTERM loses no request', async () => {
  const connection = await openLiveDatabase()
  await using opened = new AsyncDisposableStack()
  await using telegram = await openBotApi()
  const settings = {
    DATABASE_URL: addressOf(connection),
    SECRET_KEY: secretKey,
    LOG_LEVEL: 'trace',
    DEFAULT_PLAN: 'max',
  }
  await using room = await openRoom({ ...settings, ...telegram.settings })
  const a = room.begin(['api'])
  const urlOfA = await a.ready()
  const b = room.begin(['api'])
  const worker = room.begin(['worker'])
  const urlOfB = await b.ready()
  const document = (await (await fetch(`${urlOfA}/openapi.json`)).json()) as OpenApiDocument
  const on = (url: string, token: string | null) => createClient({ url, token, document })
  const account = { email: 'ann@example.com', password: 'a long enough one', name: 'Ann' }
  const { token } = (await on(urlOfA, null).post('/v1/auth/sign-up', account)).body
  const ann = on(urlOfA, token)

  // In real time: attempts on B do not extend its cache, which lasts a second.
  const { body: key } = await ann.post('/v1/api-keys', { name: 'k', scopes: ['profiles:read'] })
  const there = on(urlOfB, key.key)
  assert.equal((await there.get('/v1/profiles')).status, 200)
  await ann.delete(`/v1/api-keys/${key.id}`)
  const revokedAt = performance.now()
  let lastTakenAt = revokedAt
  await until('the key is refused', async () => {
    const askedAt = performance.now()
    const { status } = await there.get('/v1/profiles')
    if (status === 200) lastTakenAt = askedAt
    return status === 401
  })
  assert.ok(lastTakenAt - revokedAt <= 1_000, `it was taken ${Math.round(lastTakenAt - revokedAt)} ms later`)

  await until('the welcome email is in the outbox', async () => {
    const folder = join(room.dataDir, 'outbox')
    const names = await readdir(folder).catch(() => [])
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')))
    return mails.some((mail) => mail.includes(account.email))
  })

  // The worker has no open port, and creates the draft by a request to itself.
  await ann.post('/v1/profiles', { name: 'Harbour' })
  telegram.write(`/start ${(await ann.post('/v1/agent/chat-a/access-code')).body.code}`)
  telegram.write('By a worker')
  await until('the bot has shown the draft', () => telegram.texts.some((text) => text.includes('By a worker')))
  const { body: written } = await ann.get('/v1/posts')
  assert.deepEqual(
    written.posts.map(({ content, status }: Record<string, string>) => [content, status]),
    [['By a worker', 'draft']],
  )

  // Creating a profile waits for the owner's row, which is locked here, so all of these calls are slow.
  const holder = opened.adopt(new pg.Client(connection), (client) => client.end())
  await holder.connect()
  await holder.query('begin')
  await holder.query('select id from app_user for update')
  const idle = opened.adopt(new Agent({ keepAlive: true }), (agent) => agent.destroy())
  const probe = get(`${urlOfA}/healthz`, { agent: idle })
  const [answer] = await once(probe, 'response')
  await once(answer.resume(), 'end')
  const kept = opened.adopt(new Connections({ connections: slowOnes, pipelining: 1 }), (agent) => agent.destroy())
  const slow = Array.from({ length: slowOnes }, async (_, nth) => {
    const { statusCode, body } = await request(`${urlOfA}/v1/profiles`, {
      method: 'POST',
      dispatcher: kept,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `slow ${nth}` }),
    })
    return [statusCode, await body.text()] as const
  })
  const others = opened.adopt(new pg.Client(connection), (client) => client.end())
  await others.connect()
  await until('every connection that one user may hold waits for the row', async () => {
    const { rows } = await others.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0].n >= 5
  })
  const stopped = a.stop('SIGTERM')
  await a.says(/stopping/)
  await holder.query('rollback')
  const statuses = (await Promise.all(slow)).map(([status, text]) => (status === 200 ? '200' : `${status} ${text}`))
  const answeredAt = performance.now()
  assert.deepEqual(statuses, Array(slowOnes).fill('200'))
  const ended = await stopped
  assert.deepEqual([ended.status, ended.err], [0, ''])
  // Kept connections, idle or previously busy, do not delay it.
  assert.ok(performance.now() - answeredAt < patienceMs(5_000))
  const { rows } = await others.query(`select count(*)::int as n from profile where name like 'slow %'`)
  assert.equal(rows[0].n, slowOnes)

  assert.equal((await on(urlOfB, token).get('/v1/profiles')).body.length, slowOnes + 1)
  for (const each of [b, worker]) assert.equal((await each.stop()).status, 0)
  // Even with everything logged, no line contains a secret.
  for (const secret of [token, key.key, account.password, secretKey, telegram.settings.TELEGRAM_BOT_TOKEN])
    for (const each of [a, b, worker]) assert.ok(!each.output().includes(secret))
})
