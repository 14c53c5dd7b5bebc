import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { plain } from '#test/world/pictures.ts'
import { connectBluesky, connectInWindow, openInstallation, signUp, untilHolds } from '../visitor.ts'

const family = '👨‍👩‍👧‍👦'
const words = (page: Page) => page.getByLabel('What do you want to say?')
const counter = (page: Page) => page.getByRole('list', { name: 'Room left' }).first().getByRole('listitem')

interface Shown {
  readonly network: string
  readonly text: string
  readonly media: readonly { readonly alt: string }[]
}

test('counters are what the service and the network count, and previews are what the feed shows', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectInWindow(page, 'X')
  await connectBluesky(page)
  await page.getByRole('link', { name: 'New post' }).first().click()
  const [x, bluesky] = ['X', 'Bluesky'].map((name) =>
    page.getByRole('button', { name: 'Alice', exact: true }).and(page.getByTitle(`${name} ·`)),
  )
  assert.ok(x && bluesky)

  await x.click()
  const longest = family + 'a'.repeat(299)
  for (const [text, left, length] of [
    [longest, '0 left', 300],
    [`${longest}a`, '1 too many', 301],
  ] as const) {
    const answered = page.waitForResponse(async (answer) => {
      if (!answer.url().endsWith('/posts/validate') || !answer.request().postData()?.includes(`"${text}"`)) return false
      const { perPlatformPlan } = (await answer.json()) as { perPlatformPlan: Record<string, { length: number }> }
      assert.equal(Object.values(perPlatformPlan)[0]?.length, length)
      return true
    })
    await words(page).fill(text)
    await answered
    await until(`the counter says ${left}`, async () => (await counter(page).innerText()).includes(left))
    assert.equal(await isTakenByBluesky(sandboxUrl, text), length === 300)
  }
  await page.getByRole('button', { name: 'Publish to 1 account' }).click()
  await page.getByText('One thing must be fixed first.').waitFor()

  await x.click()
  await bluesky.click()
  // X: an emoji weighs 2, a link 23, whatever their length.
  const heavy = `${family} https://example.com/a-long-address-that-costs-as-much-as-a-short-one ${'a'.repeat(253)}`
  await words(page).fill(heavy)
  await until('X is full', async () => (await counter(page).innerText()).includes('0 left'))
  await words(page).fill(`${heavy}a`)
  await until('X is over', async () => (await counter(page).innerText()).includes('1 too many'))
  await bluesky.click()

  await publishAsThread(page)
  const previews = await readPreviews(page)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { level: 1, name: /^The ovens/ }).waitFor()
  for (const network of ['bluesky', 'x'] as const) {
    const { texts, alts } = previews[network]
    await until(`${network} has the thread`, async () => (await readFeed(sandboxUrl, network)).length === texts.length)
    const feed = await readFeed(sandboxUrl, network)
    assert.deepEqual(
      feed.map(({ text }) => text),
      texts,
      network,
    )
    assert.deepEqual(
      feed[0]?.media.map(({ alt }) => alt),
      alts,
      network,
    )
  }
  assert.deepEqual(faults, [])
})

/** Writes a thread with two pictures, without a pointer but for the files. */
async function publishAsThread(page: Page): Promise<void> {
  const sentence = 'The ovens are on at four, so that the rolls are warm at six. '
  await words(page).focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(sentence.repeat(6).trim())
  await page.getByRole('button', { name: 'Split into parts that fit' }).focus()
  await page.keyboard.press('Enter')
  const second = page.getByLabel('Part 2 of 2')
  await second.focus()
  await page.keyboard.press('Control+Shift+Enter')
  const third = page.getByLabel('Part 3 of 3')
  await until('the new part has the focus', () => third.evaluate((box) => box === box.ownerDocument.activeElement))
  await page.keyboard.insertText('Come early! #bakery 🥐')
  await page.keyboard.press('Alt+ArrowUp')
  await untilHolds(second.or(page.getByLabel('Part 2 of 3')).first(), 'Come early! #bakery 🥐')

  const buffer = await plain(80, 60).png().toBuffer()
  const files = ['1.png', '2.png'].map((name) => ({ name, mimeType: 'image/png', buffer }))
  await page.locator('input[type=file]').first().setInputFiles(files)
  const descriptions = page.getByLabel('Describe this for people who cannot see it')
  await descriptions.nth(0).fill('A loaf')
  await descriptions.nth(1).fill('A roll')
  await page.getByRole('button', { name: 'Move 2.png to the front' }).click()
  await page
    .getByText(/^Uploading/)
    .first()
    .waitFor({ state: 'detached' })
  await page.getByText('Ready to go.').waitFor()
  await page.getByText('Saved', { exact: true }).first().waitFor()
}

async function readPreviews(page: Page) {
  const read = async (network: string) => {
    const preview = page.locator(`[data-preview=${network}]`)
    return {
      texts: await preview.locator('[data-preview-text]').allTextContents(),
      alts: await preview.locator('img').evaluateAll((pictures) => pictures.map((one) => one.getAttribute('alt'))),
    }
  }
  const previews = { bluesky: await read('bluesky'), x: await read('x') }
  assert.deepEqual(previews.bluesky.alts, ['A roll', 'A loaf'])
  assert.equal(previews.x.texts.length, 3)
  return previews
}

async function readFeed(sandboxUrl: string, network: string): Promise<readonly Shown[]> {
  const answer = await fetch(`${sandboxUrl}/control/ledger?network=${network}`)
  const { entries } = (await answer.json()) as { entries: readonly Shown[] }
  // What this test itself asked the network about is no post of the page.
  return entries.filter(({ text }) => !text.startsWith(family))
}

/** Asks the network itself whether it takes a text. */
async function isTakenByBluesky(sandboxUrl: string, text: string): Promise<boolean> {
  const call = async (name: string, body: object, token?: string) =>
    await fetch(`${sandboxUrl}/bluesky/xrpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
  const session = await call('com.atproto.server.createSession', {
    identifier: 'bob.sandbox',
    password: 'sand-boxx-pass-word',
  })
  const { accessJwt, did } = (await session.json()) as { accessJwt: string; did: string }
  const record = { $type: 'app.bsky.feed.post', text, createdAt: new Date().toISOString() }
  const made = await call(
    'com.atproto.repo.createRecord',
    { repo: did, collection: 'app.bsky.feed.post', record },
    accessJwt,
  )
  return made.ok
}
