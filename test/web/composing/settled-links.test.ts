import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectNetworks } from '../connect-networks.ts'
import { openApi, openInstallation, signUp } from '../visitor.ts'

test('the page of a link is requested only once the link has not changed for a second', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit()
  const { page } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  await connectNetworks(api, ['bluesky'], { url, sandboxUrl, person: 'user-101' })
  const asked: string[] = []
  await page.route('**/v1/link-card?**', (route) => {
    const link = new URL(route.request().url()).searchParams.get('url') ?? ''
    asked.push(link)
    return route.fulfill({
      json: { url: link, state: 'read', title: `Page ${asked.length}`, description: null, imageUrl: null },
    })
  })
  await page.clock.install()
  await page.goto(`${url}/p/${api.profileId}/compose`)
  const field = page.getByLabel('What do you want to say?')
  await field.fill('Look: https://example.com/tower')
  await page.locator('[data-preview-card=read]').getByText('Page 1').waitFor()
  await page.clock.pauseAt(Date.now() + 60_000)
  for (const name of ['to', 'towe', 'tower-hill']) {
    await field.fill(`Look: https://example.com/${name}`)
    const card = page.locator('[data-preview-card]').getByText(`example.com/${name}`)
    // The preview draws with the page's clock.
    await until('the preview shows the link', async () => {
      await page.clock.runFor(10)
      return (await card.count()) > 0
    })
    await page.clock.runFor(700)
    assert.deepEqual(asked, ['https://example.com/tower'], name)
  }
  await page.clock.runFor(1_000)
  await until('the link is requested', async () => asked.length > 1)
  assert.deepEqual(asked, ['https://example.com/tower', 'https://example.com/tower-hill'])
})
