import { days } from '../../../core/kit/clock.ts'
import { beginVideo, enc, mp4, png, refuses, sendParts, urnIn } from './kit.ts'

// Rejections of uploads, comments, metrics and calls over a limit.

const value = (says?: string | RegExp) => ({ status: 400, code: 'INVALID_VALUE_FOR_FIELD', ...(says ? { says } : {}) })
const noPermission = { status: 403, code: 'ACCESS_DENIED', says: 'Not enough permissions' }

refuses('linkedin.md 2: an upload for someone else’s organization', noPermission, async (on) => {
  const json = { initializeUploadRequest: { owner: await on.urnOf('bob-works') } }
  return on.as('alice', 'POST', '/rest/images?action=initializeUpload', { json })
})
refuses('linkedin.md 2: an upload without an action', { status: 400, code: 'ILLEGAL_ARGUMENT' }, async (on) => {
  const json = { initializeUploadRequest: { owner: await on.urnOf('alice') } }
  return on.as('alice', 'POST', '/rest/documents', { json })
})
const image = async (on: Parameters<Parameters<typeof refuses>[2]>[0]): Promise<string> => {
  const json = { initializeUploadRequest: { owner: await on.urnOf('alice') } }
  return (await on.as('alice', 'POST', '/rest/images?action=initializeUpload', { json })).body.value.uploadUrl
}
const marked = { 'x-li-uuid': 'none' }
const unmarked = async <R extends object>(reply: Promise<R>) => ({ ...(await reply), headers: new Headers(marked) })
refuses('linkedin.md 2: an image without the token', { status: 401, says: 'Empty' }, async (on) =>
  unmarked(on.call('PUT', await image(on), { bytes: png() })),
)
refuses('linkedin.md 2: an image with someone else’s token', noPermission, async (on) =>
  unmarked(on.as('bob', 'PUT', await image(on), { bytes: png() })),
)
refuses(
  'linkedin.md 5: an upload URL from the previous day',
  { status: 400, code: 'EXPIRED_UPLOAD_URL' },
  async (on) => {
    const to = await image(on)
    on.later(days(1))
    return unmarked(on.as('alice', 'PUT', to, { bytes: png() }))
  },
)
for (const size of [74_999, 524_288_001])
  refuses(`linkedin.md 3: a video of ${size} bytes`, value('fileSizeBytes'), (on) => beginVideo(on, 'alice', size))
for (const [line, more] of [
  ['another token', { uploadToken: 'other' }],
  ['no tags', { uploadedPartIds: ['x'] }],
] as const)
  refuses(`linkedin.md 2: the end of a video with ${line}`, value(), async (on) =>
    (await sendParts(on, 'alice', mp4())).end(more),
  )
refuses('linkedin.md 2: tags in another order', value('uploadedPartIds'), async (on) => {
  await on.settings({ partBytes: 40_000 })
  const { value: begun } = (await beginVideo(on, 'alice', 80_000)).body
  const uploadedPartIds: string[] = []
  for (const { uploadUrl, firstByte, lastByte } of begun.uploadInstructions) {
    const { headers } = await on.call('PUT', uploadUrl, { bytes: mp4().subarray(firstByte, lastByte + 1) })
    uploadedPartIds.unshift((headers.get('etag') ?? '').slice(1, -1))
  }
  const { video, uploadToken } = begun
  const json = { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } }
  return on.as('alice', 'POST', '/rest/videos?action=finalizeUpload', { json })
})

refuses('linkedin.md 2 Comments: 1,251 characters', { status: 400, code: 'FIELD_LENGTH_TOO_LONG' }, async (on) => {
  const urn = urnIn(await on.post('alice', { commentary: 'mine' }))
  const json = { actor: await on.urnOf('alice'), object: urn, message: { text: `refused${'x'.repeat(1_244)}` } }
  return on.as('alice', 'POST', `/rest/socialActions/${enc(urn)}/comments`, { json })
})
refuses('linkedin.md 2 Comments: the object is another post', value('/object'), async (on) => {
  const one = urnIn(await on.post('alice', { commentary: 'one' }))
  const two = urnIn(await on.post('alice', { commentary: 'two' }))
  const json = { actor: await on.urnOf('alice'), object: two, message: { text: 'refused' } }
  return on.as('alice', 'POST', `/rest/socialActions/${enc(one)}/comments`, { json })
})
refuses(
  'linkedin.md 2 Comments: a post that is too new',
  { status: 404, code: 'NOT_FOUND', says: 'Unable to obtain activity' },
  async (on) => {
    await on.settings({ activityLagMs: 3_000 })
    const urn = urnIn(await on.post('alice', { commentary: 'mine' }))
    const json = { actor: await on.urnOf('alice'), object: urn, message: { text: 'refused' } }
    return on.as('alice', 'POST', `/rest/socialActions/${enc(urn)}/comments`, { json })
  },
)

const figures = (entity: string, urn: string) =>
  `/rest/organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${enc(entity)}&shares=List(${enc(urn)})`
refuses('linkedin.md 4: metrics for a member who is not an administrator', noPermission, async (on) => {
  const urn = urnIn(await on.post('alice-studio', { commentary: 'ours' }))
  return on.as('alice', 'GET', figures(await on.urnOf('alice-studio'), urn))
})
refuses(
  'linkedin.md 4: metrics of a post by another author',
  { status: 403, code: 'ACCESS_DENIED', says: /Unpermitted fields present in PARAMETER.*\[\/shares\[0\]\]/ },
  async (on) => {
    const urn = urnIn(await on.post('alice', { commentary: 'mine' }))
    return on.as('alice', 'GET', figures(await on.urnOf('alice-works'), urn))
  },
)
refuses('linkedin.md 4: a ugcPost among shares', { status: 400, code: 'INVALID_URN_TYPE' }, async (on) =>
  on.as('alice', 'GET', figures(await on.urnOf('alice-works'), 'urn:li:ugcPost:1')),
)
const analytics = (urn: string, more: string) =>
  `/rest/memberCreatorPostAnalytics?q=entity&entity=(share:${enc(urn)})&aggregation=TOTAL&queryType=${more}`
refuses('linkedin.md 4: a member’s metrics without r_member_postAnalytics', noPermission, async (on) => {
  const token = (await on.connect('alice', 'w_member_social')).access_token
  return on.call('GET', analytics('urn:li:share:1', 'IMPRESSION'), { token })
})
refuses('linkedin.md 4: a metric that is newer than the version', value('POST_SAVE'), async (on) => {
  const urn = urnIn(await on.post('alice', { commentary: 'mine' }))
  return on.as('alice', 'GET', analytics(urn, 'POST_SAVE'), { headers: { 'linkedin-version': '202603' } })
})

const throttled = { status: 429, code: 'TOO_MANY_REQUESTS', says: 'DAY limit' }
refuses('linkedin.md 5: more calls than a member may make per day', throttled, async (on) => {
  await on.settings({ rateLimits: true, memberDayLimit: 2 })
  for (const commentary of ['one', 'two']) urnIn(await on.post('alice-works', { commentary }))
  return on.as('alice', 'POST', '/rest/posts', { json: {} })
})
refuses('linkedin.md 5: more calls than the app may make per day', throttled, async (on) => {
  await on.settings({ rateLimits: true, appDayLimit: 2 })
  for (const name of ['alice', 'bob']) urnIn(await on.post(name, { commentary: 'one' }))
  return on.as('carla', 'POST', '/rest/posts', { json: {} })
})
refuses('linkedin.md 5: in the first tier a member has 100 calls of any kind', throttled, async (on) => {
  await on.settings({ rateLimits: true, tier: 'development' })
  for (let nr = 0; nr < 100; nr += 1) await on.as('alice', 'GET', '/rest/me')
  return on.as('alice', 'POST', '/rest/posts', { json: {} })
})
