import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minutes } from '#kernel/clock.ts'
import { startApp } from '#test/harness/app.ts'
import { web } from '#test/servers/real-servers.ts'
import { openDriver } from '#test/world/bluesky.ts'

test('names and images from a hostile server are sanitized wherever they are stored, and nothing is fetched from private addresses', async (context) => {
  const { sandbox } = await openDriver()
  context.after(() => sandbox.close())
  const inside = await web(context, (_request, response) => response.end())
  let reported: Record<string, unknown> = {}
  const server = await web(context, async (request, response) => {
    const { authorization = '' } = request.headers
    const answer = await fetch(`${sandbox.url}/mastodon${request.url}`, { headers: { authorization } })
    const body = (await answer.json()) as object
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify('display_name' in body ? { ...body, ...reported } : body))
  })
  await using t = await startApp({ settings: { MASTODON_URL: server.url } })
  const person = await t.as('ada')
  const { body: profile } = await person.post('/v1/profiles', { name: 'Harbour' })
  const sent = { profileId: profile.id, instanceUrl: server.url, accessToken: 'sandbox-token-alice' }
  const connect = async () => (await person.post('/v1/platforms/mastodon/connect', sent)).body

  const hostile = {
    username: 'a\0li/../..?x=\u202e\x1b[2Jce',
    display_name: `\x1b[31mAli\r\n\u2028ce\u202e\0${'x'.repeat(400)}`,
    avatar: inside.url,
  }
  const clean = (account: { handle: string; displayName: string; avatar: string | null }) => {
    assert.match(account.handle, /^ali\.{4}x2Jce@[\w.]+$/)
    assert.match(account.displayName, /^\[31mAli ce \ufffdx+$/)
    assert.equal(account.displayName.length, 200)
    assert.equal(account.avatar, null)
  }
  reported = { username: 'alice', display_name: 'Alice', avatar: `${server.url}/alice.png` }
  const first = await connect()
  assert.deepEqual([first.displayName, first.avatar], ['Alice', `${server.url}/alice.png`])

  reported = hostile
  await person.get(`/v1/connections/${first.id}/health`)
  clean((await person.get(`/v1/connections/${first.id}`)).body)
  clean(await connect())

  const avatars = {
    'http://10.0.0.7/a.png': null,
    'http://0x7f.1/a.png': null,
    'http://[::ffff:169.254.169.254]/a.png': null,
    'http://localhost/a.png': null,
    'http://router/a.png': null,
    'http://printer.local./a.png': null,
    'https://me:secret@example.com/a.png': null,
    'javascript:alert(1)': null,
    [`https://example.com/${'a'.repeat(2_048)}`]: null,
    'https://files.example.com/a b.png': 'https://files.example.com/a%20b.png',
  }
  for (const [avatar, kept] of Object.entries(avatars)) {
    reported = { username: 'alice', display_name: ' \u202e ', avatar }
    const account = await connect()
    assert.deepEqual([account.displayName, account.avatar], [null, kept], avatar.slice(0, 60))
  }
  await t.advance(minutes(1))
  assert.equal(inside.connections(), 0)
})
