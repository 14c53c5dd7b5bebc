import assert from 'node:assert/strict'
import { test } from 'node:test'
import { days, hours, minutes } from '../../../core/kit/clock.ts'
import { enc, png, sendFile, startLinkedin, urnIn } from './kit.ts'

// "linkedin.md 2" and the like are the section of the network's description that a test verifies.

test('linkedin.md 2: the response to a post is only a header with its ID, and the post’s link works', async () => {
  await using on = await startLinkedin()
  for (const name of ['alice', 'alice-works', 'bob-studio']) {
    const reply = await on.post(name, { commentary: `Hello from ${name.replace('-', ' ')}` })
    const urn = urnIn(reply)
    assert.match(urn, /^urn:li:share:\d{19}$/)
    assert.equal(reply.body, '')
    assert.deepEqual(
      on.seen(name).map((one) => [one.id, one.kind, one.text]),
      [[urn, 'post', `Hello from ${name.replace('-', ' ')}`]],
    )
    const page = await on.call('GET', `/feed/update/${urn}/`)
    assert.equal(page.headers.get('location'), `${on.sandbox.url}/feed/linkedin/${name}#${urn}`)
  }
  assert.match(await (await fetch(`${on.sandbox.url}/feed/linkedin`)).text(), /Hello from alice works/)
})

test('linkedin.md 3 Little text: escaped text is complete, with hashtags and people; unescaped text is silently cut off', async () => {
  await using on = await startLinkedin()
  const works = await on.urnOf('alice-works')
  const texts: readonly (readonly [string, string])[] = [
    ['1 \\| \\{\\} \\@ \\[\\] \\(\\) \\<\\> \\# \\* \\_ \\~ \\\\', '1 | {} @ [] () <> # * _ ~ \\'],
    ['2 #harbour, {hashtag|\\#|low\\_tide} and #b\\_c', '2 #harbour, #low_tide and #b_c'],
    [`3 by @[Alice Works](${works}) and @[alice works](${works})`, '3 by Alice Works and alice works'],
    ['4 see https://example.com/a\\_b?c=1&d=2', '4 see https://example.com/a_b?c=1&d=2'],
    ['5 price (with tax)', '5 price '],
    ['6 snake_case', '6 snake'],
    ['7 #low_tide', '7 #low'],
    ['8 C# is', '8 C'],
    ['9 a\\b', '9 a'],
    ['10 @alice', '10 '],
  ]
  for (const [commentary, seen] of texts) {
    const urn = urnIn(await on.post('alice-works', { commentary }))
    assert.equal(on.seen('alice-works').at(-1)?.text, seen)
    const { body } = await on.as('alice', 'GET', `/rest/posts/${enc(urn)}`)
    assert.equal(commentary.startsWith(body.commentary), true)
  }
  const page = await (await fetch(`${on.sandbox.url}/feed/linkedin/alice-works`)).text()
  // A mention is a link only if the name is written exactly.
  assert.equal(page.match(/company\/alice-works/g)?.length, 1)
  await on.settings({ hashtagsAsTemplates: true })
  const urn = urnIn(await on.post('alice-works', { commentary: 'as #template' }))
  assert.equal((await on.as('alice', 'GET', `/rest/posts/${enc(urn)}`)).body.commentary, 'as {hashtag|\\#|template}')
})

test('linkedin.md 3: the visible text may have 3,000 characters, however many are sent; with countsEscapes, all are counted', async () => {
  await using on = await startLinkedin()
  urnIn(await on.post('alice', { commentary: '\\_'.repeat(3_000) }))
  urnIn(await on.post('alice', { commentary: `${'x'.repeat(2_998)}🎉` }))
  await on.settings({ countsUtf16: false })
  urnIn(await on.post('alice', { commentary: '🎉'.repeat(3_000) }))
  await on.settings({ countsEscapes: true })
  assert.equal((await on.post('alice', { commentary: '\\_'.repeat(1_501) })).body.code, 'FIELD_LENGTH_TOO_LONG')
})

test('linkedin.md 2: the error for a repeat names the first post, for ten minutes, for the same author, unless it was deleted', async () => {
  await using on = await startLinkedin()
  const urn = urnIn(await on.post('alice', { commentary: 'twice' }))
  const again = await on.post('alice', { commentary: 'twice' })
  assert.deepEqual([again.status, again.body.message], [422, `Content is a duplicate of ${urn}`])
  urnIn(await on.post('alice-works', { commentary: 'twice' }))
  const article = { source: 'https://example.com', title: 'x' }
  urnIn(await on.post('alice', { commentary: 'twice', content: { article } }))
  await on.settings({ duplicateBy: 'text', duplicateStatus: 400 })
  urnIn(await on.post('alice', { commentary: 'thrice' }))
  assert.equal((await on.post('alice', { commentary: 'thrice', content: { article } })).status, 400)
  await on.act('alice', 'delete_latest')
  urnIn(await on.post('alice', { commentary: 'thrice' }))
  on.later(minutes(10))
  urnIn(await on.post('alice', { commentary: 'thrice' }))
  assert.match(JSON.stringify(on.sandbox.network('linkedin').state()), /"refusedDuplicates":2\b/)
})

test('linkedin.md 2: after a lost response, a post is found by repeating it, and an organization’s post also in its list', async () => {
  await using on = await startLinkedin()
  for (const name of ['alice', 'alice-works']) {
    await on.fault({ kind: 'drop_after', account: name, call: 'createPost', times: 1 })
    await assert.rejects(on.post(name, { commentary: 'lost' }))
    const [entry] = on.seen(name)
    const again = await on.post(name, { commentary: 'lost' })
    assert.equal(again.body.message, `Content is a duplicate of ${entry?.id}`)
    assert.equal(on.seen(name).length, 1)
  }
})

test('linkedin.md 2: an organization’s posts are listed newest first, in pages, and may lag behind', async () => {
  await using on = await startLinkedin()
  const urns: string[] = []
  for (let nr = 0; nr < 4; nr += 1) {
    urns.unshift(urnIn(await on.post('alice-works', { commentary: `no\\_${nr}` })))
    on.later(minutes(1))
  }
  const author = enc(await on.urnOf('alice-works'))
  const list = async (more: string) =>
    (await on.as('alice', 'GET', `/rest/posts?q=author&author=${author}${more}`)).body.elements
  const idsIn = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  const [first] = await list('&count=3')
  assert.deepEqual([first.commentary, first.publishedAt], ['no\\_3', on.sandbox.clock.ms() - minutes(1)])
  assert.deepEqual(idsIn(await list('&count=3')), urns.slice(0, 3))
  assert.deepEqual(idsIn(await list('&count=3&start=3')), urns.slice(3))
  const json = { patch: { $set: { commentary: 'edited' } } }
  const path = `/rest/posts/${enc(urns[3] ?? '')}`
  const edited = await on.as('alice', 'POST', path, { json, headers: { 'x-restli-method': 'PARTIAL_UPDATE' } })
  assert.equal(edited.status, 204)
  assert.equal((await list('&sortBy=LAST_MODIFIED'))[0].commentary, 'edited')
  assert.deepEqual(idsIn(await list('&sortBy=CREATED')), urns)
  await on.settings({ listingLagMs: minutes(2) })
  assert.deepEqual(idsIn(await list('&sortBy=CREATED')), urns.slice(1))
})

test('linkedin.md 2: deleting a post removes it, and deleting it again succeeds', async () => {
  await using on = await startLinkedin()
  const urn = urnIn(await on.post('alice', { commentary: 'soon gone' }))
  for (let nr = 0; nr < 2; nr += 1)
    assert.equal((await on.as('alice', 'DELETE', `/rest/posts/${enc(urn)}`)).status, 204)
  assert.deepEqual(
    on.seen('alice').map(({ kind }) => kind),
    ['post', 'delete'],
  )
  assert.equal((await on.call('GET', `/feed/update/${urn}/`)).status, 404)
})

test('linkedin.md 2: links with an image, polls, and reshares are accepted', async () => {
  await using on = await startLinkedin()
  const thumbnail = await sendFile(on, 'alice', 'image', png())
  const article = { source: 'https://example.com/a', title: 'A page', description: 'About it', thumbnail }
  const urn = urnIn(await on.post('alice', { commentary: 'look', content: { article } }))
  assert.deepEqual(on.seen('alice')[0]?.media, [
    { kind: 'link', mime: null, bytes: null, sha256: null, alt: 'A page', url: 'https://example.com/a' },
  ])
  const poll = { question: 'High?', options: [{ text: 'yes' }, { text: 'no' }], settings: { duration: 'ONE_DAY' } }
  urnIn(await on.post('alice', { commentary: 'tide', content: { poll } }))
  urnIn(await on.post('alice-works', { commentary: '', reshareContext: { parent: urn } }))
  const page = await (await fetch(`${on.sandbox.url}/feed/linkedin`)).text()
  for (const shown of ['About it', 'High?', '<li>no</li>', '<br>look</blockquote>'])
    assert.ok(page.includes(shown), shown)
})

test('linkedin.md 2 Comments: members and organizations can comment on posts and on comments', async () => {
  await using on = await startLinkedin()
  const urn = urnIn(await on.post('alice-works', { commentary: 'post' }))
  const say = async (name: string, text: string, more: object = {}, at = urn) =>
    on.as('alice', 'POST', `/rest/socialActions/${enc(at)}/comments`, {
      json: { actor: await on.urnOf(name), object: urn, message: { text }, ...more },
    })
  const first = await say('alice-works', 'first (a_b) #x')
  const { id, commentUrn } = first.body
  assert.deepEqual([first.status, first.headers.get('x-restli-id')], [201, id])
  assert.match(commentUrn, new RegExp(`^urn:li:comment:\\(urn:li:activity:\\d+,${id}\\)$`))
  assert.equal((await say('alice', 'under it', { parentComment: commentUrn })).status, 201)
  assert.equal((await say('alice', 'too', {}, commentUrn)).status, 201)
  assert.deepEqual(
    on
      .seen('alice-works')
      .concat(on.seen('alice'))
      .map((one) => [one.kind, one.text, one.replyTo]),
    [
      ['post', 'post', null],
      ['reply', 'first (a_b) #x', urn],
      ['reply', 'under it', commentUrn],
      ['reply', 'too', commentUrn],
    ],
  )
  const list = async () => (await on.as('alice', 'GET', `/rest/socialActions/${enc(urn)}/comments`)).body.elements
  assert.deepEqual(
    (await list()).map((one: { id: string }) => one.id),
    [id],
  )
  const actor = enc(await on.urnOf('alice-works'))
  const gone = await on.as('alice', 'DELETE', `/rest/socialActions/${enc(urn)}/comments/${id}?actor=${actor}`)
  assert.deepEqual([gone.status, await list()], [204, []])
})

test('linkedin.md 4: metrics grow with time; a post without any interaction has no row', async () => {
  await using on = await startLinkedin()
  const urn = urnIn(await on.post('alice-works', { commentary: 'post' }))
  const entity = enc(await on.urnOf('alice-works'))
  const path = `/rest/organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${entity}`
  const figures = async () => (await on.as('alice', 'GET', `${path}&shares=List(${enc(urn)})`)).body.elements
  assert.deepEqual(await figures(), [])
  on.later(hours(5))
  const [{ share, totalShareStatistics: early }] = await figures()
  assert.equal(share, urn)
  on.later(hours(20))
  const [{ totalShareStatistics: late }] = await figures()
  assert.ok(late.impressionCount > early.impressionCount && early.impressionCount > early.uniqueImpressionsCount)
  await on.settings({ demandsProtocol: false })
  const headers = { 'x-restli-protocol-version': '' }
  const indexed = await on.as('alice', 'GET', `${path}&shares[0]=${urn}`, { headers })
  assert.deepEqual(indexed.body.elements[0].totalShareStatistics, late)
  const { body } = await on.as('alice', 'GET', `/rest/socialActions/${enc(urn)}`)
  assert.equal(body.likesSummary.totalLikes, late.likeCount)
  const size = await on.as('alice', 'GET', `/rest/networkSizes/${entity}?edgeType=COMPANY_FOLLOWED_BY_MEMBER`)
  assert.ok(size.body.firstDegreeSize >= 40)
  const [from, until] = [on.sandbox.clock.ms() - days(3), on.sandbox.clock.ms()]
  const times = `timeIntervals=(timeRange:(start:${from},end:${until}),timeGranularityType:DAY)`
  const gains = await on.as('alice', 'GET', `${path.replace('ShareStat', 'FollowerStat')}&${times}`)
  assert.equal(gains.body.elements.length, 3)
})

test('linkedin.md 4: a member’s metrics are returned one at a time, in a shape that depends on the version', async () => {
  await using on = await startLinkedin()
  const urn = urnIn(await on.post('alice', { commentary: 'post' }))
  on.later(hours(5))
  const path = `/rest/memberCreatorPostAnalytics?q=entity&entity=(share:${enc(urn)})&aggregation=TOTAL&queryType=`
  const ask = async (type: string, version = '202609') =>
    (await on.as('alice', 'GET', path + type, { headers: { 'linkedin-version': version } })).body.elements[0]
  const { count, metricType, targetEntity } = await ask('IMPRESSION')
  assert.deepEqual([metricType, targetEntity], ['IMPRESSION', { share: urn }])
  assert.ok(count > 0)
  assert.deepEqual(Object.values((await ask('REACTION', '202604')).metricType), ['REACTION'])
  assert.equal((await on.as('alice', 'GET', `${path.replace('TOTAL', 'DAILY')}MEMBERS_REACHED`)).status, 400)
  const { body } = await on.as('alice', 'GET', '/rest/memberFollowersCount?q=me')
  assert.ok(body.elements[0].memberFollowersCount >= 40)
})

test('linkedin.md 5: limits apply per UTC day, type of call and member, and are off by default', async () => {
  await using on = await startLinkedin()
  const post = async (name: string) => (await on.post(name, { commentary: `${on.seen(name).length}` })).status
  await on.settings({ memberDayLimit: 1 })
  assert.deepEqual([await post('alice'), await post('alice')], [201, 201])
  const body = await on.bodyOf('alice')
  await on.settings({ rateLimits: true })
  assert.equal((await on.as('alice', 'GET', '/rest/organizationAcls?q=roleAssignee')).status, 200)
  const ask = async (commentary: string) =>
    (await on.as('alice', 'POST', '/rest/posts', { json: { ...body, commentary } })).status
  assert.deepEqual([await ask('one'), await ask('two')], [201, 429])
  // It is nine in the morning.
  on.later(hours(15) - 1)
  assert.equal(await ask('two'), 429)
  on.later(1)
  assert.equal(await ask('two'), 201)
})
