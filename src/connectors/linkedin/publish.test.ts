import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { validate } from '#connectors/check/validate.ts'
import type { Connector, JsonObject, Outgoing } from '#connectors/connector.ts'
import { fileOf, filesOf } from '#test/connector-suite/files.ts'
import { finishOff, Killed } from '#test/connector-suite/finish-off.ts'
import { linkedin as network } from '#test/connector-suite/networks/linkedin.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { type Files, openStand, type SignedIn, type Stand, walkerOf } from '#test/connector-suite/stand.ts'
import { linkedin } from './index.ts'
import { bodyOf } from './post/post.ts'

const connector: Connector = linkedin
const asMember = { ...network, signsIn: {} }

async function start(t: TestContext, as: 'organization' | 'member' = 'organization') {
  const ledgerName = as === 'organization' ? network.ledgerName : undefined
  const stand = await openStand(t, 'linkedin', ledgerName)
  const signedIn = await signIn(stand, as === 'organization' ? network : asMember, 'alice')
  const seq = stand.sandbox.calls.total
  const sent: { readonly name: string; readonly json: JsonObject }[] = []
  stand.standBetween((request, send) => {
    if (typeof request.body === 'string') sent.push({ name: request.name, json: jsonOf(request.body) })
    return send(request)
  })
  return { stand, signedIn, sent, calls: () => stand.callsSince(seq).map(({ call }) => call) }
}

const jsonOf = (body: string): JsonObject => (body.startsWith('{') ? JSON.parse(body) : {})
const change = (stand: Stand, settings: Readonly<Record<string, unknown>>) =>
  assert.equal(stand.sandbox.network('linkedin').settings?.change(settings), null)
const lose = (stand: Stand, name: string) => {
  let lost = false
  stand.standBetween(async (request, send) => {
    const answer = await send(request)
    if (lost || request.name !== name) return answer
    lost = true
    throw new Killed()
  })
}

async function goesOut(stand: Stand, signedIn: SignedIn, post: Outgoing, files: Files = new Map()) {
  const walker = walkerOf(stand, signedIn, post, files)
  const { failure, error } = await walker.toEnd()
  assert.deepEqual([failure, error], [null, null])
  return walker
}

test('text with special characters is shown unchanged, and the comment is added below', async (t) => {
  const { stand, signedIn, sent } = await start(t)
  const [a, b] = [fileOf('image/png'), fileOf('image/jpeg')]
  const text = 'Up (at #dawn) with #open_water_* | C# <3 ~ a_b @ada {x} [y]\\'
  const post = postOf(signedIn, text, { media: [a.item, b.item], firstComment: 'more: (https://example.com/a_b)' })
  const walker = await goesOut(stand, signedIn, post, filesOf(a, b))
  const seen = stand.seen('alice')
  assert.deepEqual(
    seen.map((entry) => entry.text),
    [text, 'more: (https://example.com/a_b)'],
  )
  assert.deepEqual(
    seen[0]?.media.map(({ sha256, alt }) => [sha256, alt]),
    [a, b].map(({ sha256, item }) => [sha256, item.altText]),
  )
  assert.deepEqual([walker.plan.parts[0]?.tags, walker.plan.parts[0]?.mentions], [['dawn', 'open_water_'], []])
  const json: JsonObject = sent.find(({ name }) => name === 'createPost')?.json ?? {}
  assert.match(String(json.commentary), /^Up \\\(at #dawn\\\) with \{hashtag\|\\#\|open\\_water\\_\}\\\* \\\| C\\#/)
  assert.match(walker.shown[0]?.url ?? '', /\/feed\/update\/urn:li:/)
  assert.equal((await fetch(walker.shown[0]?.url ?? '')).status, 200)
})

test('a mention uses the member’s name, and readers see the name', async (t) => {
  const { stand, signedIn, sent } = await start(t)
  const targets = await connector.auth.targets?.(stand.http(), signedIn.grant)
  const other = targets?.find(({ handle }) => handle === 'alice-studio')
  assert.ok(other)
  const mention = `@[${other.displayName}](${other.remoteId})`
  const walker = await goesOut(stand, signedIn, postOf(signedIn, `With ${mention} (again)`))
  assert.equal(stand.seen('alice')[0]?.text, `With ${other.displayName} (again)`)
  assert.deepEqual(walker.plan.parts[0]?.mentions, [other.remoteId])
  assert.equal(sent.at(-1)?.json.commentary, `With ${mention} \\(again\\)`)
})

test('a link with a title becomes a card; one without is added to the text', async (t) => {
  const { stand, signedIn, sent } = await start(t)
  const link = 'https://example.com/a_b'
  await goesOut(stand, signedIn, postOf(signedIn, 'read', { link }))
  assert.equal(stand.seen('alice')[0]?.text, `read\n\n${link}`)
  const article = { title: 'How we bake', description: 'At night.' }
  await goesOut(stand, signedIn, postOf(signedIn, 'read this', { link, settings: { article } }))
  assert.equal(stand.seen('alice')[1]?.text, 'read this')
  assert.deepEqual(sent.at(-1)?.json.content, { article: { source: link, ...article } })
})

test('a post may have a poll, and rules for who may see and share it', async (t) => {
  const { stand, signedIn, sent } = await start(t, 'member')
  const poll = { question: 'Bread?', options: ['Rye', 'Wheat'], days: 7 }
  const settings = { poll, visibility: 'connections', noReshares: true }
  await goesOut(stand, signedIn, postOf(signedIn, 'tell us', { settings }))
  const json: JsonObject = sent.at(-1)?.json ?? {}
  assert.deepEqual(json.content, {
    poll: { question: 'Bread?', options: [{ text: 'Rye' }, { text: 'Wheat' }], settings: { duration: 'SEVEN_DAYS' } },
  })
  assert.deepEqual([json.visibility, json.isReshareDisabledByAuthor], ['CONNECTIONS', true])
  assert.deepEqual(
    [
      { ...poll, days: 2 },
      { ...poll, options: ['Rye'] },
      { ...poll, question: 'x'.repeat(141) },
    ].map((wrong) => connector.settings.safeParse({ poll: wrong }).success),
    [false, false, false],
  )
})

test('incompatible attachments are reported in advance, and a card that does not fit is omitted', () => {
  const account = { remoteId: 'urn:li:organization:7', handle: 'works', facts: {} }
  const poll = { question: 'Bread?', options: ['Rye', 'Wheat'], days: 1 }
  const article = { title: 'How we bake' }
  const link = 'https://example.com/a'
  const media = [fileOf('image/png').item]
  const issues = (settings: JsonObject, more: Partial<Outgoing> & { media?: Outgoing['parts'][0]['media'] } = {}) =>
    connector.check?.(postOf({ account }, 'a', { settings, ...more })).map(({ at, minor }) => [at, minor ?? false])
  const [atPoll, atArticle] = [{ setting: 'poll' }, { setting: 'article' }]
  assert.deepEqual(issues({ poll }), [])
  assert.deepEqual(issues({ poll }, { media }), [[atPoll, false]])
  assert.deepEqual(issues({ article }), [[atArticle, false]])
  assert.deepEqual(issues({ article }, { link }), [])
  assert.deepEqual(issues({ article }, { link, media }), [[atArticle, true]])
  const { parts, calls } = connector.plan(postOf({ account }, 'a', { settings: { article }, link, media }))
  assert.equal(parts[0]?.text, `a\n\n${link}`)
  assert.equal(calls.at(-1), 'POST createPost')
})

test('a carousel is a titled document with a page per image, sent in the planned calls', async (t) => {
  const { stand, signedIn, calls } = await start(t)
  const files = [fileOf('image/jpeg', { width: 300, height: 200 }), fileOf('image/jpeg', { width: 200, height: 300 })]
  const media = files.map(({ item }) => item)
  const post = postOf(signedIn, 'leaf through', { format: 'carousel', title: ' Our year ', media })
  const walker = await goesOut(stand, signedIn, post, filesOf(...files))
  const [entry] = stand.seen('alice')
  assert.equal(entry?.text, 'leaf through')
  assert.deepEqual(
    entry?.media.map(({ mime, alt }) => [mime, alt]),
    [['application/pdf', 'Our year']],
  )
  const pdf = Buffer.from(await (await fetch(entry?.media[0]?.url ?? '')).arrayBuffer())
  assert.deepEqual(pdf.toString('latin1').match(/\/MediaBox \[[^\]]+\]/g), [
    '/MediaBox [0 0 300 200]',
    '/MediaBox [0 0 200 300]',
  ])
  for (const { bytes } of files) assert.ok(pdf.includes(bytes))
  assert.deepEqual(
    [...new Set(calls())],
    walker.plan.calls.map((call) => call.split(' ')[1]),
  )
})

test('a carousel whose document cannot be processed is refused, and nothing is visible', async (t) => {
  const { stand, signedIn } = await start(t)
  const file = fileOf('image/jpeg')
  change(stand, { maxDocumentPages: 0 })
  const post = postOf(signedIn, 'leaf', { format: 'carousel', title: 'Year', media: [file.item] })
  const { verdict } = await walkerOf(stand, signedIn, post, filesOf(file)).toEnd()
  assert.ok(verdict?.is === 'refused')
  assert.deepEqual([verdict.code, stand.seen('alice')], ['media_processing_failed', []])
})

test('an article is a card of its link with the post’s image, and is found after a lost response', async (t) => {
  const { stand, signedIn } = await start(t)
  const file = fileOf('image/png')
  const link = 'https://example.com/a_b'
  const post = postOf(signedIn, 'read this', { format: 'article', title: 'How we bake', link, media: [file.item] })
  const walker = walkerOf(stand, signedIn, post, filesOf(file))
  await walker.toVisible()
  const article = JSON.parse(JSON.stringify(bodyOf(post, walker.memo).content)).article
  assert.deepEqual([article.source, article.title], [link, 'How we bake'])
  assert.match(article.thumbnail, /^urn:li:image:/)
  lose(stand, 'createPost')
  assert.ok((await walker.take()).error instanceof Killed)
  stand.later(3_600_000)
  const found = await walker.find()
  assert.ok(found !== null && typeof found === 'object')
  const seen = stand.seen('alice')
  assert.deepEqual(
    seen.map(({ id, text, media }) => [id, text, media.map(({ alt, url }) => [alt, url])]),
    [[found.shown?.remoteId, 'read this', [['How we bake', link]]]],
  )
})

test('a carousel requires a title and images, an article a title and a link, with an error for each', () => {
  const account = { remoteId: 'urn:li:organization:7', handle: 'works', facts: {} }
  const errorsOf = (more: Parameters<typeof postOf>[2]) =>
    validate({ connector, outgoing: postOf({ account }, 'a', more), planFit: () => ({ action: 'as-is' }) }).errors
  const media = [fileOf('image/jpeg', { altText: null }).item]
  const carousel = { format: 'carousel', media } as const
  assert.deepEqual(
    errorsOf(carousel).map(({ code, path }) => [code, path]),
    [['title_missing', '/title']],
  )
  assert.match(errorsOf(carousel)[0]?.message ?? '', /LinkedIn needs a title of at most 400 characters/)
  const codesOf = (more: Parameters<typeof postOf>[2]) => errorsOf(more).map(({ code }) => code)
  assert.deepEqual(codesOf({ ...carousel, title: 'Year' }), [])
  assert.deepEqual(codesOf({ ...carousel, title: 'x'.repeat(401) }), ['title_too_long'])
  assert.deepEqual(codesOf({ format: 'carousel', title: 'Year' }), ['media_required'])
  assert.deepEqual(codesOf({ ...carousel, title: 'Year', media: [fileOf('video/mp4').item] }), ['media_too_many'])
  const link = 'https://example.com/a'
  assert.deepEqual(codesOf({ format: 'article', title: 'How', link }), [])
  assert.deepEqual(codesOf({ format: 'article' }), ['title_missing', 'link_missing'])
  const poll = { question: 'Bread?', options: ['Rye', 'Wheat'], days: 1 }
  assert.deepEqual(codesOf({ format: 'article', title: 'How', link, settings: { poll } }), ['settings_invalid'])
})

test('a video in several parts arrives complete, each part saved before the next', async (t) => {
  const { stand, signedIn, sent, calls } = await start(t)
  const film = fileOf('video/mp4', { bytes: Buffer.concat([fileOf('video/mp4').bytes, Buffer.alloc(8_500_000, 7)]) })
  const post = postOf(signedIn, 'a long film', { media: [{ ...film.item, size: film.bytes.length }] })
  const walker = await goesOut(stand, signedIn, post, filesOf(film))
  assert.equal(stand.seen('alice')[0]?.media[0]?.sha256, film.sha256)
  assert.equal(calls().filter((call) => call === 'uploadVideoPart').length, 3)
  assert.equal(walker.plan.calls.filter((call) => call === 'PUT uploadVideoPart').length, 3)
  const closed = JSON.stringify(sent.find(({ name }) => name === 'finalizeVideo')?.json)
  assert.match(closed, /"uploadedPartIds":\["[^"\\]+","[^"\\]+","[^"\\]+"\]/)
})

test('a member’s post is published once, before or after whatever call the process is killed', async (t) => {
  const { stand, signedIn } = await start(t, 'member')
  const file = fileOf('image/png')
  const calls = ['initializeImage', 'uploadImage', 'getImage', 'createPost']
  for (const [nth, name] of calls.flatMap((call) => [call, call]).entries()) {
    const post = postOf(signedIn, `no. ${nth}`, { media: [file.item] })
    const walker = walkerOf(stand, signedIn, post, filesOf(file))
    assert.deepEqual(
      walker.plan.calls.map((call) => call.split(' ')[1]),
      calls,
    )
    if (nth % 2 === 1) lose(stand, name)
    else {
      let died = false
      stand.standBetween((request, send) => {
        if (died || request.name !== name) return send(request)
        died = true
        throw new Killed()
      })
    }
    await finishOff(stand, walker)
    const seen = stand.seen('alice').filter(({ text }) => text === `no. ${nth}`)
    assert.deepEqual([seen.length, walker.shown[0]?.remoteId], [1, seen[0]?.id], `${nth} ${name}`)
  }
})

test('a user must decide about a member’s unconfirmed post once LinkedIn would accept a repeat', async (t) => {
  const { stand, signedIn } = await start(t, 'member')
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'is it there?'))
  lose(stand, 'createPost')
  assert.ok((await walker.take()).error instanceof Killed)
  assert.ok(typeof walker.repeat === 'object' && walker.repeat.forMs < 600_000, 'while LinkedIn detects duplicates')
  stand.later(walker.repeat.forMs)
  assert.equal(await walker.find(), 'unsure')
  assert.equal(stand.seen('alice').length, 1)
})

test('an organization’s post is found in its list at any later time, however its tags are returned', async (t) => {
  const { stand, signedIn } = await start(t)
  change(stand, { hashtagsAsTemplates: true })
  const post = postOf(signedIn, 'Up at #dawn (again) with #open_water')
  for (const nth of [1, 2]) {
    const walker = walkerOf(stand, signedIn, post)
    assert.equal(await walker.find({ ours: async () => nth === 1 }), 'absent')
    lose(stand, 'createPost')
    assert.ok((await walker.take()).error instanceof Killed)
    stand.later(3_600_000)
    const before = stand.seen('alice').slice(0, nth - 1)
    const found = await walker.find({ ours: async (id) => !before.some((entry) => entry.id === id) })
    assert.ok(found !== null && typeof found === 'object')
    assert.equal(found.shown?.remoteId, stand.seen('alice').at(-1)?.id)
  }
  // Two posts have the same text, and either of them could be ours.
  const walker = walkerOf(stand, signedIn, post)
  assert.equal(await walker.find({ first: new Date(stand.now().getTime() - 86_400_000) }), 'unsure')
})

test('a duplicate of a post by another program or by us is refused on the first attempt', async (t) => {
  const { stand, signedIn } = await start(t, 'member')
  await goesOut(stand, signedIn, postOf(signedIn, 'good morning'))
  const { verdict } = await walkerOf(stand, signedIn, postOf(signedIn, 'good morning')).toEnd()
  assert.ok(verdict?.is === 'refused')
  assert.equal(verdict.code, 'duplicate_text')
  assert.equal(stand.seen('alice').length, 1)
})

test('a member without page access gets no file status, and the post is published anyway', async (t) => {
  const stand = await openStand(t, 'linkedin')
  change(stand, { products: ['openid', 'share'] })
  const shares = { ...connector, auth: { ...connector.auth, scopes: ['openid', 'profile', 'w_member_social'] } }
  const signedIn = await signIn(stand, { ...asMember, connector: shares }, 'alice')
  assert.deepEqual(signedIn.account.facts, { kind: 'member', mayComment: false })
  const targets = await connector.auth.targets?.(stand.http(), signedIn.grant)
  assert.deepEqual(
    targets?.map(({ remoteId, lacks }) => [remoteId, lacks]),
    [[signedIn.account.remoteId, null]],
  )
  for (const file of [fileOf('image/png'), fileOf('video/mp4')]) {
    const post = postOf(signedIn, file.item.contentType, { media: [file.item] })
    const walker = walkerOf(stand, signedIn, post, filesOf(file))
    await finishOff(stand, walker)
    assert.equal(stand.seen('alice').at(-1)?.media[0]?.sha256, file.sha256)
  }
})

test('a comment that is too early for LinkedIn is retried later', async (t) => {
  const { stand, signedIn } = await start(t)
  change(stand, { activityLagMs: 30_000 })
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'above', { firstComment: 'below' }))
  const met = await finishOff(stand, walker)
  assert.deepEqual(
    met.map(({ is }) => is),
    ['retry'],
  )
  assert.deepEqual(
    stand.seen('alice').map(({ text }) => text),
    ['above', 'below'],
  )
})

test('an API version that LinkedIn has retired requires action by the operator', async (t) => {
  const { stand, signedIn } = await start(t)
  change(stand, { oldestVersion: '202610', newestVersion: '202612' })
  const { verdict } = await walkerOf(stand, signedIn, postOf(signedIn, 'too old')).toEnd()
  assert.ok(verdict?.is === 'operator')
  assert.match(verdict.why, /LINKEDIN_VERSION/)
})

test('an unconfirmed comment is found among hundreds; with too many, absence does not count', async (t) => {
  const { stand, signedIn } = await start(t)
  const walkWith = (firstComment: string) => walkerOf(stand, signedIn, postOf(signedIn, 'above', { firstComment }))
  const walker = walkWith('ours')
  await walker.take()
  stand.later(60_000)
  const writeOthers = async (many: number) => {
    for (let no = 0; no < many; no++) {
      const other = walkWith(`other ${no}`)
      other.accept({ memo: walker.memo, then: 'comment' })
      assert.ok((await other.tryStep()).next)
    }
  }
  await writeOthers(101)
  assert.equal(await walker.find(), 'absent')
  await walker.tryStep()
  assert.deepEqual(await walker.find(), { memo: walker.memo, end: true })
  await writeOthers(400)
  const late = walkWith('late')
  late.accept({ memo: walker.memo, then: 'comment' })
  assert.equal(await late.find(), 'unsure')
})

test('a recently edited older post does not end the search for an unconfirmed post', async (t) => {
  const { stand, signedIn } = await start(t)
  const old = await goesOut(stand, signedIn, postOf(signedIn, 'old'))
  stand.later(3_600_000)
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'in doubt'))
  const first = stand.now()
  const lost = await walker.tryStep()
  stand.later(1_000)
  const headers = {
    authorization: `Bearer ${signedIn.grant.accessToken}`,
    'content-type': 'application/json',
    'linkedin-version': stand.http().version ?? '',
    'x-restli-protocol-version': '2.0.0',
    'x-restli-method': 'PARTIAL_UPDATE',
  }
  const url = `${stand.url}/rest/posts/${encodeURIComponent(old.shown[0]?.remoteId ?? '')}`
  const body = JSON.stringify({ patch: { $set: { commentary: 'old, and edited' } } })
  const edited = await fetch(url, { method: 'POST', headers, body })
  assert.equal(edited.status, 204, await edited.text())
  for (let no = 0; no < 49; no++) {
    stand.later(1_000)
    await goesOut(stand, signedIn, postOf(signedIn, `later ${no}`))
  }
  const found = await walker.find({ first })
  assert.deepEqual(found, JSON.parse(JSON.stringify(lost.next)))
})
