import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectBluesky, openApi, openInstallation, signUp } from '../visitor.ts'

/** Words of the API, which no page shows. */
const forPrograms = /confirmWarnings|postIds|`/

test('a page that the service warns says why in people’s words, marks the drafts, and lets a person continue', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  const write = (content: string, more: object = {}) =>
    api.post('/v1/posts', { profileId, content, platforms: ['bluesky'], saveAsDraft: true, ...more })
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString()
  await write('Rye is back', { saveAsDraft: false, scheduledAt: inTwoDays })
  const long = await write(`Rolls ${'and rolls '.repeat(40)}`)
  const same = await write('Rye is back')

  // The queue marks the draft that no network would take, and the one that is planned already.
  await page.goto(`${url}/p/${profileId}/queue`)
  await page.getByRole('button', { name: 'Schedule 2 drafts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule your drafts' })
  await dialog.getByRole('button', { name: 'Schedule 2 posts' }).click()
  const rowOf = (text: string) => dialog.getByRole('listitem').filter({ hasText: text })
  await rowOf('Rolls')
    .getByText(/too long|characters/)
    .waitFor()
  assert.doesNotMatch(await dialog.innerText(), forPrograms)
  await rowOf('Rolls').getByRole('checkbox').uncheck()
  await dialog.getByRole('button', { name: 'Schedule 1 post' }).click()
  await dialog.getByText('Check this first').waitFor()
  await rowOf('Rye is back')
    .getByText(/already|same/)
    .waitFor()
  assert.doesNotMatch(await dialog.innerText(), forPrograms)
  await dialog.getByRole('button', { name: 'Schedule anyway' }).click()
  await page.getByText('1 post scheduled').waitFor()
  assert.equal((await api.get(`/v1/posts/${same.id}`)).status, 'scheduled')
  assert.equal((await api.get(`/v1/posts/${long.id}`)).status, 'draft')

  // So does the page of a post.
  const third = await write('Rye is back')
  await page.goto(`${url}/p/${profileId}/posts/${third.id}`)
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByText('Check this first').waitFor()
  assert.doesNotMatch(await page.getByRole('main').innerText(), forPrograms)
  await page.getByRole('button', { name: 'Publish anyway' }).click()
  await until('it is published', async () => (await api.get(`/v1/posts/${third.id}`)).status === 'published')
  const refused = faults.filter((fault) => fault.includes('status of 400'))
  assert.deepEqual([refused.length, faults.length], [3, 3], faults.join('\n'))
})
