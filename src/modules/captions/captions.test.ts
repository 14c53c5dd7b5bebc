import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days } from '#kernel/clock.ts'
import { countUnits } from '#rules/count/count.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { type AiServer, startAiServer } from '#test/servers/ai-server.ts'
import { done, refused } from '#test/world/people.ts'

let ai: AiServer
let rules: TestApp
let t: TestApp
let ada: Client
let bob: Client
before(async () => {
  ai = await startAiServer()
  rules = await startApp()
  t = await startApp({
    settings: { AI_BASE_URL: `${ai.url}/v1`, AI_API_KEY: 'planted-key', AI_MODEL: 'small', AI_TIMEOUT_SECONDS: '1' },
  })
  ada = await rules.as('ada')
  bob = await t.as('bob')
})
after(async () => {
  await rules[Symbol.asyncDispose]()
  await t[Symbol.asyncDispose]()
  await ai[Symbol.asyncDispose]()
})

const everywhere = [
  'bluesky',
  'facebook',
  'linkedin',
  'x',
  'pinterest',
  'tiktok',
  'threads',
  'mastodon',
  'youtube',
  'instagram',
]
const description =
  'The lighthouse on Rügen is open again 🎉 Come on Saturday from 10:00 to 18:00!! Bring a jacket. #harbour #coffee #view'
const link = 'https://example.com/lighthouse'
const ask = async (by: Client, more: object = {}) =>
  done(await by.post('/v1/posts/optimize-captions', { description, platforms: everywhere, ...more })).body

interface Caption {
  readonly network: string
  readonly text: string
  readonly characters: number
  readonly maxCharacters: number
  readonly hashtags: string[]
  readonly hashtagPlacement: string
  readonly warnings: { code: string }[]
}
const listOf = (body: { captions: Record<string, Caption> }) => Object.values(body.captions)
const codesOf = ({ warnings }: Caption) => warnings.map(({ code }) => code)

test('200: rules write a caption within every network’s limits, using only the author’s words', async () => {
  const long = { title: 'Open again', description: `${description.repeat(30)} ${'🏳️‍🌈'.repeat(200)}`, link }
  for (const input of [{ link }, { title: 'Open again', link }, long, { description: 'x'.repeat(9_000) }]) {
    const body = await ask(ada, input)
    assert.equal(body.provider, 'rules')
    assert.equal(listOf(body).length, everywhere.length)
    const given = JSON.stringify([description, link, input]).toLowerCase()
    for (const { text, characters, maxCharacters, network } of listOf(body)) {
      assert.ok(characters > 0 && characters <= maxCharacters, `${network}: ${characters} of ${maxCharacters}`)
      assert.ok(text.isWellFormed())
      for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
        assert.ok(given.includes(word), `${network}: ${word}`)
    }
    assert.ok(countUnits(body.captions['net-a'].text, 'grapheme') <= 300)
  }
})

test('400: a language that is not a tag is refused, as in a post', async () => {
  const { status, body } = await ada.post('/v1/posts/optimize-captions', {
    description,
    platforms: ['bluesky'],
    language: '!!',
  })
  assert.deepEqual([status, body.errors[0].path], [400, '/language'])
})

test('links and hashtags are where each network expects them, and a network with a formal tone gets formal text', async () => {
  const { captions } = await ask(ada, { title: 'Open again', link })
  assert.match(captions['net-d'].text, /^Open again\. .* https:\/\/example\.com\/lighthouse #harbour #coffee$/)
  assert.deepEqual([captions['net-d'].hashtagPlacement, captions['net-d'].hashtags], ['inline', ['harbour', 'coffee']])
  assert.match(
    captions['net-c'].text,
    /^Open again\n\n[^🎉]*18:00!\n\nBring a jacket\.\n\nhttps:[^\n]+\n\n#harbour #coffee #view$/u,
  )
  assert.equal(captions['net-c'].hashtagPlacement, 'end')
  assert.ok(!captions['net-f'].text.includes(link) && codesOf(captions['net-f']).includes('link_not_clickable'))
  assert.ok(!captions['net-e'].text.includes('Open again') && codesOf(captions['net-e']).includes('title_in_field'))
  assert.deepEqual(captions.threads.hashtags, ['harbour'])
  const plain = await ask(ada, { description: 'No tags here.', platforms: ['x'] })
  assert.equal(plain.captions['net-d'].hashtagPlacement, 'none')
})

test('a shortened caption keeps the links and hashtags that were cut off, and the response names those that do not fit', async () => {
  const book = 'https://example.com/book?seat=2&row=4'
  const sentences = 'We bake bread every morning, and we pour coffee until the harbour sleeps. '.repeat(6)
  const inputs = [
    { description: `${sentences}${book}`, link: book },
    { description: `${sentences}Book a seat: ${book} #coffee #harbour` },
    { description: `${sentences}#coffee #harbour #seat ${book}` },
    { description: `${book} ${'flour '.repeat(900)}` },
    { description: `${'flour'.repeat(80)} ${book}` },
  ]
  for (const input of inputs)
    for (const caption of listOf(await ask(ada, input))) {
      const { text, network, characters, maxCharacters, hashtags, hashtagPlacement } = caption
      const isElsewhere = 'link' in input && ['net-e', 'net-f', 'instagram'].includes(network)
      if (!isElsewhere) assert.ok(text.split(/\s/).includes(book), `${network}: ${text}`)
      assert.ok(characters <= maxCharacters && !codesOf(caption).includes('link_left_out'))
      for (const tag of hashtags) assert.ok(text.includes(`#${tag}`) || hashtagPlacement === 'first-comment', network)
      const isTagged = input.description.includes('#')
      assert.equal(hashtags.length > 0, isTagged, network)
    }
  const addresses = Array.from({ length: 12 }, (_, nth) => `https://example.com/${nth}/${'a'.repeat(40)}`)
  const { captions } = await ask(ada, { description: `Twelve talks. ${addresses.join(' ')}` })
  assert.ok(codesOf(captions['net-a']).includes('link_left_out'))
  for (const one of captions['net-a'].text.match(/https:\S+/g) ?? []) assert.ok(addresses.includes(one), one)
  assert.match(captions['net-a'].text, /^Twelve talks\./)
})

test('429: each call counts once toward the monthly quota, even concurrently, and the quota resets next month', async () => {
  const person = await rules.as('free')
  await rules.db.updateTable('appUser').set({ plan: 'free' }).where('appUser.email', '=', person.email).execute()
  const input = { description, platforms: ['x'] }
  const answers = await Promise.all(Array.from({ length: 14 }, () => person.post('/v1/posts/optimize-captions', input)))
  const used = answers.flatMap(({ status, body }) => (status === 200 ? [body.quota.used] : []))
  assert.deepEqual(
    used.sort((a, b) => a - b),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  )
  const last = await person.post('/v1/posts/optimize-captions', input)
  refused(last, 429, 'ai_quota_exhausted')
  refused(await person.post('/v1/posts/optimize-captions', { platforms: ['x'] }), 400, 'validation_failed')
  const { body } = await person.get('/v1/auth/usage')
  const row = body.limits.find(({ name }: { name: string }) => name === 'aiCaptionsPerMonth')
  assert.deepEqual([row.used, row.limit], [10, 10])
  await rules.db.updateTable('appUser').set({ plan: 'pro' }).where('appUser.email', '=', person.email).execute()
  await rules.advance(days(31))
  const { token } = done(
    await rules.anyone.post('/v1/auth/sign-in', { email: person.email, password: person.password }),
  ).body
  assert.equal((await ask(rules.withToken(token))).quota.used, 1)
})

test('200: an AI provider’s text is fitted like any other', async () => {
  ai.write = ({ networks }) => ({
    captions: Object.fromEntries(
      networks.map(({ network }) => [
        network,
        { text: 'On Saturday the lighthouse is open again. '.repeat(20), hashtags: ['#harbour'] },
      ]),
    ),
  })
  const body = await ask(bob, { link, tone: 'casual' })
  assert.equal(body.provider, 'ai')
  for (const { characters, maxCharacters, hashtags } of listOf(body)) {
    assert.ok(characters <= maxCharacters)
    assert.deepEqual(hashtags, ['harbour'])
  }
  assert.match(body.captions['net-d'].text, /^On Saturday the lighthouse is open again\. .*https:.* #harbour$/)
  const { headers, body: sent } = ai.requests.at(-1)!
  assert.equal(headers.authorization, 'Bearer planted-key')
  assert.equal(sent.model, 'small')
  assert.ok(!JSON.stringify(body).includes('planted-key'))
})

test('a caption with an invented number, name, link or hashtag is replaced by a rule-based caption', async () => {
  const texts = {
    bluesky: 'Open until 19:30 on Saturday.',
    facebook: 'Come and meet Maria there.',
    linkedin: 'Open again: https://evil.example.com/x',
    x: 'Open again #win',
    threads: 'Ask @stranger@example.org about it.',
    mastodon: 'It is open again on Saturday.',
  }
  ai.write = () => ({
    captions: Object.fromEntries(Object.entries(texts).map(([network, text]) => [network, { text }])),
  })
  const body = await ask(bob, { platforms: Object.keys(texts) })
  for (const caption of listOf(body)) {
    const isSound = caption.network === 'mastodon'
    assert.equal(codesOf(caption).includes('ai_invented'), !isSound, JSON.stringify(caption))
    assert.equal(caption.text.startsWith('It is open again'), isSound)
  }
  ai.write = () => ({ captions: { x: { text: 'Open.', hashtags: ['prize'] } } })
  assert.ok(codesOf((await ask(bob, { platforms: ['x'] })).captions['net-d']).includes('ai_invented'))
})

test('disguised links, numbers and names are rejected; emoji and the author’s own words are accepted', async () => {
  const sound = {
    bluesky:
      'It is open 👩\u200d👩\u200d👧 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} ❤\ufe0f, e.g. on Saturday… See harbour.example.',
    facebook: 'It is open on Saturday from 10:00 – see harbour.example, or write.',
  }
  const disguised = [
    'open at evil．example',
    'open at evil。example',
    'open at evil[.]example',
    'open at evil (dot) example',
    'open at evil{punkt}example',
    'open at ev\u200bil.example',
    'open at ev\u200dil.exa\u2060mple',
    'open at hxxps://evil',
    'open at 𝐞𝐯𝐢𝐥.𝐞𝐱𝐚𝐦𝐩𝐥𝐞',
    'open at harbour.example.evil',
    'open for ① hour',
    'open for １７ hours',
    'meet M\u200düller there',
    'open \u202eagain',
    'open \u2066again',
    'open\u200b again',
    'open\u2028again',
  ]
  const author = `${description} See harbour.example.`
  const write = async (texts: Readonly<Record<string, string>>) => {
    ai.write = () => ({
      captions: Object.fromEntries(Object.entries(texts).map(([network, text]) => [network, { text }])),
    })
    return ask(bob, { description: author, platforms: Object.keys(texts) })
  }
  for (const caption of listOf(await write(sound)))
    assert.deepEqual(codesOf(caption).includes('ai_invented'), false, caption.text)
  for (const text of disguised) {
    const { captions, provider } = await write({ x: `It is ${text}` })
    assert.deepEqual([provider, codesOf(captions['net-d'])[0]], ['rules', 'ai_invented'], text)
  }
})

test('a call that falls back to rules does not count, however the provider fails, up to the plan’s limit', async () => {
  const person = await t.as('cleo')
  await t.db.updateTable('appUser').set({ plan: 'free' }).where('appUser.email', '=', person.email).execute()
  const used = async () =>
    (await person.get('/v1/auth/usage')).body.limits.find(({ name }: { name: string }) => name === 'aiCaptionsPerMonth')
      .used
  const fails = async (what: string) => {
    const { provider, quota } = await ask(person, { platforms: ['x'] })
    assert.deepEqual([provider, quota.used, await used()], ['rules', 1, 1], what)
  }
  ai.write = () => ({ captions: { x: { text: 'It is open again.' } } })
  assert.equal((await ask(person, { platforms: ['x'] })).quota.used, 1)
  for (const kind of ['hang', 'status', 'redirect', 'garbage', 'not-json', 'empty', 'huge', 'reset'] as const) {
    ai.fail = kind
    await fails(kind)
  }
  ai.fail = null
  ai.write = () => ({ captions: { x: { text: 'Open until 19:30.' } } })
  await fails('invented')
  ai.write = () => ({ captions: {} })
  await fails('nothing written')
  assert.equal((await ask(person, { platforms: ['x'] })).quota.used, 2, 'ten of ten are given back')
})

test('200: timeouts, refusals, redirects and invalid responses of the provider fall back to rules, with a warning', async () => {
  const bad = ['hang', 'status', 'redirect', 'garbage', 'not-json', 'empty', 'huge', 'reset'] as const
  for (const kind of bad) {
    ai.fail = kind
    const body = await ask(bob, { platforms: ['x'] })
    assert.equal(body.provider, 'rules', kind)
    assert.ok(/^ai_(unavailable|answer_unusable)$/.test(codesOf(body.captions['net-d'])[0] ?? ''), kind)
    assert.match(body.captions['net-d'].text, /^The lighthouse/)
  }
  ai.fail = null
})
