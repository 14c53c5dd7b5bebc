import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { plain } from '#test/world/pictures.ts'
import { connectBluesky, connectInWindow, openInstallation, signUp, untilHolds } from '../visitor.ts'

const words = (page: Page) => page.getByLabel('What do you want to say?')

interface Shown {
  readonly network: string
  readonly text: string
  readonly media: readonly { readonly alt: string }[]
}

test('text that is too long is not sent, and previews match the feed', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectInWindow(page, 'X')
  await connectBluesky(page)
  await page.getByRole('link', { name: 'New post' }).first().click()

  await words(page).fill('a'.repeat(301))
  await page.getByRole('tab', { name: /^Bluesky/ }).click()
  const issues = page.getByRole('region', { name: 'Before you publish' })
  await issues.getByText('The text is 301 characters. Bluesky allows 300.').waitFor()
  await page.getByRole('button', { name: 'Publish to 2 accounts' }).click()
  await page.getByText(/^Fix \d+ issues? to publish\.$/).waitFor()

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

/** Writes a thread with two images, by keyboard except for the files. */
async function publishAsThread(page: Page): Promise<void> {
  const sentence = 'The ovens are on at four, so that the rolls are warm at six. '
  await words(page).focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(sentence.repeat(6).trim())
  await page.getByRole('button', { name: 'Split to fit' }).focus()
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
  for (const [name, description] of [
    ['1.png', 'A loaf'],
    ['2.png', 'A roll'],
  ] as const) {
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    await page.getByRole('textbox', { name: 'Alt text' }).fill(description)
  }
  await page.getByRole('button', { name: 'Move 2.png earlier' }).click()
  await page
    .getByText(/^Uploading/)
    .first()
    .waitFor({ state: 'detached' })
  await page.getByText('Ready to publish').waitFor()
  await page.getByText('Saved', { exact: true }).first().waitFor()
}

async function readPreviews(page: Page) {
  const read = async (network: string) => {
    await page.getByRole('tab', { name: network === 'x' ? /^X ·/ : /^Bluesky ·/ }).click()
    const preview = page.locator(`[data-preview=${network}]`)
    await preview.waitFor()
    return {
      texts: await preview.locator('[data-preview-text]').allTextContents(),
      alts: await preview
        .locator('[data-preview-media] img')
        .evaluateAll((pictures) => pictures.map((one) => one.getAttribute('alt'))),
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
  return entries
}
