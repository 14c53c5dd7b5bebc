import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { web } from '#test/servers/real-servers.ts'
import { openDriver } from '#test/world/bluesky.ts'

test('201: characters in a name that the database cannot store are removed', async (context) => {
  const { sandbox } = await openDriver()
  context.after(() => sandbox.close())
  // Text truncated by bytes or code units can end in half a character.
  const server = await web(context, async (request, response) => {
    const { authorization = '' } = request.headers
    const answer = await fetch(`${sandbox.url}/mastodon${request.url}`, { headers: { authorization } })
    const text = await answer.text()
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(text.replaceAll('"display_name":"Alice"', String.raw`"display_name":"A\u0000b \ud83d\ude00 \ud83d"`))
  })
  await using t = await startApp({ settings: { MASTODON_URL: server.url } })
  const person = await t.as('ada')
  const { body: profile } = await person.post('/v1/profiles', { name: 'Harbour' })
  const sent = { profileId: profile.id, instanceUrl: server.url, accessToken: 'sandbox-token-alice' }
  const { status, body, text } = await person.post('/v1/platforms/mastodon/connect', sent)
  assert.deepEqual([status, body.displayName], [201, 'A\uFFFDb 😀 \uFFFD'], text)
})
