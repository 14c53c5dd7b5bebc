import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { request } from 'undici'
import { days, hours } from '#kernel/clock.ts'
import { refusals } from '#kernel/errors.ts'
import { languages } from '#rules/languages/languages.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { done, invite } from '#test/world/people.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'

/* The pages that the service renders without the web app: each is in the language that the browser requests. */

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  t = await startApp({ sandbox: true })
  w = await connectBoth(t)
})
after(() => t[Symbol.asyncDispose]())

async function open(path: string, language: string | null, more: { method?: 'GET' | 'POST'; body?: string } = {}) {
  const headers: Record<string, string> = { accept: 'text/html,application/xhtml+xml', 'user-agent': 'Firefox' }
  if (language !== null) headers['accept-language'] = language
  if (more.body !== undefined) headers['content-type'] = 'application/x-www-form-urlencoded'
  const answer = await request(`${t.url}${path}`, { ...more, headers })
  const text = await answer.body.text()
  return { status: answer.statusCode, vary: String(answer.headers.vary ?? ''), text }
}

const langOf = (text: string) => /<html lang="(\w+)">/.exec(text)?.[1]

/** Asserts that a page is in English, and in German for a German browser. Returns both. */
async function inBoth(path: string, { english, german }: { english: RegExp; german: RegExp }, more = {}) {
  const [en, de] = [await open(path, null, more), await open(path, 'de-AT,de;q=0.9,en;q=0.8', more)]
  for (const { vary } of [en, de]) assert.match(vary, /accept-language/i, path)
  assert.deepEqual([langOf(en.text), langOf(de.text)], ['en', 'de'], path)
  assert.match(en.text, english)
  assert.match(de.text, german)
  assert.doesNotMatch(de.text, english)
  return { en: en.text, de: de.text }
}

test('a page is in the browser’s preferred language if it is supported, or else in English', async () => {
  const requested: readonly (readonly [string | null, string])[] = [
    [null, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['DE-ch', 'de'],
    ['es-MX', 'es'],
    ['pt, de;q=0.5', 'de'],
    ['en, de', 'en'],
    ['en;q=0.7, de;q=0.8', 'de'],
    ['de;q=0, en', 'en'],
    ['*', 'en'],
    ['*, de;q=0.5', 'de'],
    ['de;q=high', 'en'],
    ['deu', 'en'],
    [`${'x;'.repeat(2_000)}, de`, 'de'],
  ]
  for (const [header, language] of requested)
    assert.equal(langOf((await open('/connected', header)).text), language, String(header).slice(0, 40))
})

test('a page of the service is in each language of the app', async () => {
  const { inviteToken } = await invite(w.person, w.profileId, {})
  const paths = [
    '/connected',
    '/connected?connected=net-d',
    '/connected?choose=facebook',
    '/connected?error=access_denied',
    `/v1/connections/invites/${inviteToken}`,
    '/v1/share/p/AAAAAAAAAAAAAAAAAAAAAA',
    '/v1/portal/AAAAAAAAAAAAAAAAAAAAAA',
    '/v1/agent/chat-b/oauth/callback',
    '/v1/analytics/reports/end/AAAA',
  ]
  for (const path of paths) {
    const pages = await Promise.all(Object.keys(languages).map(async (one) => [one, await open(path, one)] as const))
    for (const [language, { text }] of pages) assert.equal(langOf(text), language, path)
    const texts = new Set(pages.map(([language, { text }]) => text.replace(`lang="${language}"`, '')))
    assert.equal(texts.size, pages.length, path)
  }
})

test('200: the page at the end of connecting says in German whether it succeeded, and for each code why it failed', async () => {
  await inBoth('/connected?connected=net-d', { english: /X is connected/, german: /X ist verbunden/ })
  await inBoth('/connected?choose=facebook', {
    english: /Choose a Facebook page/,
    german: /Wähle eine Facebook-Seite/,
  })
  await inBoth('/connected', { english: /Nothing to show here/, german: /Hier gibt es nichts zu sehen/ })
  for (const [code, { title }] of Object.entries(refusals)) {
    const { text } = await open(`/connected?error=${code}`, 'de')
    assert.match(text, /Kein Konto verbunden/)
    assert.ok(!text.includes(title), `${code}: ${text}`)
  }
})

test('200: an invitation to connect an account says in German who sent it, for what, and for which networks', async () => {
  const { inviteToken } = await invite(w.person, w.profileId, {})
  const { de } = await inBoth(`/v1/connections/invites/${inviteToken}`, {
    english: /invited to connect|Connect Bluesky|Your handle/,
    german: /lädt dich ein, ein Konto mit/,
  })
  assert.match(de, />Bluesky verbinden</)
})

test('200: the page of a shared post is in German, with its time, previews and comment form', async () => {
  const post = {
    profileId: w.profileId,
    content: 'Leinen los!',
    platforms: ['bluesky', 'mastodon'],
    scheduledAt: inTime(t, hours(48)),
    settings: { mastodon: { poll: { options: ['Ja', 'Nein'], durationMinutes: 2_880 } } },
  }
  const { id } = done(await w.ada.post('/v1/posts', post), 201).body
  const made = done(
    await w.ada.post(`/v1/posts/${id}/share-link`, { comments: true, expiresAt: inTime(t, days(9)) }),
    201,
  )
  const path = `/v1/share/p/${made.body.token}`
  const { de } = await inBoth(path, {
    english: /A post by|Previews are|Scheduled|This link works|What do you think|Your name|Fine by me|Voting/,
    german: /Ein Beitrag von of user-\d+/,
  })
  for (const words of [/Geplant/, /Dieser Link läuft /, /Was meinst du\?/, /Einverstanden/, /endet 2 Tage/])
    assert.match(de, words)
  const nameless = { method: 'POST', body: 'name=&text=Hello' }
  await inBoth(
    `${path}/comments`,
    { english: /Couldn’t save your comment/, german: /Dein Kommentar konnte nicht gespeichert werden/ },
    nameless,
  )
  await inBoth('/v1/share/p/AAAAAAAAAAAAAAAAAAAAAA', {
    english: /no longer works/,
    german: /Dieser Link funktioniert nicht mehr/,
  })
})

test('200: the page at the end of a Slack installation says in German why it failed', async () => {
  await inBoth('/v1/agent/chat-b/oauth/callback', {
    english: /Couldn’t connect Slack|This sign-in/,
    german: /Slack konnte nicht verbunden werden[\s\S]*Diese Anmeldung ist abgelaufen/,
  })
})
