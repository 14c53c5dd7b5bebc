import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import Fastify from 'fastify'
import { until } from '#test/harness/until.ts'
import { createLog, type Logger, type LogOptions } from './log.ts'

const canary = 'CanarySecret0123456789abcdefXYZ'
const apiKey = `ph_${canary}`
const jwt = `eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c3JfMSJ9.${canary}`

function listen(options: Pick<LogOptions, 'readable' | 'clock' | 'outage'> = {}) {
  const lines: string[] = []
  const log = createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) }, ...options })
  return { log, lines, text: () => lines.join(''), last: () => JSON.parse(lines.at(-1) ?? '') }
}

/** Logs once and checks that the line is valid JSON, contains the expected words, and hides the secret. */
function hides(work: (log: Logger) => void, ...says: string[]) {
  const { log, text, last } = listen()
  work(log)
  assert.equal(text().includes(canary), false, text())
  assert.ok(text().includes('***'), `nothing was masked: ${text()}`)
  for (const word of says) assert.ok(text().includes(word), `${word} is missing: ${text()}`)
  last()
}

test('a line is one JSON object with level, time and message', () => {
  const lines: string[] = []
  const clock = { now: () => new Date('2027-01-13T12:00:00.000Z') }
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) }, clock })
  log.debug('not shown')
  log.info({ posts: 3 }, 'sent')
  assert.deepEqual(lines, ['{"level":"info","time":"2027-01-13T12:00:00.000Z","posts":3,"msg":"sent"}\n'])
})

const secretNames = [
  ...[
    'authorization',
    'Authorization',
    'proxy-authorization',
    'cookie',
    'cookies',
    'set-cookie',
    'Set-Cookie',
    'x-api-key',
  ],
  ...['X-Cron-Secret', 'x-mfa-code', 'password', 'newPassword', 'appPassword', 'app_password', 'passwordHash', 'token'],
  ...[
    'accessToken',
    'access_token',
    'refreshToken',
    'refresh_token',
    'idToken',
    'inviteToken',
    'secret',
    'clientSecret',
  ],
  ...[
    'client_secret',
    'secretKey',
    'SECRET_KEY',
    'SECRET_KEY_PREVIOUS',
    'CRON_SECRET',
    'S3_SECRET_ACCESS_KEY',
    'apiKey',
  ],
  ...[
    'AI_API_KEY',
    'code',
    'state',
    'totp',
    'recoveryCodes',
    'setupCode',
    'codeVerifier',
    'privateKey',
    'DATABASE_URL',
  ],
  ...['DATABASE_DIRECT_URL', 'SMTP_URL', 'credentials', 'appsecret_proof', 'signed_request'],
]
for (const name of secretNames) {
  test(`the value of ${name} is masked at any depth and in a child logger's bindings`, () => {
    hides((log) => log.info({ [name]: canary }, 'x'))
    hides((log) => log.info({ a: [{ b: { [name]: canary } }] }, 'x'))
    hides((log) => log.info({ req: { headers: 1 }, headers: { [name]: [canary, canary] } }, 'x'))
    hides((log) => log.child({ [name]: canary }).warn('x'))
    hides((log) => log.child({}, { serializers: { thing: () => ({ [name]: { value: canary } }) } }).info({ thing: 1 }))
  })
}

const secretTexts: [text: string, ...says: string[]][] = [
  [`postgres://posthorn:${canary}@db.example:5432/posthorn?sslmode=require`, 'postgres://posthorn:***@db.example:5432'],
  [`postgresql://posthorn:a/${canary}@b@db.example/posthorn`, 'db.example/posthorn'],
  [`postgres://:${canary}@db.example/posthorn`, 'db.example'],
  [`smtps://mailer:${canary}@mail.example:465`, 'mail.example:465'],
  [`https://user:${canary}@api.example/v1/x`, 'api.example/v1/x'],
  [`https://${canary}@api.example/v1/x`, 'api.example/v1/x'],
  [`host=db.example user=posthorn password=${canary} dbname=x`, 'host=db.example', 'dbname=x'],
  [`the key ${apiKey} is unknown`, 'the key ph_*** is unknown'],
  [`"${apiKey}"`, 'ph_***'],
  [`Bearer ${jwt} has expired`, 'has expired'],
  [`got ${jwt}, which is old`, 'which is old'],
  [`Authorization: Bearer ${canary}`, 'Authorization: ***'],
  [`authorization: Basic ${Buffer.from(`user:${canary}`).toString('base64')}`],
  [`GET /callback?code=${canary}&state=${canary}&lang=en HTTP/1.1`, 'lang=en HTTP/1.1'],
  [`fetch of https://api.example/oauth?client_secret=${canary}&scope=read failed`, 'scope=read failed'],
  [`grant_type=authorization_code&code=${canary}&redirect_uri=x`, 'redirect_uri=x'],
  [`code=${canary}&grant_type=authorization_code`, 'grant_type=authorization_code'],
  [`{"password":"${canary} with \\" a quote","email":"a@example.com"}`, 'a@example.com'],
  [JSON.stringify(JSON.stringify({ refreshToken: canary, ok: true }))],
  [JSON.stringify({ code: canary, state: canary })],
  [`{ accessToken: '${canary}', scope: 'read' }`, 'read'],
  [`Cookie: sid=${canary}; theme=dark; other=${canary}`, 'Cookie: ***'],
  [`set-cookie: refresh=${canary}; HttpOnly\nDate: today`, 'Date: today'],
  [`x-cron-secret: ${canary}`],
  [`X-MFA-Code=${canary}`],
  [`whsec_${canary}`],
  [`https://api.example/bot123456789:${canary}_${canary}/sendMessage`, 'https://api.example/bot', '/sendMessage'],
  [`-----BEGIN PRIVATE KEY-----\n${canary}\n-----END PRIVATE KEY-----`],
]
for (const [text, ...says] of secretTexts) {
  test(`masked in messages, values, names, errors and addresses: ${text.replaceAll(canary, '…').slice(0, 60)}`, () => {
    hides((log) => log.info(text), ...says.map((word) => JSON.stringify(word).slice(1, -1)))
    hides((log) => log.info('it said %s', text))
    hides((log) => log.info({ note: text }, 'x'))
    hides((log) => log.info({ [text]: 1 }, 'x'))
    hides((log) => log.info({ deep: [[{ note: text }]] }, 'x'))
    hides((log) => log.error(new Error(text)))
    hides((log) => log.error({ err: new Error('outer', { cause: new TypeError(text) }) }, 'x'), 'outer', 'TypeError')
    hides((log) => log.error({ err: new AggregateError([new Error(text)], 'all failed') }, 'x'), 'all failed')
    hides((log) => log.error({ failure: new Error(text) }, 'x'))
    hides((log) => log.error({ err: text }, 'x'))
    hides((log) => log.info({ thing: { toJSON: () => ({ note: text }) } }, 'x'))
    hides((log) => log.child({ note: text }, { msgPrefix: `${text} ` }).info('x'))
  })
}

test('text that is not a secret stays readable', () => {
  const { log, last, lines } = listen()
  log.info(
    {
      hasPassword: true,
      statusCode: 200,
      tokens: 512,
      'secrets.load_failed': 3,
      keyId: 'key_1',
      code: 'rate_limited',
      token: null,
    },
    'x',
  )
  const { time, ...shown } = last()
  assert.deepEqual(shown, {
    level: 'info',
    ...{
      hasPassword: true,
      statusCode: 200,
      tokens: 512,
      'secrets.load_failed': 3,
      keyId: 'key_1',
      code: 'rate_limited',
      token: null,
    },
    msg: 'x',
  })
  for (const text of [
    'the process ended with exit code=137',
    'state: the row is queued',
    'https://host.example:3000/@alice',
    'Basic settings are loaded from https://example.com/a?page=2',
    'graph_data_export_done and alpha:beta',
  ]) {
    log.info(text)
    assert.equal(last().msg, text, lines.at(-1))
  }
})

test('an error is logged with type, message, stack, code and cause only', () => {
  const { log, last } = listen()
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(a@example.com)' })
  log.error({ err: Object.assign(new Error('not saved', { cause }), { code: 'ECONNREFUSED', request: { body: 'x' } }) })
  const { err } = last()
  assert.deepEqual(Object.keys(err), ['type', 'message', 'code', 'stack', 'cause'])
  assert.equal(err.code, 'ECONNREFUSED')
  assert.equal(err.cause.code, '23505')
  assert.equal(err.cause.detail, undefined)
  assert.match(err.stack, /log\.test\.ts/)
})

test('circular causes do not hang the log', () => {
  const { log, last } = listen()
  const error = new Error('outer')
  error.cause = error
  log.error({ err: error }, 'x')
  assert.equal(last().err.message, 'outer')
})

test('Fastify’s request logs contain no headers, and no secrets from the query or the path', async (t) => {
  const { log, lines, text } = listen()
  const app = Fastify({ loggerInstance: log })
  t.after(() => app.close())
  app.get('/invites/:token', async (request) => {
    request.log.info({ req: request, headers: request.headers }, 'seen')
    request.log.error({ err: new Error(`bad ${apiKey}`) }, 'x')
    return { ok: true }
  })
  const headers = {
    authorization: `Bearer ${canary}`,
    cookie: `sid=${canary}`,
    'x-api-key': canary,
    'x-mfa-code': canary,
  }
  const url = `/invites/${canary}?code=${canary}&state=${canary}&t%6Fken=${canary}&lang=en&email=a`
  await app.inject({ url, headers })
  await app.inject({ url: `/nowhere?token=${canary}`, headers })
  assert.equal(text().includes(canary), false, text())
  const seen = lines.map((line) => JSON.parse(line)).find((line) => line.msg === 'seen')
  assert.deepEqual(seen.req, {
    method: 'GET',
    url: '/invites/***?code=***&state=***&t%6Fken=***&lang=en&email=a',
    requestId: seen.reqId,
    remoteAddress: '127.0.0.1',
  })
  const done = lines.map((line) => JSON.parse(line)).find((line) => line.res)
  assert.deepEqual(done.res, { statusCode: 200 })
})

test("Node's own request is logged the same way", async (t: TestContext) => {
  const { log, last } = listen()
  const server = createServer((request, response) => {
    log.info({ req: request, res: response }, 'x')
    response.end()
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const call = httpRequest({ port, host: '127.0.0.1', path: `/a?password=${canary}` }).end()
  const [answer] = await once(call, 'response')
  answer.resume()
  await once(answer, 'end')
  assert.deepEqual(last().req, { method: 'GET', url: '/a?password=***', remoteAddress: '127.0.0.1' })
  assert.deepEqual(last().res, { statusCode: 200 })
})

test('the readable format has one line per entry, the stack below it, and no secret', () => {
  const { log, lines, text } = listen({ readable: true })
  log.info({ posts: 3, note: 'two words', token: canary }, `sent to ${apiKey}`)
  assert.match(
    lines[0] ?? '',
    /^\d\d:\d\d:\d\d\.\d{3} INFO {2}sent to ph_\*\*\* posts=3 note="two words" token=\*\*\*\n$/,
  )
  log.error({ err: new Error(`bad ${jwt}`) }, 'failed')
  assert.match(lines[1] ?? '', /ERROR failed\nError: bad \*\*\*\n +at /)
  assert.equal(text().includes(canary), false)
})

test('text designed to be slow to search is masked quickly', () => {
  const { log, last } = listen()
  const started = process.hrtime.bigint()
  for (const piece of [
    'password',
    'token=',
    'a-',
    'eyJ',
    '\\"',
    ':',
    'x:',
    'postgres://',
    'Basic ',
    '-----BEGIN PRIVATE KEY-----',
    'code="',
  ]) {
    log.info({ note: piece.repeat(20_000 / piece.length) }, 'x')
    last()
  }
  assert.ok(Number(process.hrtime.bigint() - started) < 3e9)
})

test('a database outage is logged in one line, and its end in another that counts the suppressed lines', async () => {
  const { log, lines } = listen({ outage: { quietMs: 5, againMs: 60_000 } })
  const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
  const request = log.child({ reqId: 'one' })
  log.warn({ event: 'database.connection_lost', err: gone }, 'A database connection was lost')
  for (let no = 0; no < 3; no += 1) log.warn({ event: 'claim.failed', err: gone }, 'Claim failed')
  request.warn({ err: gone }, 'the database is not responding')
  log.warn({ event: 'claim.failed', err: new Error('a bug') }, 'Claim failed')
  log.warn(
    { event: 'claim.failed', err: Object.assign(new Error('busy'), { code: '55P03', severity: 'ERROR' }) },
    'busy',
  )
  await until('the recovery line', () => lines.length >= 4)
  const [lost, bug, busy, back] = lines.map((line) => JSON.parse(line))
  assert.equal(lost.event, 'database.connection_lost')
  assert.deepEqual([bug.err.message, busy.err.message], ['a bug', 'busy'])
  assert.deepEqual(back.leftOut, { 'claim.failed': 3, 'the database is not responding': 1 })
  assert.deepEqual([back.event, back.level, back.awaySeconds, lines.length], ['database.back', 'warn', 0, 4])
})

test('a long database outage is logged repeatedly, and a single lost connection once', async () => {
  let at = new Date('2027-01-13T12:00:00.000Z')
  const { log, lines } = listen({ clock: { now: () => at }, outage: { quietMs: 5, againMs: 60_000 } })
  const lose = () => log.warn({ event: 'database.connection_lost', err: new Error('Connection terminated') }, 'lost')
  lose()
  lose()
  assert.equal(lines.length, 1)
  at = new Date(at.getTime() + 60_000)
  lose()
  assert.equal(lines.length, 2)
  await until('the recovery line', () => lines.length === 3)
  const back = JSON.parse(lines[2] ?? '')
  assert.deepEqual([back.awaySeconds, back.leftOut], [60, { 'database.connection_lost': 1 }])
  lose()
  assert.equal(lines.length, 4)
})
