import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectBluesky, openApi, openInstallation, signUp, untilHolds } from '../visitor.ts'

test('the composer warns about a duplicate post with its time and a link, for a number of days that the brand sets', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'Asia/Tokyo' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const content = 'Rye on Monday'
  const { id } = await api.post('/v1/posts', {
    profileId,
    content,
    platforms: ['bluesky'],
    scheduledAt: `${tomorrow}T09:00:00Z`,
  })

  await page.getByRole('link', { name: 'New post' }).first().click()
  await page.getByLabel('What do you want to say?').fill(`${content} `)
  const issues = page.getByRole('region', { name: 'Before you publish' })
  await issues.getByText(/^The same post is scheduled for .*18:00\. Open that post$/).waitFor()
  const link = issues.getByRole('link', { name: 'Open that post' })
  assert.equal(await link.getAttribute('href'), `/p/${profileId}/posts/${id}`)
  await page.getByRole('button', { name: 'Publish to 1 account' }).click()
  await page.getByText('Review 1 warning to publish.').waitFor()

  await page.getByLabel('What do you want to say?').fill('Monday: on rye')
  await issues.getByText(/^Nearly the same text is scheduled for .*18:00\. Open that post$/).waitFor()
  assert.equal(await link.getAttribute('href'), `/p/${profileId}/posts/${id}`)
  assert.equal(await issues.getByLabel('Publish anyway').count(), 0)
  await page.getByLabel('What do you want to say?').fill(`${content} `)

  await issues.getByLabel('Publish anyway').check()
  await page.getByRole('button', { name: 'Publish to 1 account' }).click()
  await page.getByRole('heading', { level: 1, name: content }).waitFor()
  const { posts } = await api.get(`/v1/posts?profileId=${profileId}`)
  assert.equal(posts.length, 2)

  // An unchanged scheduled post is not reported as a duplicate of itself.
  await page.goto(`${url}/p/${profileId}/compose?post=${id}`)
  await untilHolds(page.getByLabel('What do you want to say?'), content)
  await page.getByText('Ready to publish').waitFor()

  await page.goto(`${url}/p/${profileId}/settings`)
  const days = page.getByLabel('Warn about the same post within (days)')
  await untilHolds(days, '7')
  await days.fill('0')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await until('the brand keeps it', async () => (await api.get(`/v1/profiles/${profileId}`)).samePostDays === 0)
  assert.deepEqual(faults, [])
})
