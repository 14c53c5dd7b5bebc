import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { request } from 'undici'
import { createOutbound } from '#infra/outbound/outbound.ts'
import { days, hours, minutes } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { createLinkCards } from '#modules/link-cards/index.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { until } from '#test/harness/until.ts'
import { readEvents } from '#test/world/event-stream.ts'
import { serveWith, uploaded } from '#test/world/media.ts'
import { grant, makeProfile, refused } from '#test/world/people.ts'
import { plain } from '#test/world/pictures.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'
import { addComment } from './public-actions.ts'

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  t = await startApp({ sandbox: true })
  w = await connectBoth(t)
})
after(() => t[Symbol.asyncDispose]())

const script = '<script>alert(1)</script>'
const both = { platforms: ['bluesky', 'mastodon'] }

async function draft(more: object = {}): Promise<string> {
  const body = { profileId: w.profileId, content: `Open again ${script} #harbour`, saveAsDraft: true, ...both, ...more }
  const made = await w.ada.post('/v1/posts', body)
  assert.equal(made.status, 201, made.text)
  return made.body.id
}

async function share(postId: string, body: object = {}) {
  const made = await w.ada.post(`/v1/posts/${postId}/share-link`, body)
  assert.equal(made.status, 201, made.text)
  return made.body as { id: string; url: string; token: string; views: number }
}

const page = { accept: 'text/html,application/xhtml+xml', 'user-agent': 'Firefox' }
const readJson = (token: string) => t.anyone.get(`/v1/share/p/${token}`)
/** Opens the page as a browser does. The document describes only the JSON. */
async function open(token: string, headers: Record<string, string> = page, method: 'GET' | 'HEAD' = 'GET') {
  const answer = await request(`${t.url}/v1/share/p/${token}`, { method, headers })
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
}
const viewsOf = async (postId: string) => (await w.ada.get(`/v1/posts/${postId}/share-links`)).body[0].views

test('201: a link shows the post to a visitor, as JSON and as a page, without internal IDs or secrets', async () => {
  const file = await uploaded(t, w.person, { file: await plain(4, 3).png().toBuffer(), fileName: 'a.png' })
  const postId = await draft({
    media: [{ storagePath: file.storagePath, altText: 'A pier' }],
    link: 'https://example.com/a',
    settings: { mastodon: { spoilerText: `About the storm ${script}` } },
  })
  const link = await share(postId)
  assert.equal(link.url, `${t.config.publicUrl}/v1/share/p/${link.token}`)
  const json = await readJson(link.token)
  assert.deepEqual(
    json.body.targets.map((one: { network: string }) => one.network),
    ['bluesky', 'mastodon'],
  )
  assert.match(json.body.targets[0].parts[0].text, /^Open again/)
  assert.equal(json.body.targets[0].parts[0].media[0].altText, 'A pier')
  assert.deepEqual(
    json.body.targets.map((one: { extras: object }) => one.extras),
    [{}, { contentWarning: `About the storm ${script}` }],
  )
  const shown = await open(link.token)
  assert.equal(shown.status, 200)
  assert.match(shown.text, /<p class="pv-warning" dir="auto">About the storm &lt;script&gt;/)
  assert.match(String(shown.headers['content-type']), /^text\/html/)
  assert.match(shown.text, /<b>Bluesky<\/b>/)
  assert.match(shown.text, /alt="A pier"/)
  for (const text of [json.text, shown.text]) {
    assert.doesNotMatch(text, /\b(post|prof|acc|usr|tgt|shr|media)_[0-9a-z]{26}/)
    assert.ok(!text.includes(w.person.email))
  }
})

test('the page runs no script, loads nothing from elsewhere, is not indexed, and references its image', async () => {
  const link = await share(await draft())
  const { text, headers } = await open(link.token)
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self' \S+;/)
  assert.match(policy, /frame-ancestors 'none'/)
  assert.doesNotMatch(policy, /script|unsafe/)
  assert.equal(headers['x-robots-tag'], 'noindex, nofollow')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.ok(!text.includes(script) && text.includes('&lt;script&gt;'))
  assert.match(text, /<meta name="robots" content="noindex/)
  const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(text) ?? []
  const { status, bytes } = await t.anyone.get(new URL(picture).pathname)
  assert.equal(status, 200)
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG')
})

test('the page shows the cards of links, waits shortly for a slow page, and has its card for the next visitor', async () => {
  const png = await plain(4, 3).png().toBuffer()
  const answers: (() => void)[] = []
  const web = createServer(({ url }, response) => {
    const [type, body] = url === '/tower.png' ? ['image/png', png] : ['text/html', towerHead]
    const answer = () => response.writeHead(200, { 'content-type': type }).end(body)
    if (url === '/slow') answers.push(answer)
    else answer()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => web.once('listening', resolve))
  const elsewhere = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
  const outbound = createOutbound({ operatorOrigins: [], allowPrivate: true, userAgent: 'Posthorn/test' })
  const served = await serveWith(t, { linkCards: createLinkCards({ ...t.deps, outbound }) })
  try {
    const show = async (token: string) => {
      const { body } = await request(`${served.url}/v1/share/p/${token}`, { headers: page })
      return await body.text()
    }
    const fast = await show((await share(await draft({ link: `${elsewhere}/fast` }))).token)
    assert.equal(fast.match(/data-preview-card="read"/g)?.length, 2, fast)
    assert.ok(fast.includes('<b dir="auto">The &lt;b&gt; tower</b>') && fast.includes('Built in 1862.'), fast)
    const images = [...fast.matchAll(/<img src="([^"]*)" alt="" loading="lazy">/g)].map(([, src]) => src ?? '')
    const ours = images.filter((src) => src.startsWith(`${t.config.publicUrl}/v1/link-card/image?token=`))
    assert.equal(ours.length, 2, images.join(' '))
    assert.ok(!fast.includes(`${elsewhere}/tower.png`), 'no image is loaded from elsewhere')

    const { token } = await share(await draft({ link: `${elsewhere}/slow` }))
    const early = await show(token)
    assert.ok(early.includes('data-preview-card=""') && !early.includes('The &lt;b&gt; tower'), early)
    for (const answer of answers) answer()
    await until('the slow page was read', async () => (await show(token)).includes('The &lt;b&gt; tower'))
    assert.equal(answers.length, 1)
  } finally {
    await served[Symbol.asyncDispose]()
    await outbound.close()
    web.closeAllConnections()
    web.close()
  }
})

const towerHead =
  '<title>The &lt;b&gt; tower</title><meta name=description content="Built in 1862."><meta property="og:image" content="/tower.png">'

test('404: a link that is revoked, expired or unknown, or whose post is in the trash, shows nothing', async () => {
  const postId = await draft()
  const [revoked, short, last] = [
    await share(postId),
    await share(postId, { expiresAt: inTime(t, hours(1)) }),
    await share(postId),
  ]
  const gone = await w.ada.delete(`/v1/posts/${postId}/share-link/${revoked.id}`)
  assert.equal(gone.body.success, true)
  assert.deepEqual((await w.ada.delete(`/v1/posts/${postId}/share-link/${revoked.id}`)).body, gone.body)
  refused(await readJson(revoked.token), 404, 'share_link_not_found')
  const forPeople = await open(revoked.token)
  assert.equal(forPeople.status, 404)
  assert.match(forPeople.text, /This link no longer works/)
  assert.equal((await readJson(short.token)).status, 200)
  await t.advance(hours(1))
  refused(await readJson(short.token), 404, 'share_link_not_found')
  refused(await readJson('AAAAAAAAAAAAAAAAAAAAAA'), 404, 'share_link_not_found')
  await w.ada.delete(`/v1/posts/${postId}`)
  refused(await readJson(last.token), 404, 'share_link_not_found')
  refused(await w.ada.post(`/v1/posts/${postId}/share-link`), 409, 'post_in_trash')
  refused(
    await w.ada.post(`/v1/posts/${await draft()}/share-link`, { expiresAt: inTime(t, -1) }),
    400,
    'validation_failed',
  )
})

test('a visitor counts once a day, without a cookie; preview bots and HEAD requests do not count', async () => {
  const postId = await draft()
  const { token } = await share(postId)
  const first = await open(token)
  assert.equal(first.headers['set-cookie'], undefined)
  await open(token)
  await open(token, { ...page, 'user-agent': 'Slackbot-LinkExpanding 1.0' })
  await open(token, { ...page, 'user-agent': 'Safari' }, 'HEAD')
  assert.equal(await viewsOf(postId), 1)
  await open(token, { ...page, 'user-agent': 'Chrome' })
  assert.equal(await viewsOf(postId), 2)
  await t.advance(days(1))
  await open(token)
  assert.equal(await viewsOf(postId), 3)
  const kept = await t.db.selectFrom('shareView').selectAll().execute()
  assert.deepEqual(
    kept.filter(({ day }) => day < t.now().toISOString().slice(0, 10)),
    [],
  )
})

test('a visitor comments in JSON or through the page’s form, the team reads it, and subscribers are notified', async () => {
  const postId = await draft()
  const closed = await share(postId)
  refused(
    await t.anyone.post(`/v1/share/p/${closed.token}/comments`, { name: 'M', text: 'x' }),
    409,
    'share_comments_off',
  )
  const { token, id: linkId } = await share(postId, { comments: true })
  const comment = { name: 'Maria', text: `Add a time ${script}`, fineByMe: false }
  const made = await t.anyone.post(`/v1/share/p/${token}/comments`, comment)
  assert.equal(made.status, 201, made.text)
  refused(await t.anyone.post(`/v1/share/p/${token}/comments`, { name: 'Maria' }), 400, 'validation_failed')
  const form = await request(`${t.url}/v1/share/p/${token}/comments`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'name=Jan&text=&fineByMe=true',
  })
  await form.body.dump()
  assert.deepEqual([form.statusCode, form.headers.location], [303, `/v1/share/p/${token}#comments`])
  const { text } = await open(token)
  assert.ok(text.includes('Maria') && text.includes('Fine by me') && !text.includes(script))
  const { body: comments } = await w.ada.get(`/v1/posts/${postId}/comments`)
  const short = comments.map((one: typeof comment & { linkId: string }) => [one.name, one.fineByMe, one.linkId])
  assert.deepEqual(short, [
    ['Maria', false, linkId],
    ['Jan', true, linkId],
  ])
  const { body: stream } = await readEvents(t, w.ada, '?limit=100')
  const bodies = stream.events.filter(({ data }: { data: { postId: string } }) => data.postId === postId)
  assert.deepEqual(
    bodies.map(({ data }: { data: { name: string } }) => data.name),
    ['Maria', 'Jan'],
  )
  assert.equal((await w.ada.delete(`/v1/posts/${postId}/comments/${comments[0].id}`)).status, 200)
  assert.equal((await w.ada.get(`/v1/posts/${postId}/comments`)).body.length, 1)
})

test('the form accepts as many characters as the API field, and keeps line breaks as they were typed', async () => {
  const postId = await draft()
  const { token } = await share(postId, { comments: true })
  // A browser sends a line break as two characters, and counts it as one.
  const typed = `${'a\n'.repeat(999)}ab`
  const form = await request(`${t.url}/v1/share/p/${token}/comments`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ name: 'Jan', text: typed.replaceAll('\n', '\r\n') }).toString(),
  })
  await form.body.dump()
  assert.equal(form.statusCode, 303)
  assert.equal((await w.ada.get(`/v1/posts/${postId}/comments`)).body[0].text, typed)
})

test('409: a post accepts at most 500 comments, however many visitors write at once', async () => {
  const postId = await draft()
  const { token } = await share(postId, { comments: true })
  const comment = () => addComment(t.deps, token, { name: 'M', text: '', fineByMe: true })
  await comment()
  // The other 497 are copies of it, since writing each takes seconds.
  await sql`insert into post_comment select (x.row).* from (
    select jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid())) as row
    from post_comment c cross join generate_series(1, 497) where c.post_id = ${fromWire('post', postId)}) x`.execute(
    t.db,
  )
  const ends = await Promise.allSettled(Array.from({ length: 6 }, comment))
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 2)
  refused(await t.anyone.post(`/v1/share/p/${token}/comments`, { name: 'M', text: 'x' }), 409, 'share_comments_full')
  assert.equal((await w.ada.get(`/v1/posts/${postId}/comments`)).body.length, 500)
})

test('429: one IP address may leave ten comments a minute', async () => {
  const { token } = await share(await draft(), { comments: true })
  await t.advance(minutes(1))
  const answers = []
  for (let no = 0; no < 12; no++)
    answers.push((await t.anyone.post(`/v1/share/p/${token}/comments`, { name: 'M', fineByMe: true })).status)
  assert.deepEqual(answers, [...Array.from({ length: 10 }, () => 201), 429, 429])
})

test('403: links require the editor role, and the profile’s owner needs a plan that includes them', async () => {
  const owner = await t.as('share-owner')
  const editor = await t.as('share-editor')
  const profileId = await makeProfile(owner)
  await grant(owner, profileId, editor, 'editor')
  const { body } = await owner.post('/v1/posts', { profileId, content: 'x', saveAsDraft: true })
  assert.equal((await editor.post(`/v1/posts/${body.id}/share-link`)).status, 201)
  await t.db.updateTable('appUser').set({ plan: 'starter' }).where('appUser.email', '=', owner.email).execute()
  refused(await editor.post(`/v1/posts/${body.id}/share-link`), 403, 'plan_required')
  await grant(owner, profileId, editor, 'viewer')
  refused(await editor.post(`/v1/posts/${body.id}/share-link`), 403, 'profile_role_required')
})
