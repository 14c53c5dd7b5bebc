import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectBluesky, connectInWindow, openInstallation, signUp, untilHolds } from './visitor.ts'

test('a newcomer connects accounts, publishes, breaks a network, and tries again, without reading anything', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor

  await page.goto(url)
  await page.getByRole('link', { name: 'Create account' }).click()
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connect an account' }).click()
  await connectInWindow(page, 'X')
  await connectBluesky(page)

  await page.getByRole('link', { name: 'New post' }).first().click()
  await page.getByLabel('What do you want to say?').fill('The bakery opens at six.')
  await page.getByText('Ready to go.').waitFor()
  await page.getByRole('button', { name: 'Publish to 2 accounts' }).click()
  await page.getByRole('heading', { name: 'The bakery opens at six.', level: 1 }).waitFor()
  await page.locator('article').filter({ hasText: 'Bluesky' }).getByRole('link', { name: 'Open' }).waitFor()
  await page.locator('article').filter({ hasText: 'alice' }).first().getByRole('link', { name: 'Open' }).waitFor()
  const ledger = await readLedger(sandboxUrl)
  assert.deepEqual(
    ledger
      .filter(({ text }) => text === 'The bakery opens at six.')
      .map(({ network }) => network)
      .sort(),
    ['bluesky', 'x'],
  )

  await breakNetwork(sandboxUrl, 'bluesky')
  await page.getByRole('link', { name: 'New post' }).first().click()
  await page.getByLabel('What do you want to say?').fill('Fresh rolls from seven.')
  await page.getByText('Ready to go.').waitFor()
  await page.getByRole('button', { name: 'Publish to 2 accounts' }).click()
  const bluesky = page.locator('article').filter({ hasText: 'Bluesky' })
  await bluesky.getByText('Failed').waitFor()
  await page.getByRole('button', { name: 'Try failed ones again' }).click()
  await bluesky.getByRole('link', { name: 'Open' }).waitFor()
  const again = await readLedger(sandboxUrl)
  assert.equal(again.filter(({ text }) => text === 'Fresh rolls from seven.').length, 2)
  assert.deepEqual(faults, [])
})

test('half-written words survive a reload', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page } = visitor
  await signUp(page, url, 'Bob')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  await page.getByRole('link', { name: 'New post' }).first().click()
  const words = page.getByLabel('What do you want to say?')
  await words.fill('Half a thought about')
  await page.reload()
  await page.getByText('Half a thought about').first().waitFor()
  await untilHolds(words, 'Half a thought about')
})

interface Shown {
  readonly network: string
  readonly text: string
}

async function readLedger(sandboxUrl: string): Promise<readonly Shown[]> {
  const answer = await fetch(`${sandboxUrl}/control/ledger`)
  return ((await answer.json()) as { entries: readonly Shown[] }).entries
}

async function breakNetwork(sandboxUrl: string, network: string): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ network, kind: 'reject', times: 1 }),
  })
  assert.ok(answer.ok, await answer.text())
}
