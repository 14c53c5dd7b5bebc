import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days, hours } from '#kernel/clock.ts'
import { platformIdOf } from '#rules/network-names.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { done } from '#test/world/people.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'

/** One text with a name, which each network gets with its own handle. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  await t.as('root')
  w = await connectBoth(t)
  const linkedin = await connectHeadless(t, w.person, 'linkedin', w.profileId, { login: 'alice' })
  assert.equal(linkedin.status, 200, linkedin.text)
  const { pages } = done(await w.person.get(`/v1/platforms/linkedin/pages?profileId=${w.profileId}`)).body
  const page = { profileId: w.profileId, pageId: pages[0].id }
  done(await w.person.post('/v1/platforms/linkedin/connect-page', page), 201)
})
after(() => t[Symbol.asyncDispose]())

const museum = {
  text: '@Harbour Museum',
  handles: { bluesky: '@alice.sandbox', linkedin: 'urn:li:organization:7', x: 'harbour' },
}
const networks = ['bluesky', 'mastodon', 'linkedin'] as const
const draftOf = (more: object = {}) => ({
  profileId: w.profileId,
  content: 'Tonight: @Harbour Museum!',
  platforms: [...networks],
  mentions: [museum],
  ...more,
})
const written = {
  bluesky: 'Tonight: @alice.sandbox!',
  mastodon: 'Tonight: Harbour Museum!',
  linkedin: 'Tonight: Harbour Museum!',
}

const validate = async (draft: object) => done(await w.ada.post('/v1/posts/validate', draft)).body
const plansOf = (body: { perPlatformPlan: Record<string, { text: string; length: number }> }) =>
  Object.fromEntries(networks.map((network) => [network, body.perPlatformPlan[platformIdOf(network)]]))
const textsOf = (plans: ReturnType<typeof plansOf>) =>
  Object.fromEntries(networks.map((network) => [network, plans[network]?.text]))

test('what is checked, counted and published is the text with the handle of each network', async () => {
  const draft = draftOf({ firstComment: 'With @Harbour Museum.', platforms: [...networks] })
  const checked = await validate(draft)
  assert.equal(checked.canPublish, true, JSON.stringify(checked.errors))
  const plans = plansOf(checked)
  assert.deepEqual(textsOf(plans), written)
  assert.equal(plans.bluesky?.length, written.bluesky.length)
  const known = t.sandbox.ledger.entries({}).length
  const { id, targets } = done(await w.ada.post('/v1/posts', draft), 201).body
  for (let n = 0; n < 5 && (await w.ada.get(`/v1/posts/${id}`)).body.status !== 'published'; n++)
    await t.advance(10_000)
  assert.equal((await w.ada.get(`/v1/posts/${id}`)).body.status, 'published')
  const sent = t.sandbox.ledger.entries({}).slice(known)
  const textsAt = (network: string) => sent.filter((one) => one.network === network).map((one) => one.text)
  assert.deepEqual(textsAt('bluesky'), [written.bluesky, 'With @alice.sandbox.'])
  assert.deepEqual(textsAt('mastodon'), [written.mastodon, 'With Harbour Museum.'])
  // The sandbox reads LinkedIn’s own form, of which readers see the name.
  assert.equal(textsAt('linkedin')[0], written.linkedin)
  assert.equal(targets.length, 3)
})

test('a name without a handle on a chosen network is an info of the check, at the text that has it', async () => {
  const { infos, warnings } = await validate(
    draftOf({
      content: 'No one.',
      platforms: ['bluesky', 'mastodon', { platform: 'linkedin', content: 'At @Harbour Museum and @Ada.' }],
      thread: [],
      mentions: [museum, { text: '@Ada', handles: { mastodon: 'ada@mastodon.social' } }],
      firstComment: 'By @Ada and @Harbour Museum.',
    }),
  )
  const plain = (list: { code: string; network: string; path: string; message: string }[]) =>
    list.filter(({ code }) => code === 'mention_stays_plain').map(({ network, path }) => [network, path])
  assert.deepEqual(plain(infos), [
    ['bluesky', '/firstComment'],
    ['mastodon', '/firstComment'],
    ['linkedin', '/platforms/2/content'],
    ['linkedin', '/firstComment'],
  ])
  assert.deepEqual(plain(warnings), [])
})

test('a limit counts the text as published: a long handle makes it too long, a short one makes it fit', async () => {
  const about = (length: number) => `${'x'.repeat(length)} @Harbour Museum`
  const errorsOf = async (content: string, mentions: object[]) =>
    (await validate(draftOf({ content, platforms: ['bluesky'], mentions }))).errors.map(
      ({ code }: { code: string }) => code,
    )
  const handled = (bluesky: string) => [{ ...museum, handles: { bluesky } }]
  assert.deepEqual(await errorsOf(about(284), []), [])
  assert.deepEqual(await errorsOf(about(284), handled('a-long-name.example.com')), ['text_too_long'])
  assert.deepEqual(await errorsOf(about(292), []), ['text_too_long'])
  assert.deepEqual(await errorsOf(about(292), handled('a.com')), [])
})

test('the content that is approved has the handles: one of a chosen network changes it, another does not', async () => {
  const draft = draftOf({ saveAsDraft: true, scheduledAt: inTime(t, hours(2)), platforms: ['bluesky'] })
  const { id } = done(await w.ada.post('/v1/posts', draft), 201).body
  const digestOf = async () => done(await w.ada.get(`/v1/posts/${id}/approvals`)).body.contentHash
  const before = await digestOf()
  const same = [{ text: '@Harbour Museum', handles: { ...museum.handles, x: 'other' } }]
  done(await w.ada.patch(`/v1/posts/${id}`, { mentions: same }))
  assert.equal(await digestOf(), before)
  const other = [{ text: '@Harbour Museum', handles: { bluesky: 'bob.sandbox' } }]
  done(await w.ada.patch(`/v1/posts/${id}`, { mentions: other }))
  assert.notEqual(await digestOf(), before)
})

test('mentions are stored without an @, and kept by copies, templates and spreadsheets', async () => {
  const stored = [{ text: '@Harbour Museum', handles: { ...museum.handles, bluesky: 'alice.sandbox' } }]
  const { id, mentions } = done(await w.ada.post('/v1/posts', draftOf({ saveAsDraft: true })), 201).body
  assert.deepEqual(mentions, stored)
  const copy = done(await w.ada.post(`/v1/posts/${id}/duplicate`, {}), 201).body
  assert.deepEqual(copy.mentions, stored)
  const template = done(await w.ada.post(`/v1/posts/${id}/template`, { name: 'Tonight' }), 201).body
  const { post } = done(
    await w.ada.post(`/v1/texts/${template.id}/apply`, {
      post: { profileId: w.profileId, platforms: ['bluesky'], mentions: [{ text: '@Ada', handles: { x: 'ada' } }] },
    }),
  ).body
  assert.deepEqual(post.mentions, [{ text: '@Ada', handles: { x: 'ada' } }, ...stored])
  const csv = done(await w.ada.get(`/v1/posts/export?profileId=${w.profileId}&status=draft`)).text
  assert.match(csv, /harbour/)
  done(await w.ada.patch(`/v1/posts/${id}`, { mentions: [] }))
  assert.deepEqual((await w.ada.get(`/v1/posts/${id}`)).body.mentions, [])
})

test('runs of a recurring post, recycled copies, edits of many posts and their undo keep the mentions', async () => {
  const stored = [{ text: '@Harbour Museum', handles: { ...museum.handles, bluesky: 'alice.sandbox' } }]
  const listed = async () => done(await w.ada.get(`/v1/posts?profileId=${w.profileId}&limit=100`)).body.posts
  const textsSince = (known: number) =>
    t.sandbox.ledger
      .entries({})
      .slice(known)
      .map(({ text }) => text)

  const template = done(
    await w.ada.post(
      '/v1/posts',
      draftOf({ platforms: ['bluesky'], content: 'Daily: @Harbour Museum', saveAsDraft: true }),
    ),
    201,
  ).body
  const at = new Date(t.now().getTime() + hours(1))
  const cron = `${at.getUTCMinutes()} ${at.getUTCHours()} * * *`
  const rule = done(await w.ada.post('/v1/recurring-posts', { postId: template.id, cron, timezone: 'UTC' }), 201).body
  const beforeRun = t.sandbox.ledger.entries({}).length
  await t.advance(hours(1))
  const run = (await listed()).find((post: { recurringRuleId: string }) => post.recurringRuleId === rule.id)
  assert.deepEqual(run.mentions, stored)
  assert.deepEqual(textsSince(beforeRun), ['Daily: @alice.sandbox'])
  done(await w.ada.delete(`/v1/recurring-posts/${rule.id}`))

  const variations = ['Again at @Harbour Museum']
  const recycled = done(
    await w.ada.post(
      '/v1/posts',
      draftOf({ platforms: ['bluesky'], content: 'First: @Harbour Museum', recycle: { intervalDays: 1, variations } }),
    ),
    201,
  ).body
  await t.settle()
  const beforeCopy = t.sandbox.ledger.entries({}).length
  await t.advance(days(1))
  const [copy] = done(await w.ada.get(`/v1/posts/${recycled.id}/recycles`)).body
  assert.deepEqual(done(await w.ada.get(`/v1/posts/${copy.id}`)).body.mentions, stored)
  assert.deepEqual(textsSince(beforeCopy), ['Again at @alice.sandbox'])

  const edited = done(await w.ada.post('/v1/posts', draftOf({ platforms: ['bluesky'], saveAsDraft: true })), 201).body
  const read = async () => done(await w.ada.get(`/v1/posts/${edited.id}`)).body
  const { headers } = await w.ada.get(`/v1/posts/${edited.id}`)
  const changes = { replace: { find: 'Tonight', with: 'Tomorrow' } }
  const edit = { posts: [{ postId: edited.id, etag: headers.etag }], changes }
  const { batchId, results } = done(await w.ada.post('/v1/posts/bulk/edit', edit)).body
  assert.equal(results[0].outcome, 'changed')
  assert.deepEqual([(await read()).content, (await read()).mentions], ['Tomorrow: @Harbour Museum!', stored])
  done(await w.ada.post('/v1/posts/bulk/undo', { batchId }))
  assert.deepEqual([(await read()).content, (await read()).mentions], ['Tonight: @Harbour Museum!', stored])
})

test('400: a mention is refused where it stands', async () => {
  const pathsOf = async (mentions: unknown) => {
    const { status, body } = await w.ada.post('/v1/posts', draftOf({ saveAsDraft: true, mentions }))
    assert.equal(status, 400)
    return [...new Set(body.errors.map(({ path }: { path: string }) => path))]
  }
  const handles = { x: 'a' }
  for (const text of ['Ada', '@', '@ Ada', '@Ada ', '@A@b', '@A[b]', '@A\nb', `@${'x'.repeat(101)}`])
    assert.deepEqual(await pathsOf([{ text, handles }]), ['/mentions/0/text'], text)
  assert.deepEqual(await pathsOf([{ text: '@Ada', handles: { bluesky: 'ada' } }]), ['/mentions/0/handles/bluesky'])
  assert.deepEqual(await pathsOf([{ text: '@Ada', handles: {} }]), ['/mentions/0/handles'])
  assert.deepEqual(
    await pathsOf([
      { text: '@Ada', handles },
      { text: '@Ada', handles },
    ]),
    ['/mentions'],
  )
  assert.deepEqual(await pathsOf(Array.from({ length: 21 }, (_, nth) => ({ text: `@Ada ${nth}`, handles }))), [
    '/mentions',
  ])
})
