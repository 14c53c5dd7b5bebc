import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectBluesky, openApi, openInstallation, signUp } from '../visitor.ts'

test('the service sorts and filters the list of posts; days have headings, and tabs have counts', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const { post, profileId } = await openApi(url, 'Ada')
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const write = (content: string, days: number) =>
    post('/v1/posts', { profileId, content, platforms: ['bluesky'], scheduledAt: inDays(days) })
  // Written in another order than they are published.
  await write('Rolls', 9)
  await post('/v1/posts', { profileId, content: 'Idea', saveAsDraft: true })
  await write('Rye', 3)
  await write('Spelt', 3)

  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/v1/posts') asked.push(search)
  })
  await page.goto(`${url}/p/${profileId}/posts`)
  const rows = page.getByRole('listitem')
  const shows = (...texts: readonly string[]) =>
    until(texts.join(), async () => {
      const found = await rows.allInnerTexts()
      return found.length === texts.length && found.every((text, nth) => text.includes(texts[nth] ?? ''))
    })
  await shows('Idea', 'Rolls', 'Spelt', 'Rye')
  const headings = page.getByRole('list', { name: 'Posts' }).getByRole('heading', { level: 2 })
  assert.deepEqual(
    (await headings.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').replace(/^\w+,? \d+ \w+/, 'day')),
    ['No date yet 1 post', 'day 1 post', 'day 2 posts'],
  )
  await page.getByRole('link', { name: 'Scheduled 3' }).waitFor()

  await page.getByLabel('Sort', { exact: true }).selectOption('Oldest first')
  await shows('Rye', 'Spelt', 'Rolls', 'Idea')
  await page.getByLabel('Sort', { exact: true }).selectOption('Most impressions')
  await until('no days without an order by time', async () => (await headings.count()) === 0)
  await page.getByText('No metrics yet').first().waitFor()
  assert.match(asked.at(-1) ?? '', /sort=impressions/)

  const fillOf = (button: string) => page.evaluate<string>(`getComputedStyle(${button}).backgroundColor`)
  const plain = await fillOf(`[...document.querySelectorAll('button')].find((one) => one.textContent === 'Dates')`)
  await page.getByRole('button', { name: 'Dates' }).click()
  await page.getByLabel('From', { exact: true }).fill(inDays(8).slice(0, 10))
  await page.getByLabel('To', { exact: true }).fill(inDays(10).slice(0, 10))
  await page.getByRole('button', { name: 'Apply' }).click()
  await shows('Rolls')
  await until(
    'active dates look active',
    async () => (await fillOf(`document.querySelector('button:has(+ [aria-label="Show any date"])')`)) !== plain,
  )
  assert.match(page.url(), /from=.+&to=.+/)
  await page.getByLabel('Search posts').fill('Rye')
  await page.getByText('No results for “Rye”').waitFor()
  await page.getByRole('button', { name: 'Show all posts' }).click()
  await shows('Idea', 'Rolls', 'Spelt', 'Rye')
  assert.deepEqual(faults, [])
})
