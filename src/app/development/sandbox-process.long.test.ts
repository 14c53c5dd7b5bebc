import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { secretKey } from '#test/harness/app.ts'
import { patienceMs } from '#test/harness/patience.ts'
import { liveDatabaseUrl, openRoom, until } from '#test/harness/process.ts'
import { startSandbox } from './sandbox-process.ts'

const settings = async (more: Record<string, string>) => ({
  DATABASE_URL: await liveDatabaseUrl(),
  SECRET_KEY: secretKey,
  SANDBOX: 'on',
  ...more,
})

const answers = async (url: string): Promise<boolean> =>
  fetch(`${url}/control/state`).then(
    ({ ok }) => ok,
    () => false,
  )

test('start runs the sandbox and prints its URL, and the sandbox exits when start does, even if killed', async () => {
  await using room = await openRoom(await settings({ SANDBOX_PORT: '0' }))
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const posthorn = room.begin(['start'])
    const [, url = ''] = await posthorn.says(/Sandbox +(http:\/\/127\.0\.0\.1:\d+)/)
    await posthorn.ready()
    assert.ok(await answers(url), url)
    posthorn.process.kill(signal)
    const { status } = await posthorn.ended
    assert.equal(status, signal === 'SIGTERM' ? 0 : null)
    await until('the sandbox has ended', async () => !(await answers(url)))
  }
})

test('Ctrl-C reaches Posthorn but not the sandbox, which exits afterwards', async () => {
  await using room = await openRoom(await settings({ SANDBOX_PORT: '0' }))
  const posthorn = room.begin(['start'])
  const [, url = ''] = await posthorn.says(/Sandbox +(http:\/\/127\.0\.0\.1:\d+)/)
  await posthorn.ready()
  const group = posthorn.process.pid ?? assert.fail()
  posthorn.process.kill('SIGSTOP')
  process.kill(-group, 'SIGINT')
  for (let nth = 0; nth < 50; nth++) assert.ok(await answers(url))
  posthorn.process.kill('SIGCONT')
  assert.equal((await posthorn.ended).status, 0)
  await until('the sandbox has ended', async () => !(await answers(url)))
})

test('start continues without the sandbox if its port is in use, and reports it', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await using room = await openRoom(await settings({ SANDBOX_PORT: String(port) }))
  const posthorn = await room.host(['api', 'worker'])
  assert.match(posthorn.output(), new RegExp(`The sandbox did not start: port ${port} is taken\\. .* set SANDBOX_PORT`))
  other.close()
})

test('a restarted sandbox keeps its sessions, and compiled code is cached in an existing data folder', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'posthorn-sandbox-'))
  t.after(() => rm(parent, { recursive: true, force: true }))
  const dataDir = join(parent, 'data')
  const session = async (call: string, { token, ...init }: RequestInit & { token?: string } = {}) => {
    const { url, stop } = await startSandbox({ port: 0, dataDir, say: (message) => assert.fail(message) })
    const headers = token ? { authorization: `Bearer ${token}` } : { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/bluesky/xrpc/com.atproto.server.${call}`, { method: 'POST', headers, ...init })
    const body = (await answer.json()) as { did: string; refreshJwt: string }
    await stop()
    return { status: answer.status, ...body }
  }
  const body = JSON.stringify({ identifier: 'alice.sandbox', password: 'sand-boxx-pass-word' })
  const first = await session('createSession', { body })
  assert.deepEqual(await readdir(parent), [])
  await mkdir(dataDir)
  const second = await session('refreshSession', { token: first.refreshJwt })
  assert.deepEqual([second.status, second.did], [200, first.did])
  assert.notDeepEqual(await readdir(join(dataDir, 'cache', 'sandbox')), [])
})

test('on a first start the sandbox shows emails, and shows its posts again after a restart', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'posthorn-sandbox-'))
  t.after(() => rm(parent, { recursive: true, force: true }))
  const dataDir = join(parent, 'data')
  const start = async () => {
    const sandbox = await startSandbox({ port: 0, dataDir, say: (message) => assert.fail(message) })
    t.after(() => sandbox.stop())
    return sandbox
  }
  const first = await start()
  assert.deepEqual(await readdir(parent), [], 'only the database makes the data folder')
  await mkdir(join(dataDir, 'outbox'), { recursive: true })
  const head = ['From: posthorn@example.com', 'To: bob@example.com', 'Subject: You are invited']
  const lines = [...head, 'Date: Mon, 02 Mar 2026 09:00:00 +0000', 'Content-Type: text/plain', '', 'Hello']
  await writeFile(join(dataDir, 'outbox', '1.eml'), lines.join('\r\n'))
  assert.match(await (await fetch(`${first.url}/mail`)).text(), /You are invited/)
  const made = await fetch(`${first.url}/mastodon/api/v1/statuses`, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-token-alice', 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'before the restart' }),
  })
  assert.equal(made.status, 200)
  const { url } = (await made.json()) as { readonly url: string }
  await first.stop()
  const second = await start()
  const permalink = new URL(new URL(url).pathname, second.url ?? undefined)
  const page = await fetch(permalink, { headers: { accept: 'text/html' } })
  assert.deepEqual([page.status, new URL(page.url).pathname], [200, '/feed/mastodon/alice'])
  assert.match(await (await fetch(`${second.url}/feed/mastodon/alice`)).text(), /before the restart/)
})

test('a sandbox without a heartbeat is restarted, and Posthorn stops trying if it never starts', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-sandbox-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const program = join(folder, 'silent-once.mjs')
  const mark = join(folder, 'was-there')
  await writeFile(
    program,
    `import { existsSync, writeFileSync } from 'node:fs'
     setInterval(() => {}, 1000)
     if (existsSync(${JSON.stringify(mark)})) process.send({ ready: true, url: 'http://127.0.0.1:4010' })
     else writeFileSync(${JSON.stringify(mark)}, '')`,
  )
  const lines: string[] = []
  const start = () =>
    startSandbox({ port: 0, program, silentMs: patienceMs(1_000), say: (message) => lines.push(message) })
  const { url, stop } = await start()
  await stop()
  assert.equal(url, 'http://127.0.0.1:4010')
  assert.deepEqual(lines.splice(0), ['The sandbox did not start: it stopped responding. Restarting it.'])

  await writeFile(program, 'setInterval(() => {}, 1000)')
  assert.equal((await start()).url, null)
  assert.equal(lines.at(-1), 'The sandbox did not start: it stopped responding.')
  assert.equal(lines.length, 3)
})
