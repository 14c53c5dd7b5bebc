import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type RouteFact, routesOf } from '#infra/http/openapi/route-table.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { done, grant } from '../world/people.ts'
import { connectBoth } from '../world/posts.ts'

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await connectBoth(t)
})
after(() => t[Symbol.asyncDispose]())

const words = 'Raspberry margin'

test('a comment of the team is in no response to someone without an account, by any public route', async () => {
  const colleague = await t.as('colleague')
  await grant(w.person, w.profileId, colleague, 'editor')
  const body = { profileId: w.profileId, content: 'Open again', platforms: ['bluesky'], scheduledAt: inTwoDays() }
  const { id: postId } = done(await w.ada.post('/v1/posts', body), 201).body
  const share = done(await w.ada.post(`/v1/posts/${postId}/share-link`, { comments: true }), 201).body
  const feed = done(await w.ada.post(`/v1/profiles/${w.profileId}/calendar-feeds`), 201).body
  done(await t.anyone.post(`/v1/share/p/${share.token}/comments`, { name: 'Maria', text: 'Nice' }), 201)

  const values: Readonly<Record<string, string>> = {
    '/v1/share/p/:token': share.token,
    '/v1/calendar/:token/posts.ics': feed.url.split('/').at(-2),
  }
  const publicRoutes = routesOf(t.app).filter(({ access }) => access.credential === 'none')
  assert.ok(publicRoutes.length > 30, `${publicRoutes.length} public routes`)
  const before = await readAll(publicRoutes, values)
  const seen = before.map(({ text }) => text).join('\n')
  assert.ok(seen.includes('Open again') && seen.includes('Maria'), 'the routes do show the post and its visitors')

  const path = `/v1/posts/${postId}/team-comments`
  const made = done(await w.ada.post(path, { text: words, mentions: [colleague.uid] }), 201).body
  const reply = done(await colleague.post(path, { text: `${words} again`, replyTo: made.id }), 201).body
  done(await w.ada.post(`${path}/${made.id}/resolve`))

  for (const { route, accept, text } of await readAll(publicRoutes, values)) {
    for (const secret of [words, made.id, reply.id, colleague.uid])
      assert.ok(!text.includes(secret), `${route} as ${accept} contains ${secret}`)
    const old = before.find((one) => one.route === route && one.accept === accept)?.text
    if (route.includes('/v1/share/p/') && route.startsWith('GET')) assert.equal(text, old, `${route} shows a trace`)
  }
  // Neither does someone with an account who is not a member, by the operations that find posts.
  const stranger = await t.as('stranger')
  for (const query of [`/v1/posts?profileId=${w.profileId}`, path, `/v1/posts/${postId}`, '/v1/notices', '/v1/events'])
    assert.ok(!(await stranger.get(query)).text.includes(words), query)
})

const inTwoDays = () => new Date(t.now().getTime() + 48 * 3_600_000).toISOString()

/** Calls each route as a browser and as a program does. */
async function readAll(routes: readonly RouteFact[], values: Readonly<Record<string, string>>) {
  const responses: { route: string; accept: string; text: string }[] = []
  for (const { method, url } of routes) {
    const known = Object.keys(values).find((start) => url.startsWith(start))
    const path = url.replace(':token', (known && values[known]) || 'unknown').replaceAll(/:\w+|\*/g, 'unknown')
    for (const accept of ['text/html', 'application/json']) {
      if (method === 'HEAD' || method === 'OPTIONS') continue
      const answer = await fetch(`${t.url}${path}`, {
        method,
        headers: { accept, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
        redirect: 'manual',
        ...(method === 'GET' ? {} : { body: '{}' }),
      })
      responses.push({ route: `${method} ${url}`, accept, text: await answer.text() })
    }
  }
  return responses
}
