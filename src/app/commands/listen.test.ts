import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { patienceMs } from '#test/harness/patience.ts'
import { until } from '#test/harness/process.ts'
import { type Connection, frameOf, openEventServer } from '#test/servers/event-server.ts'
import { loadConfig } from '../config.ts'
import { UsageFault } from './command.ts'
import { listenTo, readOptions } from './listen.ts'

const key = 'ph_a_key_of_the_test'
const counts = { published: 1, failed: 1, total: 2, platform: 'net-a', network: 'bluesky' }

type Settings = Readonly<Record<string, string>>

/** Runs the command until it is stopped, with short waits. */
function listening(args: readonly string[], settings: Settings = {}, pace = { firstWaitMs: 5, silenceMs: 20_000 }) {
  const lines: string[] = []
  const noted: string[] = []
  const stopping = new AbortController()
  const context = {
    args,
    version: '0',
    environment: { POSTHORN_API_KEY: key, ...settings },
    readConfig: () => loadConfig(settings),
    say: (line: string) => void lines.push(line),
    note: (line: string) => void noted.push(line),
    ask: async () => null,
    onUnread: () => {},
  }
  const ended = readOptions(context).then((requests) => listenTo(requests, context, stopping.signal, pace))
  return {
    lines,
    noted,
    ended,
    stop() {
      stopping.abort()
      return ended
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await ended.catch(() => {})
    },
  }
}

const refuseAs = (status: number, detail: string) => (connection: Connection) =>
  connection.refuse(status, { 'content-type': 'application/problem+json' }, JSON.stringify({ title: 'No', detail }))

test('prints each event as a line with its time, type and subject, without transient updates; --types filters, --json prints events unchanged', async () => {
  const [first, second] = [
    frameOf(1, 'post.published', counts),
    frameOf(2, 'post.failed', { handle: 'a\u009b31m\u202eb' }),
  ]
  await using server = await openEventServer((each) =>
    each.send(
      `: hello\n\n${first.frame}${second.frame}event: resync\ndata: {}\n\nevent: publication.step\ndata: {"step":"upload"}\n\nid: evt_3\nevent: alert\ndata: {"severity":"info"}\n\n`,
    ),
  )
  await using all = listening(['--url', server.url])
  await using some = listening(['--types', 'post.failed'], { POSTHORN_URL: `${server.url}/` })
  await using raw = listening(['--json', '--types', 'post.published,post.odd'], { PUBLIC_URL: server.url })
  await until('all was heard', () => all.lines.length === 3 && some.noted.length === 2 && raw.noted.length === 3)
  assert.deepEqual(all.lines, [
    '2026-11-21T08:00:00.000Z  post.published            post_1  bluesky  1 of 2 published, 1 failed',
    '2026-11-21T08:00:00.000Z  post.failed               post_2  a 31m b',
    'alert  {"severity":"info"}',
  ])
  assert.deepEqual(all.noted, [
    `Listening to ${server.url}. Press Ctrl-C to stop.`,
    'Some events were missed. Fetch them with GET /v1/events?after=evt_2.',
  ])
  assert.deepEqual(some.lines, all.lines.slice(1, 2))
  assert.deepEqual(raw.lines, [first.data])
  assert.match(raw.noted[0] ?? '', /^Unknown event types: post\.odd. Known types are post\.queued, post\.published,/)
  const stopped = Promise.all([all.stop(), some.stop(), raw.stop()])
  const late = sleep(patienceMs(5_000), 'not at once', { ref: false })
  assert.deepEqual(await Promise.race([stopped, late]), [0, 0, 0])
  assert.deepEqual([server.requests[0]?.authorization, server.paths[0]], [`Bearer ${key}`, '/v1/events/stream'])
})

test('reconnects after a lost connection, resuming from the last event', async () => {
  await using server = await openEventServer(
    refuseAs(503, 'It starts.'),
    (each) => {
      each.send('retry: 7\nid: evt_0\n\n')
      each.end()
    },
    (each) => {
      each.send(frameOf(1, 'post.queued').frame)
      each.end()
    },
    (each) => each.send(frameOf(2, 'post.queued').frame),
  )
  await using one = listening(['--url', server.url])
  await until('the second came', () => one.lines.length === 2)
  assert.equal(await one.stop(), 0)
  assert.deepEqual(
    server.requests.map((headers) => headers['last-event-id']),
    [undefined, undefined, 'evt_0', 'evt_1'],
  )
  assert.deepEqual(one.noted, [
    `Cannot listen to ${server.url} right now (503: It starts). Retrying in 0 s.`,
    `Listening to ${server.url}. Press Ctrl-C to stop.`,
    'The server closed the stream. Retrying in 0 s, from evt_0 on.',
    'Connected again.',
    'The server closed the stream. Retrying in 0 s, from evt_1 on.',
    'Connected again.',
  ])
})

test('treats a silent connection as lost', async () => {
  const [first, second] = [frameOf(1, 'post.queued'), frameOf(2, 'post.failed')]
  await using server = await openEventServer((each) => {
    const { 'last-event-id': lastId } = each.headers
    each.send(lastId === undefined ? first.frame : lastId === 'evt_1' ? second.frame : ': nothing more\n\n')
  })
  await using one = listening(['--json', '--url', server.url], {}, { firstWaitMs: 5, silenceMs: 150 })
  await until('the second came', () => one.lines.length === 2)
  assert.equal(await one.stop(), 0)
  assert.deepEqual(one.lines, [first.data, second.data])
  assert.ok(one.noted.includes('No data received for 0.15 s. Retrying in 0 s, from evt_1 on.'), one.noted.join('\n'))
})

test('retries with growing delays while nothing responds, and stops immediately on request', async () => {
  await using one = listening(['--url', 'http://127.0.0.1:1'], {}, { firstWaitMs: 40, silenceMs: 5_000 })
  await until('it was tried three times', () => one.noted.length === 3)
  assert.match(
    one.noted[0] ?? '',
    /^http:\/\/127\.0\.0\.1:1 does not accept connections: ECONNREFUSED\. Retrying in 0 s\.$/,
  )
  assert.match(one.noted[2] ?? '', /Retrying in 0\.2 s\.$/)
  assert.equal(await one.stop(), 0)
})

test('uses a key that is replaced while listening for the next connection', async () => {
  await using server = await openEventServer(
    (each) => {
      each.send(': hello\n\n')
      each.end()
    },
    (each) => each.send(frameOf(1, 'post.queued').frame),
  )
  const home = await mkdtemp(join(tmpdir(), 'posthorn-home-'))
  const save = async (saved: string) => {
    await mkdir(join(home, 'posthorn'), { recursive: true })
    const installations = { here: { url: server.url, key: saved } }
    await writeFile(join(home, 'posthorn/installations.json'), JSON.stringify({ current: 'here', installations }), {
      mode: 0o600,
    })
  }
  await save('ph_first')
  await using one = listening(
    [],
    { POSTHORN_API_KEY: '', XDG_CONFIG_HOME: home },
    { firstWaitMs: 200, silenceMs: 20_000 },
  )
  await until('the first connection ended', () => one.noted.some((line) => line.startsWith('The server closed')))
  await save('ph_second')
  await until('the event came', () => one.lines.length === 1)
  assert.deepEqual(
    server.requests.map(({ authorization }) => authorization),
    ['Bearer ph_first', 'Bearer ph_second'],
  )
  await one.stop()
  await rm(home, { recursive: true })
})

test('stops with a message after four attempts if nothing ever responds', async () => {
  await using one = listening(['--url', 'http://127.0.0.1:1'], {}, { firstWaitMs: 1, silenceMs: 5_000 })
  await until('it stopped retrying', () => one.noted.length === 4)
  assert.match(
    one.noted[3] ?? '',
    /ECONNREFUSED\. Is Posthorn running there\? Use --url or POSTHORN_URL to set another URL\.$/,
  )
  assert.equal(await one.stop(), 1)
})

test('exits with status 1 on a permanent refusal, and says how to fix it', async () => {
  const cases: [answer: (connection: Connection) => void, says: RegExp][] = [
    [refuseAs(401, 'The key has expired.'), /rejected this key \(401: The key has expired\)\. Set a valid key/],
    [
      refuseAs(403, 'It lacks events:read.\u001b[2J'),
      /^This key isn’t allowed to listen \(403: It lacks events:read\. \[2J\)\. Create/,
    ],
    [refuseAs(404, 'Nothing here.'), /has no \/v1\/events\/stream \(404\): check that it is the URL/],
    [
      (each) => each.refuse(301, { location: 'https://there.example.com/' }),
      /redirects to https:\/\/there\.example\.com\/ \(301\)/,
    ],
    [(each) => each.refuse(200, { 'content-type': 'text/html' }, '<p>'), /did not return events/],
    [(each) => each.refuse(400, {}, 'no JSON'), /refused the request \(400\)\.$/],
  ]
  for (const [answer, says] of cases) {
    await using server = await openEventServer(answer)
    await using one = listening(['--url', server.url])
    assert.equal(await one.ended, 1)
    assert.match(one.noted.join('\n'), says)
    assert.doesNotMatch(one.noted.join('\n'), new RegExp(key))
    assert.equal(server.requests.length, 1)
  }
})

test('forwards events in order, even if the receiver rejects them or is not running', async () => {
  await using server = await openEventServer((each) =>
    each.send(frameOf(1, 'post.queued').frame + frameOf(2, 'post.queued').frame),
  )
  const bodies: string[] = []
  const program = createServer((request, response) => {
    request.on('data', (piece) => bodies.push(String(piece))).once('end', () => response.writeHead(500).end('no'))
  }).listen(0, '127.0.0.1')
  await until('it listens', () => program.listening)
  const to = `http://localhost:${(program.address() as AddressInfo).port}/hook`
  await using one = listening(['--url', server.url, '--forward', to])
  await until('both were answered', () => one.lines.length === 4)
  assert.deepEqual([one.lines[1], one.lines[3]], ['    forwarded: 500', '    forwarded: 500'])
  assert.deepEqual(bodies, [frameOf(1, 'post.queued').data, frameOf(2, 'post.queued').data])
  assert.match(
    one.noted[0] ?? '',
    /^Signed with whsec_[A-Za-z0-9+/]{43}=, generated for this run\. Set POSTHORN_WEBHOOK_SECRET/,
  )
  await one.stop()
  program.close()
  program.closeAllConnections()

  await using other = listening(['--json', '--url', server.url, '--forward', to], {
    POSTHORN_WEBHOOK_SECRET: `whsec_${'QUFB'.repeat(8)}`,
  })
  await until('both were tried', () => other.noted.length === 3)
  assert.match(
    other.noted[1] ?? '',
    /^ {4}forwarded: http:\/\/localhost:\d+ does not accept connections: ECONNREFUSED$/,
  )
  assert.deepEqual(other.lines, bodies)
  assert.equal(await other.stop(), 0)
})

test('a slow receiver does not count as a silent connection', async () => {
  const open: Connection[] = []
  await using server = await openEventServer((each) => {
    open.push(each)
    if (each.headers['last-event-id'] === undefined) each.send(frameOf(1, 'post.queued').frame)
  })
  const program = createServer((_, response) => {
    void sleep(450).then(() => {
      open.at(-1)?.send(frameOf(2, 'post.failed').frame)
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await using _ = {
    async [Symbol.asyncDispose]() {
      program.close()
      program.closeAllConnections()
    },
  }
  await until('it listens', () => program.listening)
  const to = `http://127.0.0.1:${(program.address() as AddressInfo).port}/hook`
  await using one = listening(['--url', server.url, '--forward', to], {}, { firstWaitMs: 5, silenceMs: 250 })
  await until('the second came', () => one.lines.length === 3)
  assert.equal(server.requests.filter((headers) => headers['last-event-id'] === 'evt_1').length, 0)
})

test('rejects wrong arguments with the valid ones, without repeating anything that could be a key', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-listen-'))
  await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
  await writeFile(join(folder, 'key'), ' two words ')
  const cases: [args: string[], settings: Settings, says: RegExp][] = [
    [['--key', 'ph_secret'], {}, /^accepts --types, .* is read from POSTHORN_API_KEY$/],
    [['ph_secret'], {}, /^accepts --types/],
    [
      [],
      { POSTHORN_API_KEY: ' ' },
      /^expects an API key in POSTHORN_API_KEY or --key-file FILE; or sign in with posthorn login$/,
    ],
    [['--key-file', join(folder, 'none')], {}, /^cannot read the key: ENOENT/],
    [['--key-file', join(folder, 'key')], {}, /^expects an API key as a single word/],
    [['--types', 'failed'], {}, /such as post\.published,post\.failed$/],
    [['--url', 'posthorn.example.com'], {}, /^expects the URL of a Posthorn installation/],
    [['--url', 'http://ada:secret@127.0.0.1'], {}, /^expects the URL of a Posthorn installation/],
    [[], { PORT: '0' }, /PORT is 0; use --url or POSTHORN_URL$/],
    [['--forward', 'x'], { POSTHORN_WEBHOOK_SECRET: 'whsec_short' }, /^only forwards to this machine/],
    [['--forward', 'http://127.0.0.1:1'], { POSTHORN_WEBHOOK_SECRET: 'whsec_short' }, /24 to 64 bytes in base64$/],
  ]
  const beyond = [
    'http://10.0.0.1/',
    'http://example.com',
    'http://127.0.0.1.example.com',
    'http://[::ffff:127.0.0.1]/',
    'ftp://127.0.0.1',
  ]
  for (const to of [...beyond, 'http://a:b@127.0.0.1/', 'http://127.0.0.1@10.0.0.1/', 'http://localhost.example.com'])
    cases.push([['--forward', to], {}, /^only forwards to this machine, for example --forward http:/])
  for (const [args, settings, says] of cases) {
    const fault = await listening(args, settings).ended.then(
      () => assert.fail(`${args} was taken`),
      (error: unknown) => error,
    )
    assert.ok(fault instanceof UsageFault, String(fault))
    assert.match(fault.message, says)
    assert.doesNotMatch(fault.message, /ph_secret|ada:secret|whsec_short/)
  }
})
