import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectBluesky, listBarriers, openInstallation, signUp } from '../visitor.ts'

test('an owner breaks a network, sees the post fail, fixes it, and the post is published once', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)

  await page.getByRole('button', { name: 'Simulate failures' }).click()
  const panel = page.getByRole('complementary', { name: 'Simulate failures' })
  await panel.getByText('All networks are up').waitFor()
  await panel.getByRole('button', { name: 'Rejected post' }).click()
  await panel.getByLabel('Duration').selectOption('Until I stop it')
  await panel.getByRole('button', { name: 'Start' }).click()
  await panel.getByText('affected 0 requests').waitFor()
  assert.deepEqual(await listBarriers(page), [])

  await page.getByRole('link', { name: 'New post' }).first().click()
  await page.getByLabel('What do you want to say?').fill('The oven is warm.')
  await page.getByText('Ready to publish').waitFor()
  await page.getByRole('button', { name: /^Publish/ }).click()
  await page.getByRole('heading', { name: 'The oven is warm.', level: 1 }).waitFor()
  await page.locator('article').getByText('Failed').waitFor()
  await panel.getByText(/affected 1 request/).waitFor()

  await panel.getByRole('button', { name: 'Stop' }).click()
  await panel.getByText('All networks are up').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Retry failed' }).click()
  await page.locator('article').getByRole('link', { name: 'Open' }).waitFor()
  const ledger = await (await fetch(`${sandboxUrl}/control/ledger`)).json()
  assert.equal((ledger as { entries: { text: string }[] }).entries.length, 1)
  assert.deepEqual(faults, [])

  await page.getByRole('button', { name: 'Simulate failures' }).click()
  await panel.getByRole('button', { name: '1 day later' }).click()
  await panel.getByText(/Sandbox time: .*/).waitFor()

  await page.setViewportSize({ width: 390, height: 844 })
  assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
  assert.deepEqual(await listBarriers(page), [])
})
