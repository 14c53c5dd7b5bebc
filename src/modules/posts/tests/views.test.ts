import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { request } from 'undici'
import { days } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { done, grant, refused } from '#test/world/people.ts'
import { moving, noise } from '#test/world/pictures.ts'
import { connectBoth, connectMastodon, inTime, withKey } from '#test/world/posts.ts'

/** The part of an image that a post shows, from the request to the network. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let second: string
let pixels: Buffer
let storagePath: string
let gif: string
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  w = await connectBoth(t)
  second = await connectMastodon(t, w.person, w.profileId, 'user-8001')
  pixels = await noise(90, 60).png().toBuffer()
  storagePath = await upload(pixels, 'pier.png')
  gif = await upload(await moving(40, 30, 3).gif().toBuffer(), 'waves.gif')
})
after(() => t[Symbol.asyncDispose]())

const upload = async (file: Buffer, fileName: string): Promise<string> =>
  done(await w.ada.upload('/v1/media/upload', { file, fileName, fields: { profileId: w.profileId } })).body.storagePath

const left = { crop: [0, 0, 0.5, 1], rotate: 0, fit: 'crop' }
const square = { crop: [0, -0.25, 1, 1.5], rotate: 0, fit: 'pad', ground: '#ffffff' }

let count = 0
function draft(view: object | undefined, more: object = {}) {
  count += 1
  const media = [{ storagePath, altText: 'The pier', ...(view ? { view } : {}) }]
  return { profileId: w.profileId, content: `view ${count}`, platforms: ['mastodon'], media, ...more }
}
const save = async (body: object) => done(await w.ada.post('/v1/posts', { saveAsDraft: true, ...body }), 201).body
const validate = async (body: object) => done(await w.ada.post('/v1/posts/validate', body)).body

/** The size of the image in each post with this text, by account. */
async function published(text: string): Promise<Record<string, { width: number; height: number; bytes: Buffer }>> {
  const found: Record<string, { width: number; height: number; bytes: Buffer }> = {}
  for (const entry of t.sandbox.ledger.entries({}).filter((one) => one.text === text)) {
    const { body } = await request(entry.media[0]?.url ?? assert.fail('a post with an image'))
    const bytes = Buffer.from(await body.arrayBuffer())
    const { width, height } = await sharp(bytes).metadata()
    found[entry.account] = { width, height, bytes }
  }
  return found
}

const rawOf = (file: Buffer): Promise<Buffer> => sharp(file).raw().toBuffer()

test('two accounts of one network publish one image with different views, and the file stays whole', async () => {
  const other = { platform: 'mastodon', accountId: second, media: [{ storagePath, altText: 'The pier', view: square }] }
  const body = draft(left, { platforms: [{ platform: 'mastodon', accountId: w.mastodon }, other] })
  done(await w.ada.post('/v1/posts', body), 201)
  await t.settle()
  const shown = await published(body.content)
  const sizes = Object.fromEntries(
    Object.entries(shown).map(([account, { width, height }]) => [account, [width, height]]),
  )
  assert.deepEqual(sizes, { [w.login]: [45, 60], 'user-8001': [90, 90] })
  const wanted = await sharp(pixels).extract({ left: 0, top: 0, width: 45, height: 60 }).raw().toBuffer()
  assert.ok((await rawOf(shown[w.login]?.bytes ?? assert.fail())).equals(wanted))
  const { media } = done(await w.ada.get(`/v1/media?storagePath=${storagePath}`)).body
  assert.deepEqual([media[0].width, media[0].height], [90, 60])
})

test('a post returns the view of each file in full, and a view of the whole image is none', async () => {
  const { media } = await save(draft({ crop: [0, 0, 0.5, 1] }))
  assert.deepEqual(media[0].view, left)
  assert.deepEqual((await save(draft({ crop: [0, -0.25, 1, 1.5], fit: 'pad' }))).media[0].view, square)
  assert.deepEqual((await save(draft({ rotate: 90 }))).media[0].view, { crop: [0, 0, 1, 1], rotate: 90, fit: 'crop' })
  for (const whole of [{}, { crop: [0, 0, 1, 1], rotate: 0, fit: 'crop' }])
    assert.equal('view' in (await save(draft(whole))).media[0], false)
})

test('400: a frame outside the image, an unknown turn and a ground without padding are refused at their fields', async () => {
  const faulty: readonly (readonly [object, string])[] = [
    [{ crop: [0.6, 0, 0.5, 1] }, 'crop'],
    [{ crop: [0, 0, 0, 1] }, 'crop'],
    [{ crop: [0, 0, 1] }, 'crop'],
    [{ crop: [0, 0, 20, 1], fit: 'pad' }, 'crop'],
    [{ crop: [1.5, 0, 1, 1], fit: 'pad' }, 'crop'],
    [{ rotate: 45 }, 'rotate'],
    [{ ground: '#ffffff' }, 'ground'],
    [{ fit: 'pad', crop: [0, 0, 1, 2], ground: 'red' }, 'ground'],
  ]
  for (const [view, field] of faulty) {
    const { status, body } = await w.ada.post('/v1/posts', { saveAsDraft: true, ...draft(view) })
    assert.equal(status, 400, JSON.stringify(view))
    assert.ok(
      body.errors[0].path.startsWith(`/media/0/view/${field}`),
      `${JSON.stringify(view)} ${body.errors[0].path}`,
    )
  }
})

test('400 view_not_supported: an animation with a view is refused, and nothing is stored', async () => {
  const media = [{ storagePath: gif, altText: 'Waves', view: left }]
  const answer = await w.ada.post('/v1/posts', { ...draft(left), media, saveAsDraft: true })
  assert.equal(answer.status, 400)
  assert.deepEqual(
    answer.body.errors.map(({ code, path }: { code: string; path: string }) => [code, path]),
    [['view_not_supported', '/media/0/view']],
  )
  const { id } = await save(draft(undefined))
  refused(await w.ada.patch(`/v1/posts/${id}`, { media }), 400, 'validation_failed')
  assert.deepEqual((await w.ada.get(`/v1/posts/${id}`)).body.media[0].storagePath, storagePath)
})

test('the check plans a view, and reports a part that is too narrow or has the wrong shape', async () => {
  const { accountId } = done(await connectHeadless(t, w.ada, 'instagram', w.profileId, { login: 'user-8002' })).body
  const large = await upload(await noise(900, 600).jpeg().toBuffer(), 'large.jpg')
  const check = async (view: object) => {
    const platforms = [{ platform: 'instagram', accountId }]
    const { errors, perPlatformPlan } = await validate({
      ...draft(view, { platforms }),
      media: [{ storagePath: large, altText: 'The pier', view }],
    })
    const [plan] = Object.values(perPlatformPlan) as { media: { width: number; height: number; action: string }[] }[]
    const codes = errors.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`)
    return { codes, media: plan?.media[0] }
  }
  const fine = await check({ crop: [0.1, 0, 0.533, 1] })
  assert.deepEqual(fine.codes, [])
  assert.deepEqual([fine.media?.action, fine.media?.width, fine.media?.height], ['resize', 480, 600])
  const padded = await check({ crop: [0, -0.25, 1, 1.5], fit: 'pad', ground: 'blur' })
  assert.deepEqual([padded.codes, padded.media?.width, padded.media?.height], [[], 900, 900])
  assert.deepEqual((await check({ crop: [0, 0, 0.3, 0.5] })).codes, ['view_too_small /media/0/view/crop'])
  assert.deepEqual((await check({ crop: [0, 0, 1, 0.5] })).codes, ['image_cannot_be_fitted /media/0'])
})

test('an approval covers the view: another part of the image has to be approved again', async () => {
  const boss = await t.as('views-boss')
  await grant(w.person, w.profileId, boss, 'admin')
  const reader = await withKey(t, boss, ['posts:read', 'posts:write', 'posts:publish'])
  done(await w.ada.patch(`/v1/profiles/${w.profileId}`, { requiredApprovals: 1, approverRole: 'admin' }))
  try {
    const body = draft(left, { scheduledAt: inTime(t, days(2)) })
    const { id } = done(await w.ada.post('/v1/posts', body), 201).body
    const read = async () => done(await reader.get(`/v1/posts/${id}/approvals`)).body
    const { contentHash } = await read()
    assert.equal(done(await reader.post(`/v1/posts/${id}/approve`, { contentHash })).body.status, 'approved')
    for (const view of [square, { ...left, rotate: 90 }, undefined]) {
      done(await w.ada.patch(`/v1/posts/${id}`, { media: draft(view).media }))
      assert.equal((await read()).status, 'needed', JSON.stringify(view))
    }
    done(await w.ada.patch(`/v1/posts/${id}`, { media: body.media }))
    assert.equal((await read()).contentHash, contentHash)
  } finally {
    done(await w.ada.patch(`/v1/profiles/${w.profileId}`, { requiredApprovals: 0 }))
  }
})

test('a duplicate, a template and an export keep the views, and importing the export stores them again', async () => {
  const platforms = [{ platform: 'mastodon', media: [{ storagePath, altText: 'The pier', view: square }] }]
  const { id } = await save(draft(left, { platforms }))
  const copy = done(await w.ada.post(`/v1/posts/${id}/duplicate`, {}), 201).body
  const views = (post: { media: { view: object }[]; targets: { overrides: { media: { view: object }[] } }[] }) => [
    post.media[0]?.view,
    post.targets[0]?.overrides.media[0]?.view,
  ]
  assert.deepEqual(views(copy), [left, square])
  const template = done(await w.ada.post(`/v1/posts/${id}/template`, { name: 'Pier' }), 201).body
  assert.deepEqual(template.post.media[0].view, left)
  const csv = await w.ada.get(`/v1/posts/export?profileId=${w.profileId}&status=draft`)
  const [head = '', ...lines] = csv.text.split('\r\n')
  const line = lines.find((one) => one.includes(copy.id)) ?? assert.fail('the copy is exported')
  const made = await w.ada.call(
    'POST',
    `/v1/posts/import?profileId=${w.profileId}`,
    Buffer.from(`${head}\r\n${line.replace(copy.id, '')}`),
    {
      headers: { 'content-type': 'text/csv' },
    },
  )
  assert.equal(made.status, 201, made.text)
  const again = (await w.ada.get(`/v1/posts/${made.body.rows[0].postId}`)).body
  assert.deepEqual(views(again), [left, square])
})

test('lists, the share page and the report of what was sent show the part of the image, not the whole', async () => {
  const body = draft(left)
  const { id } = done(await w.ada.post('/v1/posts', body), 201).body
  await t.settle()
  const sizeOf = async (url: string) => {
    const { bytes, status } = await t.anyone.get(url.slice(t.config.publicUrl.length))
    assert.equal(status, 200)
    const { width, height } = await sharp(bytes).metadata()
    return [width, height]
  }
  const [summary] = done(
    await w.ada.get(`/v1/posts/summaries?profileId=${w.profileId}&status=published`),
  ).body.posts.filter((one: { id: string }) => one.id === id)
  assert.deepEqual(await sizeOf(summary.thumbnailUrl), [45, 60])
  assert.deepEqual(await sizeOf(summary.thumbnail), [45, 60])
  const [walk] = done(await w.ada.get(`/v1/posts/${id}/publications`)).body
  assert.deepEqual(walk.sent.parts[0].media[0].view, left)
  const [sent] = walk.sent.parts[0].media
  assert.deepEqual([sent.width, sent.height, await sizeOf(sent.url)], [45, 60, [45, 60]])
  const link = done(await w.ada.post(`/v1/posts/${id}/share-link`, {}), 201).body
  const [target] = done(await t.anyone.get(`/v1/share/p/${link.token}`)).body.targets
  const [file] = target.parts[0].media
  assert.deepEqual([file.width, file.height, await sizeOf(file.url)], [45, 60, [45, 60]])
})
