import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { createMailer } from '#infra/mail/mailer.ts'
import { launchChromium } from '#test/servers/open-chromium.ts'
import { plain } from '#test/world/pictures.ts'
import { linkHome } from '../../../sandbox/core/pages/frame/page.ts'
import { createSandbox, type Sandbox } from '../../../sandbox/index.ts'
import { listBarriers } from '../visitor.ts'

/** Tests the pages that the sandbox itself serves, from a visitor's perspective. */

const looks = [
  [1440, 'light'],
  [1440, 'dark'],
  [1024, 'light'],
  [390, 'light'],
  [390, 'dark'],
  [320, 'light'],
] as const
const feeds = [
  'bluesky',
  'mastodon',
  'facebook',
  'instagram',
  'linkedin',
  'x',
  'pinterest',
  'tiktok',
  'threads',
  'youtube',
  'slack',
  'telegram',
]
const query = `client_id=sandbox-app&response_type=code&state=s&redirect_uri=${encodeURIComponent('http://127.0.0.1:4000/back')}`
const pages = [
  '/',
  '/wire',
  '/wire?network=mastodon&answer=bad',
  '/weather',
  '/clock',
  '/mail',
  '/chats',
  '/receiver',
  '/receiver/orders',
  '/receiver/quiet',
  '/telegram/desk/alice/bot',
  '/slack/desk/alice',
  '/feed/x/carla',
  '/linkedin/oauth/v2/authorization?scope=w_organization_social',
  '/facebook/dialog/oauth?scope=pages_show_list',
  ...feeds.map((network) => `/feed/${network}`),
]

let sandbox: Sandbox
let browser: Browser
let alice: Awaited<ReturnType<typeof openMastodon>>
before(async () => {
  const mails = await mkdtemp(join(tmpdir(), 'sandbox-mails-'))
  await writeMails(mails)
  sandbox = await createSandbox({ mails })
  browser = await launchChromium([])
  alice = await openMastodon(sandbox.url)
  await publishSome()
})
after(async () => {
  await browser.close()
  await sandbox.close()
})

/** Writes an email as the service does, and before it a malicious one. */
async function writeMails(outboxDir: string): Promise<void> {
  const hours = [9, 10]
  const clock = { now: () => new Date(Date.UTC(2026, 10, 23, hours.shift())) }
  const mailer = createMailer({ smtpUrl: null, from: 'posthorn@example.com', outboxDir, log: { info() {} }, clock })
  const text = 'Grüße aus dem Hafen'
  const letter = `<p>${text}</p><img src="cid:mark" alt="mark"><a href="https://example.com/confirm">Confirm</a>`
  const harm = '<script>document.body.innerHTML = "ran"</script><img src="https://elsewhere.example/pixel.png" alt="">'
  const images = { mark: await plain(8, 8).png().toBuffer() }
  await mailer.send({
    id: 'job',
    kind: 'welcome',
    to: 'ada@example.com',
    subject: 'Harm',
    text,
    html: letter + harm,
    images,
  })
  await mailer.send({
    id: 'job',
    kind: 'welcome',
    to: 'ada@example.com',
    subject: 'Bestätige „Hafen“',
    text,
    html: letter,
    images,
  })
}

async function openMastodon(url: string) {
  const authorization = 'Bearer sandbox-token-alice'
  const call = async (path: string, body: string | FormData, type?: string) => {
    const headers = { authorization, ...(type && { 'content-type': type }) }
    const answer = await fetch(`${url}/mastodon/api/${path}`, { method: 'POST', headers, body })
    return (await answer.json()) as { id: string }
  }
  return {
    say: (status: object) => call('v1/statuses', JSON.stringify(status), 'application/json'),
    async upload(description: string) {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(await plain(64, 48).png().toBuffer())], { type: 'image/png' }), 'p.png')
      form.set('description', description)
      return (await call('v2/media', form)).id
    },
  }
}

async function publishSome(): Promise<void> {
  await control('faults', { network: 'mastodon', kind: 'error_before', times: 1 })
  await alice.say({ status: 'A call that fails' })
  const first = await alice.say({
    status: 'The first of a thread #harbour https://example.com/',
    media_ids: [await alice.upload('A harbour at dawn')],
  })
  await alice.say({ status: 'The second of it', in_reply_to_id: first.id })
  await alice.say({ status: 'Under a warning', spoiler_text: 'About the end' })
  await alice.say({ status: 'Which?', poll: { options: ['Tea', 'Coffee'], expires_in: 3_600 } })
  await control('act', { network: 'telegram', account: 'alice', act: 'say', with: { body: '/start' } })
  await fetch(`${sandbox.url}/receiver/orders`, { method: 'POST', body: '{"id":"evt_1"}' })
  await control('faults', { network: 'x', kind: 'rate_limit' })
}

const control = (path: string, body: object) =>
  fetch(`${sandbox.url}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function visit(options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (message) => message.type() === 'error' && faults.push(`${message.text()} on ${page.url()}`))
  return { page, faults, [Symbol.asyncDispose]: () => context.close() }
}

const open = (page: Page, path: string) => page.goto(sandbox.url + path)

test('every sandbox page opens in each size and theme without errors, accessibility violations or sideways scrolling', async () => {
  for (const [width, colorScheme] of looks) {
    await using visitor = await visit({ viewport: { width, height: 800 }, colorScheme })
    const { page, faults } = visitor
    for (const path of pages) {
      const where = `${path} ${width} ${colorScheme}`
      const answer = await open(page, path.includes('oauth') ? `${path}&${query}` : path)
      assert.equal(answer?.status(), 200, where)
      assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1, where)
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      assert.equal(overflow, 0, `${where}: ${overflow} px too wide`)
      assert.deepEqual(await listBarriers(page), [], where)
    }
    assert.deepEqual(faults, [], `${width} ${colorScheme}`)
  }
})

test('a URL that leads nowhere shows a page to a browser, and JSON to a program', async () => {
  await using visitor = await visit()
  const answer = await open(visitor.page, '/nothing')
  assert.equal(answer?.status(), 404)
  await visitor.page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  assert.deepEqual(await listBarriers(visitor.page), [])
  const json = await fetch(`${sandbox.url}/nothing`)
  assert.deepEqual([json.status, json.headers.get('content-type')], [404, 'application/json; charset=utf-8'])
  assert.equal((await open(visitor.page, '/receivers'))?.status(), 200)
})

test('pages use the font of the product, and link to the Posthorn whose URL is known', async () => {
  await using visitor = await visit()
  const { page } = visitor
  await open(page, '/')
  assert.equal(await page.getByRole('link', { name: 'Open Posthorn' }).count(), 0)
  linkHome('http://127.0.0.1:4000')
  await open(page, '/')
  const link = page.getByRole('link', { name: 'Open Posthorn' })
  assert.equal(await link.getAttribute('href'), 'http://127.0.0.1:4000')
  assert.ok((await page.locator('.tile svg').count()) >= 8, 'networks have their marks')
  assert.equal(await page.evaluate('document.fonts.load(\'15px "Inter Variable"\').then((faces) => faces.length)'), 1)
})

test('the accessibility check finds a violation on a sandbox page', async () => {
  await using visitor = await visit()
  await open(visitor.page, '/feed/mastodon')
  await visitor.page.evaluate(
    "document.querySelector('main').append(Object.assign(document.createElement('input'), { type: 'text' }))",
  )
  assert.match((await listBarriers(visitor.page)).join('\n'), /label/)
})

test('a feed shows threads, warnings, polls and alt texts; a new post appears automatically while a warning stays open', async () => {
  await using visitor = await visit()
  const { page, faults } = visitor
  await open(page, '/feed/mastodon/alice')
  const thread = page.locator('.thread', { hasText: 'The first of a thread' })
  assert.deepEqual(await thread.locator('article .words').allTextContents(), [
    'The first of a thread #harbour https://example.com/',
    'The second of it',
  ])
  await page.getByText('A harbour at dawn').waitFor()
  assert.deepEqual(await page.getByRole('listitem').allTextContents(), ['Tea', 'Coffee'])
  const hidden = page.getByText('Under a warning')
  assert.equal(await hidden.isVisible(), false)
  await page.getByText('About the end').click()
  await hidden.waitFor()
  const { id } = await alice.say({ status: 'It came by itself' })
  await page.getByText('It came by itself').waitFor()
  assert.equal(await page.locator('article').first().getAttribute('id'), id)
  assert.equal(await hidden.isVisible(), true)
  assert.deepEqual(faults, [])
})

test('a feed without scripts shows its posts, and reloads automatically', async () => {
  await using visitor = await visit({ javaScriptEnabled: false })
  const { page } = visitor
  const answer = await open(page, '/feed/mastodon')
  await page.getByText('The second of it').waitFor()
  assert.match((await answer?.text()) ?? '', /<noscript><meta http-equiv="refresh"/)
})

test('an unchanged feed responds with 304, and a changed one with the page', async () => {
  const first = await fetch(`${sandbox.url}/feed/bluesky/bob`)
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  assert.equal((await fetch(first.url, { headers })).status, 304)
  assert.equal((await fetch(`${sandbox.url}/feed/bluesky/carla`, { headers })).status, 200)
})

test('the wire log expands to requests and responses without secrets, and updates live', async () => {
  await using visitor = await visit()
  const { page } = visitor
  await open(page, '/wire?network=mastodon')
  const row = page.locator('details', { hasText: '"status": "Which?"' }).first()
  await row.locator('summary').first().click()
  await row.getByText('Headers').first().click()
  assert.match(await row.innerText(), /authorization: •+/)
  assert.doesNotMatch(await page.content(), /sandbox-token-alice/)
  await page.getByLabel('Response').selectOption('Simulated failures')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByText('simulated: error before').waitFor()
  assert.equal(await page.locator('.calls > details').count(), 1)
  await open(page, '/wire?network=bluesky')
  await page.getByText('No requests found').waitFor()
  await fetch(`${sandbox.url}/bluesky/xrpc/com.atproto.server.describeServer`)
  await page.getByText('GET /xrpc/com.atproto.server.describeServer').waitFor()
})

test('the secrets in a sign-in and its response are masked wherever they appear', async () => {
  const { url } = sandbox
  const body = JSON.stringify({ identifier: 'bob.sandbox', password: 'sand-boxx-pass-word' })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/bluesky/xrpc/com.atproto.server.createSession`, { method: 'POST', headers, body })
  const { accessJwt, refreshJwt } = (await answer.json()) as Record<string, string>
  const log = await (await fetch(`${url}/wire?network=bluesky`)).text()
  assert.match(log, /bob\.sandbox/)
  for (const secret of ['sand-boxx-pass-word', accessJwt, refreshJwt]) assert.equal(log.includes(secret ?? ''), false)
})

test('without scripts, a network can be broken and fixed, and the clock advances', async () => {
  await using visitor = await visit({ javaScriptEnabled: false })
  const { page } = visitor
  await open(page, '/weather?network=threads')
  await page.getByLabel('Failure').selectOption('Posts, then never responds')
  await page.getByLabel('Duration').selectOption('Next 3 requests')
  await page.getByRole('button', { name: 'Break it' }).click()
  const row = page.locator('.row', { hasText: 'Threads' })
  await row.getByText('affected 0, 3 calls left').waitFor()
  await row.getByRole('button', { name: 'Fix' }).click()
  assert.equal(await row.count(), 0)
  await alice.say({ status: 'Later', scheduled_at: new Date(sandbox.clock.ms() + 3_600_000).toISOString() })
  await open(page, '/clock')
  await page.getByText('A scheduled status of alice appears.').waitFor()
  const beforeMs = sandbox.clock.ms()
  await page.getByRole('button', { name: 'Skip to' }).click()
  assert.ok(sandbox.clock.ms() - beforeMs > 3_500_000)
  assert.equal(await page.getByText('A scheduled status of alice appears.').count(), 0)
})

test('403: another site’s page cannot submit a form', async () => {
  const sent = await fetch(`${sandbox.url}/weather`, {
    method: 'POST',
    headers: { origin: 'https://elsewhere.example', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'do=break&network=threads&kind=reset',
  })
  assert.equal(sent.status, 403)
  assert.equal(
    sandbox.faults.list().some(({ network }) => network === 'threads'),
    false,
  )
})

test('an email shows its text and images in a frame, and its links open in a new tab', async () => {
  await using visitor = await visit()
  const { page } = visitor
  await open(page, '/mail')
  await page.getByRole('heading', { name: 'Bestätige „Hafen“' }).waitFor()
  const frame = page.frameLocator('iframe')
  await frame.getByText('Grüße aus dem Hafen').waitFor()
  const width = await frame.getByAltText('mark').evaluate((image) => (image as { naturalWidth?: number }).naturalWidth)
  assert.equal(width, 8)
  const opened = page.waitForEvent('popup')
  await frame.getByRole('link', { name: 'Confirm' }).click()
  await (await opened).close()
})

test('a malicious email runs nothing and loads nothing', async () => {
  await using visitor = await visit()
  const { page, faults } = visitor
  const answered: string[] = []
  page.on('response', (response) => answered.push(new URL(response.url()).host))
  await open(page, '/mail')
  await page.getByRole('link', { name: 'Harm' }).click()
  await page.frameLocator('iframe').getByText('Grüße aus dem Hafen').waitFor()
  assert.deepEqual([...new Set(answered)], [new URL(sandbox.url).host])
  assert.match(faults.join('\n'), /Blocked script execution.*\n.*violates the following Content Security Policy/)
})

test('emails are shown only to a browser on this machine', async () => {
  const { port } = new URL(sandbox.url)
  const statusFor = async (host: string) => {
    const [answer] = await once(request({ port, path: '/mail', headers: { host } }).end(), 'response')
    answer.resume()
    return answer.statusCode
  }
  assert.deepEqual([await statusFor(`localhost:${port}`), await statusFor('rebound.example')], [200, 403])
})

test('a chat can be used with the keyboard alone, and the reply appears', async () => {
  await using visitor = await visit()
  const { page } = visitor
  await open(page, '/telegram/desk/bob/bot')
  await page.locator('[autofocus]:focus').waitFor()
  await page.keyboard.type('Hello from the keys')
  await page.keyboard.press('Enter')
  await page.locator('article.own', { hasText: 'Hello from the keys' }).waitFor()
})

test('files for a chat are chosen with a button of our own, are named before they are sent, and appear in the chat', async () => {
  await using visitor = await visit({ viewport: { width: 320, height: 800 } })
  const { page, faults } = visitor
  await open(page, '/telegram/desk/bob/bot')
  const field = page.getByLabel('Attach files')
  assert.equal((await field.boundingBox())?.width, 1, 'the browser’s own field is not visible')
  const buffer = await plain(64, 48).png().toBuffer()
  await field.setInputFiles([
    { name: 'rye.png', mimeType: 'image/png', buffer },
    { name: 'wheat.png', mimeType: 'image/png', buffer },
  ])
  await page.getByText('rye.png, wheat.png', { exact: true }).waitFor()
  await page.getByLabel('Message').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const shown = page.locator('label', { hasText: 'Attach files' })
  assert.equal(
    await shown.evaluate((label) => label.ownerDocument.defaultView?.getComputedStyle(label).outlineStyle),
    'solid',
  )
  assert.deepEqual(await listBarriers(page), [])
  await page.getByRole('button', { name: 'Send' }).click()
  for (const name of ['rye.png', 'wheat.png']) await page.locator('.log').getByAltText(name).waitFor()
  assert.deepEqual(faults, [])
})
