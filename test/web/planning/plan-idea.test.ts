import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { plain } from '#test/world/pictures.ts'
import { listBarriersInThemes, openApi, openInstallation, signUp } from '../visitor.ts'

/** A day of next month, which cannot pass while the test runs. */
const dayOf = (day: number): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, day)).toISOString().slice(0, 10)
}
const postIn = (address: string) => new URL(address).searchParams.get('post') ?? ''

test('an idea of the tray is dropped on a day, and opens in the composer with its text, file, label and the time', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC', viewport: { width: 1440, height: 900 } })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const { profileId, get, post, token } = await openApi(url, 'Ada')
  const label = await post('/v1/labels', { profileId, name: 'Winter' })
  const form = new FormData()
  form.set('profileId', profileId)
  form.set('file', new Blob([await plain(8, 8).png().toBuffer()], { type: 'image/png' }), 'lamp.png')
  const headers = { authorization: `Bearer ${token}` }
  const uploaded = await fetch(`${url}/v1/media/upload`, { method: 'POST', headers, body: form })
  const media = (await uploaded.json()) as { readonly id: string }
  const make = async (title: string, more: object = {}): Promise<string> =>
    (await post('/v1/ideas', { profileId, title, ...more })).id
  const lamp = await make('Lamp', { text: 'How the lamp works', labelIds: [label.id], mediaIds: [media.id] })
  const boat = await make('Boat')
  const used = await make('Used')
  await post(`/v1/ideas/${used}/post`, {})

  await page.goto(`${url}/p/${profileId}/calendar?date=${dayOf(10)}`)
  await page.getByRole('button', { name: 'Drafts 1' }).click()
  const tray = page.getByRole('complementary', { name: 'Drafts' })
  await tray.getByRole('button', { name: 'Ideas' }).click()
  const card = (id: string) => tray.locator(`[data-idea="${id}"]`)
  await card(lamp).waitFor()
  assert.deepEqual([await card(boat).count(), await card(used).count()], [1, 0])
  assert.deepEqual(await listBarriersInThemes(page), [])

  await card(lamp).dragTo(page.locator(`[data-day="${dayOf(12)}"]`))
  await page.waitForURL(/\/compose\?post=/)
  const field = page.getByLabel('What do you want to say?')
  await until('the composer has the text', async () => (await field.inputValue()) === 'How the lamp works')
  const draft = await get(`/v1/posts/${postIn(page.url())}`)
  assert.deepEqual(
    [draft.status, draft.content, draft.tags, draft.media.length, draft.scheduledAt.slice(0, 16), draft.ideaId],
    ['draft', 'How the lamp works', ['Winter'], 1, `${dayOf(12)}T09:00`, lamp],
  )

  // The filter of the calendar narrows the ideas, too.
  await page.goto(`${url}/p/${profileId}/calendar?date=${dayOf(10)}&label=winter`)
  await page.getByRole('button', { name: 'Drafts 0' }).click()
  await tray.getByRole('button', { name: 'Ideas' }).click()
  await tray.getByText('No ideas without a post').waitFor()
  await page.goto(`${url}/p/${profileId}/calendar?date=${dayOf(10)}&network=bluesky`)
  await page.getByRole('button', { name: 'Drafts 0' }).click()
  await tray.getByRole('button', { name: 'Ideas' }).click()
  await tray.getByText('this filter hides them').waitFor()
  await page.goto(`${url}/p/${profileId}/calendar?date=${dayOf(10)}`)
  await page.getByRole('button', { name: 'Drafts 1' }).click()
  await tray.getByRole('button', { name: 'Ideas' }).click()
  await card(boat).waitFor()
  assert.equal(await card(lamp).count(), 0)

  // Someone else is faster.
  const { id: theirs } = await post(`/v1/ideas/${boat}/post`, {})
  await card(boat).dragTo(page.locator(`[data-day="${dayOf(13)}"]`))
  await page.getByText('This idea already has a post').waitFor()
  await card(boat).waitFor({ state: 'detached' })
  const { posts } = await get(`/v1/ideas/${boat}/posts`)
  assert.deepEqual(
    posts.map(({ id }: { id: string }) => id),
    [theirs],
  )
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('status of 409')),
    [],
  )
})

test('an idea is planned on a day with the keyboard in the tray, and on a phone from the board', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC', viewport: { width: 1440, height: 900 } })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const { profileId, get, post } = await openApi(url, 'Ada')
  for (const title of ['Boat', 'Lamp']) await post('/v1/ideas', { profileId, title })
  const choose = async (at: string) => {
    await page.getByRole('menuitem', { name: 'Plan on…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Plan on…' })
    await dialog.getByLabel('New time').fill(at)
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await page.waitForURL(/\/compose\?post=/)
    const { scheduledAt, content, status } = await get(`/v1/posts/${postIn(page.url())}`)
    return [content, status, scheduledAt.slice(0, 16)]
  }
  await page.goto(`${url}/p/${profileId}/calendar?date=${dayOf(10)}`)
  await page.getByRole('button', { name: 'Drafts 0' }).press('Enter')
  const tray = page.getByRole('complementary', { name: 'Drafts' })
  await tray.getByRole('button', { name: 'Ideas' }).press('Enter')
  await tray.getByRole('button', { name: 'Actions for “Lamp”' }).press('Enter')
  assert.deepEqual(await choose(`${dayOf(14)}T16:30`), ['Lamp', 'draft', `${dayOf(14)}T16:30`])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${url}/p/${profileId}/posts?tab=ideas`)
  await page.getByRole('button', { name: 'Actions for “Boat”' }).press('Enter')
  assert.deepEqual(await choose(`${dayOf(15)}T08:00`), ['Boat', 'draft', `${dayOf(15)}T08:00`])
  await until('both ideas have a post', async () =>
    (await get(`/v1/ideas?profileId=${profileId}`)).ideas.every(
      ({ postCount }: { postCount: number }) => postCount === 1,
    ),
  )
  assert.deepEqual(faults, [])
})
