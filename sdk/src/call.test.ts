import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { patienceMs } from '../../test/harness/patience.ts'
import { type ClientSettings, createClient, PosthornError } from './index.ts'

type Reply = (response: ServerResponse, request: IncomingMessage) => void
interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Starts a service that returns these responses, one per request. The last one repeats. */
async function scripted(c: TestContext, replies: readonly Reply[], settings: Partial<ClientSettings> = {}) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    replies[Math.min(seen.length, replies.length) - 1]?.(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  c.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = createClient({ url: `${url}/`, token: 'ph_key', retry: { firstDelayMs: 1 }, ...settings })
  return { client, seen }
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const problem = (status: number, code: string, more: object = {}): Reply =>
  json(status, { code, detail: `about ${code}`, requestId: 'req_1', ...more })
const hangUp: Reply = (_, request) => request.socket.destroy()
const profile = { id: 'prof_1', name: 'Harbour Coffee' }

async function fault(work: Promise<unknown>): Promise<PosthornError> {
  const error = await work.then(
    () => assert.fail('the call should have failed'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof PosthornError, String(error))
  return error
}

test('parameters are sent in the path, the query or the body', async (c) => {
  const { client, seen } = await scripted(c, [json(200, profile)])
  await client.updateProfile({ id: 'prof_1/x?y', name: 'New' }, { ifMatch: '"3"' })
  assert.equal(seen[0]?.method, 'PATCH')
  assert.equal(seen[0]?.url, '/v1/profiles/prof_1%2Fx%3Fy')
  assert.deepEqual(JSON.parse(seen[0]?.body ?? ''), { name: 'New' })
  assert.equal(seen[0]?.headers['if-match'], '"3"')
  assert.equal(seen[0]?.headers.authorization, 'Bearer ph_key')
  await client.listMyAuditLog({ limit: 5, cursor: 'a+b' })
  assert.equal(seen[1]?.url, '/v1/auth/me/audit-log?limit=5&cursor=a%2Bb')
  assert.equal(seen[1]?.headers['content-type'], undefined)
})

test('unknown parameters, and path parameters that change the URL, are rejected before anything is sent', async (c) => {
  const { client, seen } = await scripted(c, [json(200, profile)])
  for (const id of ['', '.', '..']) await assert.rejects(client.deleteProfile({ id }), TypeError)
  const tooMuch = { id: 'prof_1', verbose: true }
  await assert.rejects(client.getProfile(tooMuch), /does not accept verbose/)
  await assert.rejects(client.updateMe({ name: 'Ada' }, { idempotencyKey: 'k' }), /does not accept an Idempotency-Key/)
  assert.equal(seen.length, 0)
})

test('a read is retried after 503, 429 and a broken connection', async (c) => {
  const { client, seen } = await scripted(c, [
    problem(503, 'database_unavailable'),
    hangUp,
    json(429, {}),
    json(200, []),
  ])
  assert.deepEqual(await client.listProfiles(), [])
  assert.equal(seen.length, 4)
})

test('all attempts of a call that creates something send the same key, and each call has a new key', async (c) => {
  const { client, seen } = await scripted(c, [hangUp, problem(409, 'idempotency_in_progress'), json(200, profile)])
  assert.deepEqual(await client.createProfile({ name: 'Harbour Coffee' }), profile)
  await client.createProfile({ name: 'Harbour Coffee' })
  await client.createProfile({ name: 'Harbour Coffee' }, { idempotencyKey: 'mine' })
  const keys = seen.map(({ headers }) => headers['idempotency-key'])
  assert.match(String(keys[0]), /^[0-9a-f]{32}$/)
  assert.deepEqual(keys.slice(1, 3), [keys[0], keys[0]])
  assert.notEqual(keys[3], keys[0])
  assert.equal(keys[4], 'mine')
})

test('a call that changes something without a key is sent once', async (c) => {
  const { client, seen } = await scripted(c, [problem(503, 'database_unavailable')])
  assert.equal((await fault(client.updateProfile({ id: 'prof_1', name: 'x' }))).status, 503)
  assert.equal((await fault(client.presignUpload({ fileName: 'a.png', contentType: 'image/png' }))).status, 503)
  assert.equal(seen.length, 2)
})

test('retries end, and the last error is thrown', async (c) => {
  const { client, seen } = await scripted(c, [problem(503, 'database_unavailable')], {
    retry: { attempts: 3, firstDelayMs: 1 },
  })
  assert.equal((await fault(client.getMe())).code, 'database_unavailable')
  assert.equal(seen.length, 3)
})

test('no retry is sent before the requested time', async (c) => {
  const { client } = await scripted(c, [problem(429, 'rate_limited', { retryAfterMs: 120 }), json(200, [])])
  const startMs = performance.now()
  await client.listProfiles()
  assert.ok(performance.now() - startMs >= 119)
})

test('a call fails immediately, with the requested wait, if that wait exceeds the limit', async (c) => {
  const later = json(429, { code: 'rate_limited', detail: 'later' }, { 'retry-after': '60' })
  const { client, seen } = await scripted(c, [later])
  const error = await fault(client.listProfiles())
  assert.equal(error.retryAfterMs, 60_000)
  assert.equal(seen.length, 1)
})

test('an error has code, status, input errors and request ID', async (c) => {
  const errors = [{ path: '/name', code: 'too_long', message: 'must have at most 100 characters' }]
  const { client } = await scripted(c, [problem(400, 'validation_failed', { errors })])
  const error = await fault(client.createProfile({ name: 'x' }))
  const { code, status, message, requestId } = error
  assert.deepEqual(
    { code, status, message, requestId, errors: error.errors },
    { code: 'validation_failed', status: 400, message: 'about validation_failed', requestId: 'req_1', errors },
  )
})

test('a response from something other than Posthorn is reported as such', async (c) => {
  const page: Reply = (response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>nginx</h1>')
  const { client } = await scripted(c, [page])
  const error = await fault(client.getMe())
  assert.equal(error.code, 'unexpected_answer')
  assert.match(error.message, /nginx/)
})

test('aborting ends the call with the abort’s reason, during and between attempts', async (c) => {
  const hanging = new AbortController()
  const { client } = await scripted(c, [() => hanging.abort(new Error('during'))])
  await assert.rejects(client.getMe({}, { signal: hanging.signal }), /during/)

  const waiting = new AbortController()
  const slow = await scripted(c, [
    (response, request) => {
      problem(503, 'database_unavailable', { retryAfterMs: 20_000 })(response, request)
      response.on('close', () => setTimeout(() => waiting.abort(new Error('between')), 50))
    },
  ])
  const startMs = performance.now()
  await assert.rejects(slow.client.getMe({}, { signal: waiting.signal }), /between/)
  assert.ok(performance.now() - startMs < 10_000, 'the call waited in spite of the abort')
  assert.equal(slow.seen.length, 1)
})

test('an attempt that times out counts as a missing response', async (c) => {
  const { client, seen } = await scripted(c, [() => {}, json(200, [])], { timeoutMs: patienceMs(500) })
  assert.deepEqual(await client.listProfiles(), [])
  assert.equal(seen.length, 2)
})

test('a token function is called before each attempt', async (c) => {
  let requestCount = 0
  const token = async () => `token-${++requestCount}`
  const { client, seen } = await scripted(c, [problem(503, 'database_unavailable'), json(200, [])], { token })
  await client.listProfiles()
  assert.deepEqual(
    seen.map(({ headers }) => headers.authorization),
    ['Bearer token-1', 'Bearer token-2'],
  )
})

test('a redirect is not followed, so the token reaches no other host', async (c) => {
  const away: Reply = (response) => response.writeHead(307, { location: '/elsewhere' }).end()
  const { client, seen } = await scripted(c, [away], { retry: { attempts: 1 } })
  assert.equal((await fault(client.getMe())).code, 'no_answer')
  assert.deepEqual(
    seen.map(({ url }) => url),
    ['/v1/auth/me'],
  )
})

test('an error thrown by the caller’s listener is passed on without a retry', async (c) => {
  const { client, seen } = await scripted(c, [json(200, [], { etag: '"1"' })])
  const onAnswer = ({ headers }: { headers: Headers }) => {
    throw new Error(`seen ${headers.get('etag')}`)
  }
  await assert.rejects(client.listProfiles({}, { onAnswer }), /seen "1"/)
  assert.equal(seen.length, 1)
})

test('a file is sent once in a form, after the fields, with its name and type', async (c) => {
  const { client, seen } = await scripted(c, [json(200, { id: 'media_1' }), problem(503, 'media_busy')])
  const file = new File(['bytes'], 'lighthouse.png', { type: 'image/png' })
  await client.uploadMedia({ file, altText: 'A lighthouse' })
  const { headers, body = '' } = seen[0] ?? {}
  assert.match(headers?.['content-type'] ?? '', /^multipart\/form-data; *boundary=/)
  assert.match(
    body,
    /name="altText"\r\n\r\nA lighthouse\r\n[\s\S]*name="file"; filename="lighthouse.png"\r\ncontent-type: image\/png\r\n\r\nbytes\r\n/i,
  )
  assert.equal((await fault(client.uploadMedia({ file }))).code, 'media_busy')
  assert.equal(seen.length, 2)
})

test('bytes are sent unchanged, and anything but a file is rejected before anything is sent', async (c) => {
  const { client, seen } = await scripted(c, [json(200, { id: 'media_1' })])
  await client.putIncomingMedia({ token: 'abc', body: new Blob(['bytes'], { type: 'image/png' }) })
  assert.deepEqual([seen[0]?.method, seen[0]?.url, seen[0]?.body], ['PUT', '/v1/media/incoming/abc', 'bytes'])
  assert.equal(seen[0]?.headers['content-type'], 'image/png')
  const wrong = { file: 'bytes' } as unknown as { file: File }
  await assert.rejects(client.uploadMedia(wrong), /file is required, as a File/)
  const bare = { token: 'abc', body: 'bytes' } as unknown as { token: string; body: Blob }
  await assert.rejects(client.putIncomingMedia(bare), TypeError)
  assert.equal(seen.length, 1)
})

test('a download must begin before the timeout, and may take longer', async (c) => {
  const timeoutMs = patienceMs(500)
  const slow: Reply = (response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).write('first ')
    setTimeout(() => response.end('last'), 2 * timeoutMs)
  }
  const { client } = await scripted(c, [slow, () => {}], { timeoutMs, retry: { attempts: 1 } })
  const answer = await client.getMediaFile({ token: 'abc' })
  assert.equal(answer.headers.get('content-type'), 'image/png')
  assert.equal(await answer.text(), 'first last')
  assert.equal((await fault(client.getMediaFile({ token: 'abc' }))).code, 'no_answer')
})

test('a rejected post’s error has its warnings, so that a program can accept them', async (c) => {
  const warnings = [{ path: '/media/0', code: 'alt_text_missing', message: 'The picture has no description.' }]
  const { client } = await scripted(c, [problem(400, 'warnings_unconfirmed', { warnings })])
  const error = await fault(client.createPost({ profileId: 'prof_1', content: 'x', platforms: ['threads'] }))
  assert.deepEqual(error.warnings, warnings)
})

test('a client without an installation’s URL is rejected with a message', () => {
  for (const settings of [{}, { url: '' }, { url: 'posthorn' }, undefined])
    assert.throws(() => createClient(settings as ClientSettings), /^TypeError: createClient needs the url/)
})

test('an iterator ends where a list ends for now, even if that page has a cursor to continue later', async (c) => {
  const page = (id: string, hasMore: boolean) => json(200, { events: [{ id }], nextCursor: id, hasMore })
  const { client, seen } = await scripted(c, [page('evt_1', true), page('evt_2', false)])
  const ids: string[] = []
  for await (const { id } of client.each.listEvents({ limit: 1 })) ids.push(id)
  assert.deepEqual(ids, ['evt_1', 'evt_2'])
  assert.deepEqual(
    seen.map(({ url }) => url),
    ['/v1/events?limit=1', '/v1/events?cursor=evt_1&limit=1'],
  )
})
