import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { plain } from '#test/world/pictures.ts'
import { connectNetworks } from '../connect-networks.ts'
import { openApi, openInstallation, signUp } from '../visitor.ts'

test('a story names in advance the networks that omit its text, and its preview shows no text', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await connectNetworks(api, ['instagram', 'facebook'], { url, sandboxUrl, person: 'user-101' })
  await page.goto(`${url}/p/${profileId}/compose`)
  const text = page.getByLabel('What do you want to say?')
  await text.fill('A story from the bakery')
  const upright = { name: 'oven.png', mimeType: 'image/png', buffer: await plain(540, 960, 3).png().toBuffer() }
  await page.locator('input[type=file]').first().setInputFiles(upright)
  await page.getByText('Link, title, first comment, language').click()
  await page.getByLabel('Kind of post').selectOption('Story')

  const issues = page.getByRole('region', { name: 'Things to look at' })
  for (const network of ['Instagram', 'Facebook'])
    await issues.getByText(`${network} stories do not show text, so the text is left out.`).waitFor()
  const previews = page.locator('[data-preview]')
  await until('the previews are stories', async () => (await previews.locator('[data-preview-text]').count()) === 0)
  assert.equal(await previews.locator('img').count(), 2)

  // It is an informational notice, and disappears with the text.
  const notices = issues.getByRole('listitem').filter({ hasText: 'do not show text' })
  assert.deepEqual([await notices.count(), await notices.getByRole('checkbox').count()], [2, 0])
  await text.fill('')
  await until('nothing is left out', async () => (await notices.count()) === 0)
  assert.deepEqual(faults, [])
})
