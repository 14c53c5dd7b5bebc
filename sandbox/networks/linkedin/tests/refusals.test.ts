import { days, minutes } from '../../../core/kit/clock.ts'
import { beginVideo, enc, mp4, png, refuses, sendFile, sendVideo, urnIn } from './kit.ts'

// Each test begins with the section of the network's description that it verifies.

const json = { commentary: 'refused' }
const value = (says?: string | RegExp) => ({ status: 400, code: 'INVALID_VALUE_FOR_FIELD', ...(says ? { says } : {}) })
const absent = (field: string) => ({ status: 400, code: 'MISSING_FIELD', says: `^${field} ` })
const noPermission = { status: 403, code: 'ACCESS_DENIED', says: 'Not enough permissions' }
const tooLong = { status: 400, code: 'FIELD_LENGTH_TOO_LONG' }

refuses(
  'linkedin.md 5: no token at all, in the older shape',
  { status: 401, says: 'Empty oauth2_access_token' },
  (on) => on.call('POST', '/rest/posts', { json }),
)
refuses('linkedin.md 5: an unknown token', { status: 401, code: 'INVALID_ACCESS_TOKEN' }, (on) =>
  on.post('alice', {}, { token: 'guessed' }),
)
refuses('linkedin.md 1: a token after 60 days', { status: 401, code: 'EXPIRED_ACCESS_TOKEN' }, async (on) => {
  await on.as('alice', 'GET', '/rest/me')
  const body = await on.bodyOf('alice')
  on.later(days(60))
  return on.as('alice', 'POST', '/rest/posts', { json: body })
})
refuses('linkedin.md 5: a token that the member revoked', { status: 401, code: 'REVOKED_ACCESS_TOKEN' }, async (on) => {
  const body = await on.bodyOf('alice')
  await on.act('alice', 'revoke_access')
  return on.as('alice', 'POST', '/rest/posts', { json: body })
})
refuses(
  'linkedin.md 1: a different set of scopes revokes earlier tokens',
  { status: 401, code: 'REVOKED_ACCESS_TOKEN' },
  async (on) => {
    const body = await on.bodyOf('alice')
    await on.connect('alice', 'r_basicprofile w_member_social')
    return on.as('alice', 'POST', '/rest/posts', { json: body })
  },
)

refuses('linkedin.md 1: no version', { status: 400, code: 'VERSION_MISSING' }, (on) =>
  on.post('alice', {}, { headers: { 'linkedin-version': '' } }),
)
for (const version of ['202511', '202610', '202613', '2026-09'])
  refuses(`linkedin.md 1: the version ${version}`, { status: 426, code: 'NONEXISTENT_VERSION', says: version }, (on) =>
    on.post('alice', {}, { headers: { 'linkedin-version': version } }),
  )
refuses('linkedin.md 1: not the second protocol', { status: 400, code: 'ILLEGAL_ARGUMENT', says: 'Restli' }, (on) =>
  on.post('alice', {}, { headers: { 'x-restli-protocol-version': '' } }),
)
refuses(
  'linkedin.md 1: an unencoded URN in a path',
  { status: 400, code: 'ILLEGAL_ARGUMENT', says: 'path variables' },
  (on) => on.as('alice', 'GET', '/rest/posts/urn:li:share:1'),
)
refuses('linkedin.md 1: a twice-encoded URN in a path', { status: 400, code: 'INVALID_URN_ID' }, (on) =>
  on.as('alice', 'GET', `/rest/posts/${enc(enc('urn:li:share:1'))}`),
)
refuses(
  'linkedin.md 1: an unencoded URN in a query',
  { status: 400, code: 'ILLEGAL_ARGUMENT', says: 'query parameters' },
  (on) => on.as('alice', 'GET', '/rest/posts?q=author&author=urn:li:organization:105000010'),
)
refuses('linkedin.md 1: an unknown parameter', { status: 403, code: 'ACCESS_DENIED', says: 'PARAMETER.*limit' }, (on) =>
  on.as('alice', 'GET', '/rest/organizationAcls?q=roleAssignee&limit=5'),
)

refuses('linkedin.md 1 Scopes: a member’s post without w_member_social', noPermission, async (on) => {
  const body = await on.bodyOf('alice')
  const token = (await on.connect('alice', 'r_basicprofile')).access_token
  return on.call('POST', '/rest/posts', { token, json: body })
})
refuses(
  'linkedin.md 5: an organization’s post without w_organization_social',
  value('Organization Or Events permissions must be used when using organization as author'),
  async (on) => {
    const body = await on.bodyOf('alice-works')
    const token = (await on.connect('alice', 'r_basicprofile w_member_social')).access_token
    return on.call('POST', '/rest/posts', { token, json: body })
  },
)
refuses('linkedin.md 1 Pages: a role that may not post', noPermission, async (on) => {
  const body = await on.bodyOf('alice-works')
  await on.act('alice-works', 'weaken_role')
  return on.as('alice', 'POST', '/rest/posts', { json: body })
})
refuses('linkedin.md 1 Pages: no role any more', noPermission, async (on) => {
  const body = await on.bodyOf('alice-studio')
  await on.act('alice', 'lose_role')
  return on.as('alice', 'POST', '/rest/posts', { json: body })
})
refuses('linkedin.md 1 Pages: someone else’s organization', noPermission, async (on) =>
  on.as('alice', 'POST', '/rest/posts', { json: await on.bodyOf('bob-works') }),
)
refuses('linkedin.md 1 Identity: on behalf of another member', { status: 403, code: 'ACCESS_DENIED' }, async (on) =>
  on.as('alice', 'POST', '/rest/posts', { json: await on.bodyOf('bob') }),
)
refuses('linkedin.md 1 Identity: userinfo without openid', noPermission, async (on) => {
  return on.as('alice', 'GET', '/v2/userinfo')
})
refuses('linkedin.md 2: members cannot list their posts', noPermission, async (on) =>
  on.as('alice', 'GET', `/rest/posts?q=author&author=${enc(await on.urnOf('alice'))}`),
)
refuses('linkedin.md 2: members cannot read one of their posts', noPermission, async (on) => {
  const urn = urnIn(await on.post('alice', { commentary: 'mine' }))
  return on.as('alice', 'GET', `/rest/posts/${enc(urn)}`)
})
refuses('linkedin.md 2: members cannot read its comments', noPermission, async (on) => {
  const urn = urnIn(await on.post('alice', { commentary: 'mine' }))
  return on.as('alice', 'GET', `/rest/socialActions/${enc(urn)}/comments`)
})
refuses('linkedin.md 2 Comments: without the scope for comments', noPermission, async (on) => {
  const urn = urnIn(await on.post('alice', { commentary: 'mine' }))
  // A different set of scopes revokes the first token, so the ID is fetched first.
  const json = { actor: await on.urnOf('alice'), object: urn, message: { text: 'below' } }
  const token = (await on.connect('alice', 'r_basicprofile w_member_social')).access_token
  return on.call('POST', `/rest/socialActions/${enc(urn)}/comments`, { token, json })
})
refuses('linkedin.md 2: the state of a file, for an app that may write only for members', noPermission, async (on) => {
  const urn = await sendFile(on, 'alice', 'image', png())
  const token = (await on.connect('alice', 'w_member_social')).access_token
  return on.call('GET', `/rest/images/${enc(urn)}`, { token })
})

for (const field of ['author', 'visibility', 'distribution', 'lifecycleState'])
  refuses(`linkedin.md 2: a post without ${field}`, absent(`/${field}`), (on) =>
    on.post('alice', { [field]: undefined }),
  )
for (const [author, code] of [
  ['alice', 'INVALID_URN_ID'],
  ['urn:li:share:1', 'INVALID_URN_TYPE'],
] as const)
  refuses(`linkedin.md 5: the author ${author}`, { status: 400, code }, (on) => on.post('alice', { author }))
for (const [what, more] of [
  ['lifecycleState', { lifecycleState: 'DRAFT' }],
  ['visibility', { visibility: 'EVERYBODY' }],
  ['feedDistribution', { distribution: { feedDistribution: 'SIDE_FEED' } }],
  ['commentary', { commentary: 7 }],
] as const)
  refuses(`linkedin.md 2: an unknown ${what}`, value(), (on) => on.post('alice', more))
refuses(
  'linkedin.md 5: a field that is not known',
  { status: 403, code: 'ACCESS_DENIED', says: '/scheduledAt' },
  (on) => on.post('alice', { scheduledAt: 1 }),
)
refuses(
  'linkedin.md 2: a carousel, which is for advertisers',
  { status: 403, code: 'ACCESS_DENIED', says: '/carousel' },
  (on) => on.post('alice', { content: { carousel: { cards: [] } } }),
)
refuses('linkedin.md 3: neither text nor anything else', { status: 422, code: 'MISSING_FIELD' }, (on) =>
  on.post('alice', { commentary: '' }),
)
refuses('linkedin.md 3: 3,001 characters', tooLong, (on) =>
  on.post('alice', { commentary: `refused${'x'.repeat(2_994)}` }),
)
refuses('linkedin.md 3: an emoji counts as two', tooLong, (on) =>
  on.post('alice', { commentary: `refused${'x'.repeat(2_992)}🎉` }),
)
refuses(
  'linkedin.md 2: a duplicate within ten minutes, whose error names the first post',
  { status: 422, code: 'DUPLICATE_POST', says: /^Content is a duplicate of urn:li:share:\d+$/ },
  async (on) => {
    await on.post('alice', { commentary: 'twice' })
    on.later(minutes(10) - 1)
    return on.post('alice', { commentary: 'twice' })
  },
)

const article = { source: 'https://example.com', title: 'A page' }
refuses('linkedin.md 2: a link without a title', absent('/content/article/title'), (on) =>
  on.post('alice', { content: { article: { source: 'https://example.com' } } }),
)
refuses('linkedin.md 3: a title of 401 characters', tooLong, (on) =>
  on.post('alice', { content: { article: { ...article, title: 'x'.repeat(401) } } }),
)
refuses('linkedin.md 2: a link that is not a URL', value('source'), (on) =>
  on.post('alice', { content: { article: { ...article, source: 'example' } } }),
)
refuses('linkedin.md 2: a link with a poll', value('more than one'), (on) =>
  on.post('alice', { content: { article, poll: {} } }),
)
const options = [{ text: 'a' }, { text: 'b' }]
const settings = { duration: 'ONE_DAY' }
for (const [line, poll, wanted] of [
  ['one option', { question: 'q', options: [{ text: 'a' }], settings }, value('2 to 4')],
  ['five options', { question: 'q', options: [...options, ...options, { text: 'e' }], settings }, value('2 to 4')],
  ['a question of 141', { question: 'q'.repeat(141), options, settings }, tooLong],
  ['an option of 31', { question: 'q', options: [{ text: 'a' }, { text: 'b'.repeat(31) }], settings }, tooLong],
  ['two days', { question: 'q', options, settings: { duration: 'TWO_DAYS' } }, value('duration')],
] as const)
  refuses(`linkedin.md 2: a poll with ${line}`, wanted, (on) => on.post('alice', { content: { poll } }))

const ownerIsNotAuthor = value('is not the author')
refuses('linkedin.md 2: a file of the organization in a post of the member', ownerIsNotAuthor, async (on) => {
  const id = await sendFile(on, 'alice-works', 'image', png())
  return on.post('alice', { content: { media: { id } } })
})
refuses('linkedin.md 2: a file of the member in a post of the organization', ownerIsNotAuthor, async (on) => {
  const id = await sendFile(on, 'alice', 'image', png())
  return on.post('alice-works', { content: { media: { id } } })
})
refuses(
  'linkedin.md 5: a file that was announced but not sent',
  { status: 400, code: 'MEDIA_ASSET_WAITING_UPLOAD' },
  async (on) => {
    const { video } = (await beginVideo(on, 'alice', 80_000)).body.value
    return on.post('alice', { content: { media: { id: video } } })
  },
)
refuses(
  'linkedin.md 5: a video that is still being processed',
  { status: 400, code: 'MEDIA_ASSET_PROCESSING' },
  async (on) => {
    const id = await sendVideo(on, 'alice', mp4())
    return on.post('alice', { content: { media: { id } } })
  },
)
refuses('linkedin.md 5: an unknown file', { status: 400, code: 'INVALID_URN_ID' }, (on) =>
  on.post('alice', { content: { media: { id: 'urn:li:image:C4E' } } }),
)
refuses('linkedin.md 2: a multi-image post with one image', value('2 to 20'), async (on) => {
  const id = await sendFile(on, 'alice', 'image', png())
  return on.post('alice', { content: { multiImage: { images: [{ id }] } } })
})
refuses('linkedin.md 2: 21 images', value('2 to 20'), async (on) => {
  const id = await sendFile(on, 'alice', 'image', png())
  return on.post('alice', { content: { multiImage: { images: Array.from({ length: 21 }, () => ({ id })) } } })
})
refuses('linkedin.md 2: an image with a video', { status: 400, code: 'INVALID_URN_TYPE' }, async (on) => {
  const images = [{ id: await sendFile(on, 'alice', 'image', png()) }, { id: await sendVideo(on, 'alice', mp4()) }]
  return on.post('alice', { content: { multiImage: { images } } })
})
refuses('linkedin.md 3: an alt text of 4,087 characters', tooLong, async (on) => {
  const id = await sendFile(on, 'alice', 'image', png())
  return on.post('alice', { content: { media: { id, altText: 'x'.repeat(4_087) } } })
})
refuses('linkedin.md 2: a document without a title', absent('/content/media/title'), async (on) => {
  const id = await sendFile(on, 'alice', 'document', Buffer.from('%PDF-1.7'))
  on.later(minutes(1))
  return on.post('alice', { content: { media: { id } } })
})

refuses('linkedin.md 1: an unknown call', { status: 404, code: 'RESOURCE_NOT_FOUND' }, async (on) => {
  const reply = await on.as('alice', 'POST', '/rest/shares', { json })
  // An unknown path has no `x-li-uuid` header either.
  return { ...reply, headers: new Headers({ 'x-li-uuid': 'none' }) }
})
refuses('linkedin.md 2: deleting someone else’s post', noPermission, async (on) => {
  const urn = urnIn(await on.post('bob', { commentary: 'mine' }))
  return on.as('alice', 'DELETE', `/rest/posts/${enc(urn)}`)
})
