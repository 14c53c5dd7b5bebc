import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectBluesky, openInstallation, signUp } from '../visitor.ts'

test('the composer no longer says that it can’t reach Posthorn once Posthorn is back, without another press', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  await page.getByRole('link', { name: 'New post' }).first().click()
  const words = page.getByLabel('What do you want to say?')
  await words.fill('Rolls')
  await page.waitForURL(/post=post_/)
  await page.getByText('Saved', { exact: true }).first().waitFor()

  await installation.stop()
  await words.fill('Rolls at six')
  await page.getByText('Offline · saved on this device').first().waitFor()
  await page.getByRole('button', { name: 'Publish to 1 account' }).click()
  const banner = page.getByRole('alert').filter({ hasText: 'Can’t reach Posthorn' })
  await banner.waitFor()
  await installation.restart()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await banner.waitFor({ state: 'detached' })
  await page.getByText('Ready to publish').first().waitFor()
  assert.match(page.url(), /compose\?post=post_/, 'nothing was published without a press')
})
