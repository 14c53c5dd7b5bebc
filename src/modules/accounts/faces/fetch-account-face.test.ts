import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { minutes } from '#kernel/clock.ts'
import { startApp } from '#test/harness/app.ts'
import { web } from '#test/servers/real-servers.ts'
import { fetchBytes } from '#test/world/media.ts'
import { noise, plain } from '#test/world/pictures.ts'

interface Served {
  readonly status: number
  readonly body: Buffer
  readonly headers?: Record<string, string>
}

/** Connects an account of a Mastodon server whose images the test chooses. */
async function connected(context: TestContext) {
  const agents: (string | undefined)[] = []
  const server = { served: { status: 404, body: Buffer.alloc(0) } as Served, query: '', agents }
  const { url } = await web(context, async (request, response) => {
    if (request.url?.startsWith('/avatar')) {
      agents.push(request.headers['user-agent'])
      response.writeHead(server.served.status, server.served.headers).end(server.served.body)
      return
    }
    const { authorization = '' } = request.headers
    const answer = await fetch(`${t.sandbox.url}/mastodon${request.url}`, { headers: { authorization } })
    const body = (await answer.json()) as object
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    const avatar = `${url}/avatar.png${server.query}`
    response.end(JSON.stringify('display_name' in body ? { ...body, avatar } : body))
  })
  const t = await startApp({ sandbox: true, settings: { MASTODON_URL: url } })
  context.after(() => t[Symbol.asyncDispose]())
  server.served = { status: 200, body: await noise(600, 400).png().toBuffer() }
  await t.as('root')
  const person = await t.as('ada')
  const { body: profile } = await person.post('/v1/profiles', { name: 'Harbour' })
  const sent = { profileId: profile.id, instanceUrl: url, accessToken: 'sandbox-token-alice' }
  const { body, text } = await person.post('/v1/platforms/mastodon/connect', sent)
  assert.ok(body.id, text)
  await t.advance(minutes(1))
  const read = async () => (await person.get(`/v1/connections/${body.id}`)).body
  const check = async () => {
    await person.get(`/v1/connections/${body.id}/health`)
    await t.advance(minutes(1))
    return await read()
  }
  return { t, person, server, read, check }
}

test('an account’s image is fetched by the service and served small, at a URL that changes only with the image', async (context) => {
  const { t, person, server, read, check } = await connected(context)
  const first = await read()
  assert.match(first.avatar, /\/avatar\.png$/)
  assert.match(first.avatarUrl, /\/v1\/faces\/[0-9a-f]{32}$/)
  const { status, headers, bytes } = await fetchBytes(t, first.avatarUrl)
  assert.deepEqual([status, headers['content-type']], [200, 'image/webp'])
  assert.equal(bytes.subarray(8, 12).toString(), 'WEBP')
  assert.ok(bytes.length <= 65_536)
  assert.equal(headers['cache-control'], 'private, max-age=31536000, immutable')
  assert.ok(server.agents.every((agent) => agent?.startsWith('Posthorn')))

  // The network signs the URL again, and the image is the same.
  server.query = '?signature=2'
  assert.equal((await check()).avatarUrl, first.avatarUrl)
  server.served = { status: 200, body: await plain(300, 300).png().toBuffer() }
  const second = await check()
  assert.notEqual(second.avatarUrl, first.avatarUrl)
  assert.equal((await fetchBytes(t, first.avatarUrl)).status, 404)
  assert.equal((await person.get('/v1/platforms/accounts/all')).body[0].avatarUrl, second.avatarUrl)

  assert.equal((await person.delete('/v1/auth/me')).status, 200)
  assert.equal((await fetchBytes(t, second.avatarUrl)).status, 404)
})

test('a URL without a usable image leaves the previous one, and its job succeeds', async (context) => {
  const { t, server, read, check } = await connected(context)
  const { avatarUrl } = await read()
  const inside = await web(context, (_request, response) => response.end())
  const unusable: Served[] = [
    { status: 500, body: Buffer.from('no') },
    { status: 200, body: Buffer.alloc(0) },
    { status: 200, body: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
    { status: 200, body: Buffer.alloc(5 * 1024 * 1024, 'x') },
    { status: 302, body: Buffer.alloc(0), headers: { location: '/avatar.png' } },
    { status: 302, body: Buffer.alloc(0), headers: { location: inside.url } },
  ]
  for (const one of unusable) {
    server.served = one
    assert.equal((await check()).avatarUrl, avatarUrl, `${one.status} with ${one.body.length} bytes`)
  }
  assert.equal(inside.connections(), 0)
  const failed = await t.db
    .selectFrom('job')
    .select('job.error')
    .where('job.name', '=', 'accounts.fetch-face')
    .execute()
  assert.deepEqual(failed, [])
})

test('accounts of the sandbox have images', async () => {
  await using t = await startApp({ sandbox: true })
  const person = await t.as('grace')
  const { body: profile } = await person.post('/v1/profiles', { name: 'Quay' })
  const account = { profileId: profile.id, identifier: 'alice.sandbox', appPassword: 'sand-boxx-pass-word' }
  const { body, text } = await person.post('/v1/platforms/bluesky/connect', account)
  assert.ok(body.id, text)
  await t.advance(minutes(1))
  const { avatarUrl } = (await person.get(`/v1/connections/${body.id}`)).body
  assert.equal((await fetchBytes(t, avatarUrl)).status, 200)
})
