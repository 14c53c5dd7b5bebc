import { forbidden, idOf, invalid, refused, refuses } from './kit.ts'

// Each test's name begins with the section of the network's description that it verifies.

refuses('x.md 6: an unknown token', { status: 401, says: 'Unauthorized', type: 'about:blank' }, (on) =>
  on.call('POST', '/2/tweets', { token: 'guessed', json: refused }),
)
refuses('x.md 6: no token at all', { status: 401, says: 'Unauthorized' }, (on) =>
  on.call('POST', '/2/tweets', { json: refused }),
)
refuses('x.md 1 Scopes: a post without tweet.write', forbidden('Forbidden'), async (on) => {
  const { access: token } = await on.connect('alice', 'tweet.read users.read media.write')
  return on.call('POST', '/2/tweets', { token, json: refused })
})
refuses('x.md 1 Scopes: an upload without media.write', forbidden('Forbidden'), async (on) => {
  const { access: token } = await on.connect('alice', 'tweet.read tweet.write users.read')
  const json = { media_type: 'image/png', total_bytes: 1, media_category: 'tweet_image' }
  return on.call('POST', '/2/media/upload/initialize', { token, json })
})
refuses(
  'x.md 6: a suspended account',
  {
    status: 403,
    says: 'Your account is suspended and is not permitted to access this feature.',
    type: 'https://api.x.com/2/problems/user-suspended',
  },
  async (on) => {
    await on.post('alice', { text: 'before' })
    await on.act('alice', 'suspend')
    return on.post('alice', refused)
  },
)
refuses(
  'x.md 6: a locked account, reported with a code of the old API',
  { status: 403, says: /temporarily locked/ },
  async (on) => {
    await on.post('alice', { text: 'before' })
    await on.act('alice', 'lock')
    return on.post('alice', refused)
  },
)
refuses(
  'x.md 2: used-up credits',
  { status: 402, says: /does not have any credits/, type: 'https://api.x.com/2/problems/credits' },
  async (on) => {
    await on.act('bob', 'run_out_of_credits')
    return on.post('alice', refused)
  },
)
refuses(
  'x.md 6: the monthly cap',
  {
    status: 429,
    says: 'Usage cap exceeded: Monthly product cap',
    type: 'https://api.x.com/2/problems/usage-capped',
  },
  async (on) => {
    await on.act('bob', 'cap_usage')
    return on.post('alice', refused)
  },
)
refuses(
  'x.md 6: an app without a project',
  { status: 403, says: /attached to a Project/, type: 'https://api.x.com/2/problems/client-forbidden' },
  async (on) => {
    await on.act('bob', 'unenroll_app')
    return on.post('alice', refused)
  },
)

const notInSchema = 'is not defined in the schema and the schema does not allow additional properties'
refuses('x.md 3 Create: an unknown key', invalid(`$.link: ${notInSchema}`), (on) =>
  on.post('alice', { ...refused, link: 'https://example.com' }),
)
refuses('x.md 3 Create: an unknown key within media', invalid(`$.media.alt: ${notInSchema}`), (on) =>
  on.post('alice', { ...refused, media: { media_ids: ['1'], alt: 'x' } }),
)
refuses('x.md 3 Create: IDs as numbers', invalid('$.media.media_ids[0]: integer found, string expected'), (on) =>
  on.post('alice', { ...refused, media: { media_ids: [1] } }),
)
refuses('x.md 6: five files', invalid('$.media.media_ids: there must be a maximum of 4 items in the array'), (on) =>
  on.post('alice', { ...refused, media: { media_ids: ['1', '2', '3', '4', '5'] } }),
)
refuses('x.md 3 Create: neither text nor file', invalid(/`text` or `media` is required/), (on) =>
  on.post('alice', { text: ' \n' }),
)
refuses('x.md 3 Create: invalid reply settings', invalid(/^\$\.reply_settings: does not have a value/), (on) =>
  on.post('alice', { ...refused, reply_settings: 'everyone' }),
)
for (const [line, poll, says] of [
  [
    'one option',
    { options: ['a'], duration_minutes: 60 },
    '$.poll.options: there must be a minimum of 2 items in the array',
  ],
  [
    '26 characters',
    { options: ['a', 'b'.repeat(26)], duration_minutes: 60 },
    '$.poll.options[1]: may only be 25 characters long',
  ],
  [
    '4 minutes',
    { options: ['a', 'b'], duration_minutes: 4 },
    '$.poll.duration_minutes: must have a minimum value of 5',
  ],
  [
    '8 days',
    { options: ['a', 'b'], duration_minutes: 11_520 },
    '$.poll.duration_minutes: must have a maximum value of 10080',
  ],
  ['no duration', { options: ['a', 'b'] }, '$.poll.duration_minutes: is missing but it is required'],
] as const)
  refuses(`x.md 4: a poll with ${line}`, invalid(says), (on) => on.post('alice', { ...refused, poll }))
refuses('x.md 3 Create: a poll with a file', invalid('Only one of [media, poll] may be given'), (on) =>
  on.post('alice', { ...refused, media: { media_ids: ['1'] }, poll: { options: ['a', 'b'], duration_minutes: 60 } }),
)
refuses('x.md 2: a quote by an app of this kind', forbidden('You are not permitted to perform this action.'), (on) =>
  on.post('alice', { ...refused, quote_tweet_id: '1' }),
)

const noFeature = forbidden('Your account is not permitted to access this feature')
refuses('x.md 4: 281 characters without Premium', noFeature, (on) =>
  on.post('alice', { text: `refused${'x'.repeat(274)}` }),
)
refuses('x.md 4: an emoji of a whole family weighs two', noFeature, (on) =>
  on.post('alice', { text: `refused${'👩‍👩‍👧‍👦'.repeat(137)}` }),
)
refuses('x.md 4: a link weighs 23, with or without its scheme', noFeature, (on) =>
  on.post('alice', { text: `refused foo.dev https://a.io ${'x'.repeat(226)}` }),
)
refuses('x.md 4: more than the limit with Premium', { status: 400, says: /too long/ }, (on) =>
  on.post('carla', { text: 'x'.repeat(25_001) }),
)
refuses('x.md 4: an invalid character', invalid('The Tweet contains invalid characters.'), (on) =>
  on.post('alice', { text: 'refused \ufeff' }),
)
refuses('x.md 6: a link that is too long', { status: 400, says: 'The Tweet contains an invalid URL.' }, (on) =>
  on.post('carla', { text: `refused https://example.com/${'x'.repeat(4_096)}` }),
)
refuses('x.md 2: two cashtags', forbidden('Posts may contain a maximum of one cashtag.'), (on) =>
  on.post('alice', { text: 'refused $ACME $SHIP' }),
)
refuses(
  'x.md 2: mentions if the limit is not relaxed',
  forbidden('Creating posts with @mentions is not allowed for your access package'),
  async (on) => {
    await on.settings({ mentionsAllowed: false })
    return on.post('alice', { text: 'refused @bob' })
  },
)
refuses(
  'x.md 3: the same text again',
  forbidden('You are not allowed to create a Tweet with duplicate content.'),
  async (on) => {
    await on.post('alice', { text: 'twice' })
    return on.post('alice', { text: 'twice' })
  },
)
refuses(
  'x.md 2: an unsolicited reply',
  forbidden(
    'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
  ),
  async (on) => {
    const id = await idOf(on.post('bob', { text: 'mine' }))
    on.later(4_000)
    return on.post('alice', { ...refused, reply: { in_reply_to_tweet_id: id } })
  },
)
refuses(
  'x.md 3: a reply to a post that was just created',
  forbidden('You attempted to reply to a Tweet that is deleted or not visible to you.'),
  async (on) => {
    const id = await idOf(on.post('alice', { text: 'a moment ago' }))
    on.later(3_999)
    return on.post('alice', { ...refused, reply: { in_reply_to_tweet_id: id } })
  },
)
refuses(
  'x.md 3: a reply to a missing post',
  forbidden('You attempted to reply to a Tweet that is deleted or not visible to you.'),
  (on) => on.post('alice', { ...refused, reply: { in_reply_to_tweet_id: '1' } }),
)
refuses('x.md 3 Delete: someone else’s post', forbidden('You are not authorized to delete this Tweet.'), async (on) => {
  const id = await idOf(on.post('bob', { text: 'mine' }))
  return on.as('alice', 'DELETE', `/2/tweets/${id}`)
})

refuses('x.md 5: 101 IDs', invalid(/is not between 1 and 100/), (on) =>
  on.as('alice', 'GET', `/2/tweets?ids=${'1,'.repeat(101)}`),
)
refuses('x.md 5: an unknown field', invalid(/^The `tweet.fields` query parameter value \[likes\]/), (on) =>
  on.as('alice', 'GET', '/2/tweets?ids=1&tweet.fields=likes'),
)
refuses('x.md 3: fewer than five posts of a timeline', invalid(/is not between 5 and 100/), async (on) => {
  const me = await on.as('alice', 'GET', '/2/users/me')
  return on.as('alice', 'GET', `/2/users/${me.body.data.id}/tweets?max_results=4`)
})
refuses('x.md 2 Usage: on behalf of a person', { status: 403, says: /OAuth 2.0 User Context is forbidden/ }, (on) =>
  on.as('alice', 'GET', '/2/usage/tweets'),
)
refuses('x.md 6: an unknown call', { status: 404, says: 'Not Found' }, (on) => on.as('alice', 'POST', '/2/tweets/all'))
refuses('x.md 6: a body that is not JSON', invalid('Requests body has invalid schema'), async (on) => {
  const { access } = await on.connect()
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' }
  const answer = await fetch(`${on.base}/2/tweets`, { method: 'POST', headers, body: '{"text":"refused' })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
})
