import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { plain } from '#test/world/pictures.ts'
import { connectNetworks } from '../connect-networks.ts'
import { openApi, openInstallation, signUp } from '../visitor.ts'

test('the composer of a story names in advance the networks that omit its text, and its preview shows no text', async () => {
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
  await page.locator('[data-field=format]').getByLabel('Post type').selectOption('Story')

  const issues = page.getByRole('region', { name: 'Before you publish' })
  // It is an informational notice, and disappears with the text.
  const notices = issues.getByRole('listitem').filter({ hasText: 'don’t show text' })
  const preview = page.locator('[data-preview]')
  for (const network of ['Instagram', 'Facebook']) {
    await page.getByRole('tab', { name: new RegExp(`^${network}`) }).click()
    await issues.getByText(`${network} stories don’t show text. Your text won’t be sent.`).waitFor()
    await until('the preview is a story', async () => (await preview.locator('[data-preview-text]').count()) === 0)
    assert.equal(await preview.locator('[data-preview-media] img').count(), 1)
    assert.deepEqual([await notices.count(), await notices.getByRole('checkbox').count()], [1, 0])
  }
  await text.fill('')
  await until('nothing is left out', async () => (await notices.count()) === 0)
  assert.deepEqual(faults, [])
})
