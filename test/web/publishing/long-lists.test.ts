import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { connectBluesky, listBarriers, openApi, openInstallation, password, signUp } from '../visitor.ts'

/** Records the page's reads of posts: `list` for a part of a list, `post` for a single one. */
function noteReads(page: Page): string[] {
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && pathname === '/v1/posts') reads.push('list')
    if (request.method() === 'GET' && /^\/v1\/posts\/post_\w+$/.test(pathname)) reads.push('post')
  })
  return reads
}

test('a list of hundreds of posts renders only visible rows and fetches only changed posts; a part that fails to load can be retried', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  {
    await using first = await installation.visit()
    await signUp(first.page, url, 'Ada')
  }
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  const write = (count: number, content: string) =>
    api.post('/v1/posts/bulk', {
      posts: Array.from({ length: count }, (_, nth) => ({
        profileId,
        content: `${content} ${nth}`,
        saveAsDraft: true,
      })),
    })
  for (const batch of ['Rye', 'Spelt', 'Oat', 'Wheat', 'Barley', 'Malt']) await write(50, batch)

  // Like on plain http from another machine: no service worker caches the application.
  await using visitor = await installation.visit({ serviceWorkers: 'block' })
  const { page } = visitor
  await page.route(/assets\/open-menu/, (route) => route.abort())
  await page.goto(`${url}/auth/sign-in?next=${encodeURIComponent(`/p/${profileId}/posts`)}`)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const row = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await row('Malt 49').waitFor()
  await until('all parts are loaded', async () => {
    // One frame between two checks: without it the page never notices that its end is near.
    await page.evaluate('new Promise(requestAnimationFrame).then(() => scrollTo(0, document.body.scrollHeight))')
    return (await page.getByText('Rye 0', { exact: true }).count()) === 1
  })
  assert.equal(await row('Rye 0').getAttribute('aria-posinset'), '300')
  assert.ok((await page.getByRole('listitem').count()) < 150)
  assert.deepEqual(await listBarriers(page), [])

  const reads = noteReads(page)
  const { posts } = await api.get(`/v1/posts?profileId=${profileId}&q=${encodeURIComponent('Rye 0')}`)
  await api.patch(`/v1/posts/${posts[0].id}`, { content: 'Baked at five' })
  await row('Baked at five').waitFor()
  await page.evaluate('scrollTo(0, 0)')
  await row('Malt 49').waitFor()
  await write(1, 'Fresh')
  await row('Fresh 0').waitFor()
  assert.equal(await row('Fresh 0').getAttribute('aria-posinset'), '1')
  await api.delete(`/v1/posts/${posts[0].id}`)
  await until('it is gone', async () => (await row('Malt 49').getAttribute('aria-setsize')) === '300')
  assert.deepEqual(reads, ['post', 'post', 'post'])

  // The menu's code fails to load: the page stays, shows the error, and the menu opens once its code is available.
  const menu = row('Fresh 0').getByRole('button')
  await menu.click()
  const alert = page.getByRole('alert').filter({ hasText: 'didn’t load' })
  await alert.waitFor()
  await alert.getByRole('button', { name: 'Reload page' }).waitFor()
  await page.unroute(/assets\/open-menu/)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
  assert.equal(await alert.count(), 0)
})

test('with sixty accounts the composer shows the selected ones first, finds the others, and keeps the text visible', async () => {
  await using installation = await openInstallation()
  await using visitor = await installation.visit({ viewport: { width: 390, height: 844 } })
  const { page } = visitor
  await signUp(page, installation.url, 'Ada')
  const { post, profileId } = await openApi(installation.url, 'Ada')
  await page.goto(`${installation.url}/p/${profileId}/connections`)
  await connectBluesky(page)
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString()
  await post('/v1/posts', { profileId, content: 'Rolls', platforms: ['bluesky'], scheduledAt })
  // Simulates sixty connected accounts, the last of which is the default.
  await page.route(/\/v1\/platforms\/accounts\?/, async (route) => {
    const response = await route.fetch()
    const [own] = await response.json()
    const others = Array.from({ length: 59 }, (_, nth) => ({
      ...own,
      id: `acc_${nth}`,
      accountId: `acc_${nth}`,
      displayName: `Bakery ${nth}`,
      isDefault: false,
    }))
    await route.fulfill({ response, json: [...others, own] })
  })
  await page.goto(`${installation.url}/p/${profileId}/compose`)
  const tabs = page.getByRole('tablist', { name: 'Accounts' }).getByRole('tab')
  await until('the row has a few of them', async () => (await tabs.count()) === 12)
  assert.equal(await tabs.first().getAttribute('aria-selected'), 'true')
  const words = await page.getByLabel('What do you want to say?').boundingBox()
  assert.ok(words && words.y < 600, JSON.stringify(words))
  assert.deepEqual(await listBarriers(page), [])
  await page.getByRole('button', { name: '48 more accounts' }).click()
  const list = page.getByRole('dialog', { name: 'Choose accounts' })
  const boxes = list.getByRole('checkbox')
  assert.equal(await boxes.count(), 60)
  assert.ok(await boxes.first().isChecked())
  assert.deepEqual(await listBarriers(page), [])
  await list.getByLabel('Search accounts').fill('bakery 42')
  await until('one account is found', async () => (await boxes.count()) === 1)
  await boxes.check()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('tab', { name: /Bakery 42$/ }).getAttribute('data-on'), 'true')

  await page.goto(`${installation.url}/p/${profileId}/queue`)
  await page.getByLabel('Account', { exact: true }).selectOption({ label: 'Bluesky · Bakery 42' })
  await page.waitForURL(/account=acc_42/)
})
