import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days, minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { done, grant } from '#test/world/people.ts'
import { noise } from '#test/world/pictures.ts'
import { connectBoth, inTime, withKey } from '#test/world/posts.ts'

/** Edits of many posts with a result for each, and their undo. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let ada: Client
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await connectBoth(t)
  ada = w.ada
})
after(() => t[Symbol.asyncDispose]())

const write = async (body: object = {}, by = w): Promise<string> => {
  const post = { profileId: by.profileId, content: 'open', platforms: ['bluesky'], saveAsDraft: true, ...body }
  const made = await by.ada.post('/v1/posts', post)
  assert.equal(made.status, 201, made.text)
  return made.body.id
}
const armed = (body: object = {}) => write({ saveAsDraft: false, scheduledAt: inTime(t, days(3)), ...body })
const read = async (id: string) => (await ada.get(`/v1/posts/${id}`)).body
const rows = (ids: readonly string[]) => ids.map((postId) => ({ postId }))

async function edit(ids: readonly string[], changes: object, more: object = {}, by: Client = ada) {
  const answer = await by.post('/v1/posts/bulk/edit', { posts: rows(ids), changes, ...more })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const undo = async (batchId: string, by: Client = ada) => by.post('/v1/posts/bulk/undo', { batchId })

type Row = { readonly outcome: string; readonly problem: { readonly code: string } | null; readonly changes: object[] }
const codes = ({ results }: { readonly results: readonly Row[] }) =>
  results.map(({ outcome, problem }) => problem?.code ?? outcome)

/** The post without what each write changes. */
async function state(id: string) {
  const { version, updatedAt, etag, ...post } = await read(id)
  return post
}

test('a dry run reports what the edit then does, row by row, and stores nothing', async () => {
  const ids = [
    await armed({
      content: 'old address',
      tags: ['Tips'],
      platforms: ['bluesky', { platform: 'mastodon', content: 'old one' }],
    }),
    await write({ content: 'nothing here' }),
    await armed({ content: 'x'.repeat(290) + ' old' }),
    await write({ thread: [{ content: 'an old reply' }], firstComment: 'old', scheduledAt: inTime(t, days(1)) }),
  ]
  const before = await Promise.all(ids.map(state))
  const changes = { addLabels: ['tips', 'Winter'], replace: { find: 'old', with: 'much longer than before' } }
  const dry = await edit(ids, changes, { dryRun: true })
  assert.deepEqual(await Promise.all(ids.map(state)), before)
  assert.deepEqual([dry.dryRun, dry.batchId, dry.undoUntil], [true, null, null])
  assert.equal((await ada.get(`/v1/labels?profileId=${w.profileId}&q=Winter`)).body.labels.length, 0)
  const real = await edit(ids, changes)
  const bare = ({ results }: { results: (Row & { etag: string })[] }) =>
    results.map(({ etag: _, problem, ...row }) => ({ ...row, problem: problem?.code }))
  assert.deepEqual(bare(real), bare(dry))
  assert.deepEqual(codes(real), ['changed', 'changed', 'validation_failed', 'changed'])
  assert.deepEqual([real.succeeded, real.failed], [3, 1])
  const [first] = await Promise.all(ids.map(read))
  assert.deepEqual(
    [first.content, first.tags, first.targets[1].overrides.content],
    ['much longer than before address', ['Tips', 'Winter'], 'much longer than before one'],
  )
  assert.equal((await read(ids[3] ?? '')).thread[0].content, 'an much longer than before reply')
})

test('an edit of alt texts keeps what each account shows of an image, and so does its undo', async () => {
  const file = await noise(90, 60).png().toBuffer()
  const { storagePath } = (
    await ada.upload('/v1/media/upload', { file, fileName: 'pier.png', fields: { profileId: w.profileId } })
  ).body
  const shown = (view: object) => [{ storagePath, altText: 'the old pier', view }]
  const view = { crop: [0, 0, 0.5, 1], rotate: 90, fit: 'crop' }
  const own = { crop: [0, -0.25, 1, 1.5], rotate: 0, fit: 'pad', ground: 'blur' }
  const platforms = ['bluesky', { platform: 'mastodon', media: shown(own) }]
  const id = await armed({ media: shown(view), platforms })
  const images = async () => {
    const { media, targets } = await read(id)
    return [media[0], targets[1].overrides.media[0]]
  }
  const before = await images()
  assert.deepEqual(
    before.map((one) => one.view),
    [view, own],
  )
  const replace = { find: 'old', with: 'new', in: ['altText', 'targets'] }
  const { batchId, ...result } = await edit([id], { replace, addLabels: ['Pier'], shift: { days: 1 } })
  assert.deepEqual(codes(result), ['changed'])
  assert.deepEqual(
    await images(),
    before.map((one) => ({ ...one, altText: 'the new pier' })),
  )
  await undo(batchId)
  assert.deepEqual(await images(), before)
})

test('one bad row never refuses the others: strangers’, published, deleted and over-long posts', async () => {
  const foreign = await connectBoth(t)
  const theirs = await write({}, foreign)
  const [good, trashed] = [await armed(), await armed({ content: 'to the trash' })]
  await ada.delete(`/v1/posts/${trashed}`)
  const published = await write({ saveAsDraft: false, content: 'out now' })
  await t.db.updateTable('post').set({ status: 'published' }).where('content', '=', 'out now').execute()
  const ids = [theirs, good, trashed, published, 'post_01kajv4z00e008000000000001']
  const result = await edit(ids, { shift: { days: 1 } })
  assert.deepEqual(codes(result), ['post_forbidden', 'changed', 'post_in_trash', 'post_wrong_status', 'post_not_found'])
  assert.equal(result.results[3].outcome, 'skipped')
  const labeled = await edit([theirs, published], { addLabels: ['Later'] })
  assert.deepEqual(codes(labeled), ['post_forbidden', 'changed'])
  assert.deepEqual((await foreign.ada.get(`/v1/posts/${theirs}`)).body.tags, [])
})

test('posts that an edit makes equal: the first changes, and the second is refused like the same post anywhere', async () => {
  const ids = [await armed({ content: 'pier one' }), await armed({ content: 'pier two' })]
  const other = await armed({ content: 'an other pier' })
  done(await ada.patch(`/v1/profiles/${w.profileId}`, { samePostDays: 7 }))
  const changes = { replace: { find: 'pier two', with: 'pier one' }, shift: { days: 1 } }
  const result = await edit([...ids, other], changes)
  assert.deepEqual(codes(result), ['changed', 'warnings_unconfirmed', 'changed'])
  const texts = (await Promise.all(ids.map(read))).map(({ content }) => content)
  assert.deepEqual(texts, ['pier one', 'pier two'])
  done(await ada.patch(`/v1/profiles/${w.profileId}`, { samePostDays: 0 }))
})

test('undo is exact after random edits of drafts and scheduled posts', async () => {
  let seed = 7
  const pick = (most: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * most)
  }
  const words = ['sea', 'gull', 'rope', 'salt']
  const word = () => words[pick(words.length)] ?? ''
  const ids: string[] = []
  for (let n = 0; n < 8; n += 1) {
    const body = {
      content: `${word()} ${word()} ${n}`,
      tags: pick(2) ? [word()] : [],
      firstComment: pick(2) ? `${word()} first` : null,
      platforms: [
        pick(2) ? 'bluesky' : { platform: 'bluesky', content: `own ${word()} ${n}` },
        ...(pick(2) ? ['mastodon'] : []),
      ],
      thread: pick(3) === 0 ? [{ content: `${word()} reply` }] : [],
    }
    ids.push(
      pick(2) ? await armed(body) : await write({ ...body, ...(pick(2) && { scheduledAt: inTime(t, days(4)) }) }),
    )
  }
  for (let round = 0; round < 12; round += 1) {
    const changes = {
      addLabels: pick(2) ? [word()] : [],
      removeLabels: pick(2) ? [word()] : [],
      addAccounts: pick(3) === 0 ? [w.mastodon] : [],
      removeAccounts: pick(3) === 0 ? [w.bluesky] : [],
      ...(pick(2) && { shift: { days: pick(5) - 2, minutes: pick(90) + 1 } }),
      ...(pick(2) && { replace: { find: word(), with: word() } }),
      ...(pick(3) === 0 && { firstComment: pick(2) ? null : word() }),
      removeNothing: undefined,
    }
    const { removeNothing: _, ...sent } = changes
    const before = await Promise.all(ids.map(state))
    const answer = await ada.post('/v1/posts/bulk/edit', { posts: rows(ids), changes: sent, confirmWarnings: true })
    if (answer.status === 400) continue
    if (answer.body.batchId === null) continue
    const undone = await undo(answer.body.batchId)
    assert.deepEqual([undone.status, undone.body.failed], [200, 0], undone.text)
    assert.deepEqual(await Promise.all(ids.map(state)), before, JSON.stringify(sent))
  }
})

test('undo: someone’s later change refuses only its row, another person can’t undo, and it ends after ten minutes', async () => {
  const [mine, theirs] = [await armed({ content: 'mine' }), await armed({ content: 'theirs' })]
  const { batchId } = await edit([mine, theirs], { replace: { find: 'e', with: 'E' } })
  await ada.patch(`/v1/posts/${theirs}`, { content: 'changed since' })
  const stranger = await connectBoth(t)
  assert.equal((await undo(batchId, stranger.ada)).status, 404)
  const undone = await undo(batchId)
  assert.deepEqual(codes(undone.body), ['changed', 'precondition_failed'])
  assert.deepEqual([(await read(mine)).content, (await read(theirs)).content], ['mine', 'changed since'])
  assert.deepEqual(codes((await undo(batchId)).body), ['precondition_failed'])
  const late = await edit([mine], { addLabels: ['Late'] })
  await t.advance(minutes(11))
  const refused = await undo(late.batchId)
  assert.deepEqual([refused.status, refused.body.code], [404, 'bulk_edit_not_found'])
})

test('two people never overwrite each other: an older ETag is refused, and of two edits at once both are complete', async () => {
  const id = await armed({ content: 'one two' })
  const etag = String((await ada.get(`/v1/posts/${id}`)).headers.etag)
  await ada.patch(`/v1/posts/${id}`, { title: 'Changed' })
  const old = await ada.post('/v1/posts/bulk/edit', { posts: [{ postId: id, etag }], changes: { firstComment: 'x' } })
  assert.deepEqual(codes(old.body), ['precondition_failed'])
  const both = await Promise.all([
    edit([id], { replace: { find: 'one', with: '1' } }),
    edit([id], { replace: { find: 'two', with: '2' } }),
  ])
  const done = both.flatMap(codes)
  const { content } = await read(id)
  const expected = done.filter((code) => code === 'changed').length
  assert.ok(expected > 0)
  assert.equal(Number(content.includes('1')) + Number(content.includes('2')), expected)
})

test('a shift over a change of the clock keeps the time of day in the brand’s zone', async () => {
  await w.person.patch(`/v1/profiles/${w.profileId}`, { timezone: 'Europe/Berlin' })
  const [ahead] = [await armed({ scheduledAt: '2027-03-26T08:30:00Z' })]
  const result = await edit([ahead], { shift: { days: 3 } }, { confirmWarnings: true })
  assert.deepEqual(codes(result), ['changed'])
  assert.equal((await read(ahead)).scheduledAt, '2027-03-29T07:30:00.000Z')
  await w.person.patch(`/v1/profiles/${w.profileId}`, { timezone: null })
})

test('a draft that moves stays a draft, and one without a time is refused', async () => {
  const [timed, timeless] = [await write({ scheduledAt: inTime(t, days(2)) }), await write()]
  assert.deepEqual(codes(await edit([timed, timeless], { shift: { minutes: 30 } })), ['changed', 'post_without_time'])
  const { status, scheduledAt } = await read(timed)
  assert.deepEqual([status, scheduledAt], ['draft', inTime(t, days(2) + minutes(30))])
})

test('accounts: added once, removed, and those of another brand are refused', async () => {
  const foreign = await connectBoth(t)
  const id = await write()
  assert.deepEqual(codes(await edit([id], { addAccounts: [w.mastodon, w.bluesky] })), ['changed'])
  assert.equal((await read(id)).targets.length, 2)
  assert.deepEqual(codes(await edit([id], { addAccounts: [w.mastodon] })), ['unchanged'])
  assert.deepEqual(codes(await edit([id], { addAccounts: [foreign.mastodon] })), ['account_not_found'])
  await edit([id], { removeAccounts: [w.bluesky] })
  assert.deepEqual((await read(id)).platforms, ['mastodon'])
  const last = await armed()
  assert.deepEqual(codes(await edit([last], { removeAccounts: [w.bluesky] })), ['validation_failed'])
})

test('a saved text goes into each post, with its variables, and its uses are counted once an edit is stored', async () => {
  const made = await ada.post('/v1/texts', {
    profileId: w.profileId,
    kind: 'signature',
    name: 'Sign',
    content: 'Your {account}',
  })
  const id = await armed({ content: 'Hello', platforms: ['bluesky', 'mastodon'] })
  await edit([id], { appendTextId: made.body.id }, { dryRun: true })
  assert.equal((await ada.get(`/v1/texts/${made.body.id}`)).body.uses, 0)
  assert.deepEqual(codes(await edit([id], { appendTextId: made.body.id })), ['changed'])
  const { content, targets } = await read(id)
  assert.match(content, /^Hello\n\nYour /)
  assert.match(targets[1].overrides.content, /^Hello\n\nYour /)
  assert.equal((await ada.get(`/v1/texts/${made.body.id}`)).body.uses, 1)
  const foreign = await connectBoth(t)
  const theirs = await write({}, foreign)
  const refused = await foreign.ada.post('/v1/posts/bulk/edit', {
    posts: rows([theirs]),
    changes: { appendTextId: made.body.id },
  })
  assert.deepEqual([refused.status, refused.body.code], [403, 'profile_forbidden'])
})

test('a filter edits what it lists, and more posts than one edit may have are refused', async () => {
  const own = await connectBoth(t)
  const wanted = await write({ content: 'by filter', tags: ['Pick'], scheduledAt: inTime(t, days(2)) }, own)
  await write({ content: 'not this', tags: ['Other'] }, own)
  const body = { filter: { profileId: own.profileId, label: 'pick' }, changes: { addLabels: ['Found'] } }
  const answer = await own.ada.post('/v1/posts/bulk/edit', body)
  assert.deepEqual(
    answer.body.results.map(({ postId }: { postId: string }) => postId),
    [wanted],
  )
  const foreign = await ada.post('/v1/posts/bulk/edit', body)
  assert.equal(foreign.status, 403, foreign.text)
  const ids = Array.from({ length: 501 }, (_, n) => `post_01kajv4z00e0080000000${String(n).padStart(5, '0')}`)
  assert.equal((await ada.post('/v1/posts/bulk/edit', { posts: rows(ids), changes: { addLabels: ['x'] } })).status, 400)
})

test('400 and 403: no change, both kinds of selection, and keys that may not write or publish', async () => {
  const id = await armed()
  const send = async (body: object, by: Client = ada) => by.post('/v1/posts/bulk/edit', body)
  assert.equal((await send({ posts: rows([id]), changes: {} })).status, 400)
  assert.equal((await send({ posts: rows([id, id]), changes: { addLabels: ['x'] } })).status, 400)
  assert.equal((await send({ posts: rows([id]), filter: {}, changes: { addLabels: ['x'] } })).status, 400)
  assert.equal((await send({ changes: { addLabels: ['x'] } })).status, 400)
  const reader = await withKey(t, w.person, ['posts:read'])
  assert.equal((await send({ posts: rows([id]), changes: { addLabels: ['x'] } }, reader)).status, 403)
  const writer = await withKey(t, w.person, ['posts:read', 'posts:write'])
  assert.deepEqual(codes((await send({ posts: rows([id]), changes: { shift: { days: 1 } } }, writer)).body), [
    'scope_required',
  ])
})

test('approvals that an edit voids are counted before, and count again after its undo', async () => {
  const own = await connectBoth(t)
  const boss = await t.as('boss')
  await grant(own.person, own.profileId, boss, 'admin')
  const reviewer = await withKey(t, boss, ['posts:read', 'posts:write', 'posts:publish'])
  done(await own.ada.patch(`/v1/profiles/${own.profileId}`, { requiredApprovals: 1 }))
  const id = await write({ saveAsDraft: false, scheduledAt: inTime(t, days(2)), content: 'to approve' }, own)
  const approvals = async () => (await reviewer.get(`/v1/posts/${id}/approvals`)).body
  const { contentHash } = await approvals()
  done(await reviewer.post(`/v1/posts/${id}/approve`, { contentHash }))
  const changes = { replace: { find: 'approve', with: 'read' } }
  const dry = await edit([id], changes, { dryRun: true }, own.ada)
  assert.deepEqual([dry.approvalsVoided, (await approvals()).status], [1, 'approved'])
  const moved = await edit([id], { shift: { days: 1 } }, {}, own.ada)
  assert.equal(moved.approvalsVoided, 0)
  const real = await edit([id], { ...changes, requestApproval: true }, {}, own.ada)
  assert.deepEqual([real.approvalsVoided, (await approvals()).status], [1, 'requested'])
  assert.equal((await undo(real.batchId, own.ada)).body.failed, 0)
  assert.equal((await approvals()).status, 'approved')
})
