import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectBluesky, listBarriers, openApi, openInstallation, signUp } from '../visitor.ts'

test('many posts are edited at once: a range is selected, each change is reviewed, applied and undone', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const write = async (content: string, days: number): Promise<string> =>
    (await api.post('/v1/posts', { profileId, content, platforms: ['bluesky'], scheduledAt: inDays(days) })).id
  const ids = [await write('Rye from old.example', 2), await write('Oats', 3), await write('Spelt from old.example', 4)]
  const long = await write(`${'x'.repeat(280)} old.example`, 5)
  const textOf = async (id: string): Promise<string> => (await api.get(`/v1/posts/${id}`)).content

  await page.goto(`${url}/p/${profileId}/posts`)
  const boxes = page.getByRole('checkbox', { name: /^Select “/ })
  await boxes.nth(3).waitFor()
  await boxes.first().click()
  await boxes.nth(3).click({ modifiers: ['Shift'] })
  await page.getByText('4 posts selected').waitFor()
  await page.getByRole('button', { name: 'Edit…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Find', { exact: true }).fill('old.example')
  await dialog.getByLabel('Replace with').fill('a-much-longer-address.example')
  assert.deepEqual(await listBarriers(page), [])
  await dialog.getByRole('button', { name: 'Review changes' }).click()

  await dialog.getByText('2 posts to change').waitFor()
  await dialog.getByText('1 post not changed').waitFor()
  await dialog.getByText('1 post already up to date').waitFor()
  await dialog.getByRole('cell', { name: /^The text is 310 characters\. Bluesky allows 300\./ }).waitFor()
  await dialog.getByRole('cell', { name: 'Rye from a-much-longer-address.example' }).waitFor()
  assert.deepEqual(await listBarriers(page), [])
  await page.emulateMedia({ colorScheme: 'dark' })
  assert.deepEqual(await listBarriers(page), [])
  await page.emulateMedia({ colorScheme: 'light' })
  assert.equal(await textOf(ids[0] ?? ''), 'Rye from old.example')

  await dialog.getByRole('button', { name: 'Edit 2 posts' }).click()
  await page.getByRole('heading', { name: '2 posts edited' }).first().waitFor()
  assert.equal(await textOf(ids[0] ?? ''), 'Rye from a-much-longer-address.example')
  assert.match(await textOf(long), /old\.example$/)
  const bar = page.getByRole('region', { name: '2 posts edited' })
  await bar.getByText(/^You can undo this until \d\d:\d\d\.$/).waitFor()
  assert.deepEqual(await listBarriers(page), [])
  // It stays when the message is gone, and when the reader was on another page.
  await page.getByRole('link', { name: 'Queue' }).first().click()
  await page.getByRole('heading', { name: 'Queue', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Posts', exact: true }).first().click()
  await bar.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('2 posts restored').waitFor()
  await bar.waitFor({ state: 'detached' })
  assert.equal(await textOf(ids[0] ?? ''), 'Rye from old.example')
})

test('on a phone and by keyboard: Shift and space select a range, and the dialog fits and keeps the focus', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ viewport: { width: 390, height: 844 } })
  const { page } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await api.patch(`/v1/profiles/${profileId}`, { requiredApprovals: 1 })
  const posts = ['Rye', 'Oats', 'Spelt'].map((content) => ({ profileId, content, saveAsDraft: true }))
  await api.post('/v1/posts/bulk', { posts })
  await page.goto(`${url}/p/${profileId}/posts`)
  const boxes = page.getByRole('checkbox', { name: /^Select “/ })
  await boxes.nth(2).waitFor()
  await boxes.first().focus()
  await page.keyboard.press('Space')
  await page.getByText('1 post selected').waitFor()
  await page.getByRole('button', { name: 'Select all 3 posts' }).waitFor()
  await boxes.nth(2).focus()
  await page.keyboard.press('Shift+Space')
  await page.getByText('3 posts selected').waitFor()
  await page.getByRole('button', { name: 'Edit…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New first comment').fill('More in our shop')
  await dialog.getByRole('button', { name: 'Review changes' }).press('Enter')
  await dialog.getByText('3 posts to change').waitFor()
  assert.ok(await page.evaluate('document.activeElement.closest("[role=dialog]") !== null'))
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
  assert.deepEqual(await listBarriers(page), [])
  await dialog.getByRole('button', { name: 'Edit 3 posts' }).press('Enter')
  await page.getByRole('heading', { name: '3 posts edited' }).first().waitFor()
  const { posts: stored } = await api.get(`/v1/posts?profileId=${profileId}&limit=10`)
  assert.deepEqual(
    stored.map(({ firstComment }: { firstComment: string }) => firstComment),
    Array(3).fill('More in our shop'),
  )

  await boxes.first().check()
  await page.getByRole('button', { name: 'Select all 3 posts' }).press('Enter')
  await page.getByRole('button', { name: 'Edit…' }).press('Enter')
  await dialog.getByLabel('Remove the first comment').check()
  assert.ok(await dialog.getByLabel('New first comment').isDisabled())
  await dialog.getByLabel('Request approval').check()
  assert.deepEqual(await listBarriers(page), [])
  await dialog.getByRole('button', { name: 'Review changes' }).press('Enter')
  await dialog.getByRole('row', { name: 'Approval None Requested' }).first().waitFor()
  await dialog.getByRole('button', { name: 'Edit 3 posts' }).press('Enter')
  await until('approval of each is requested, and no first comment is left', async () => {
    const { posts: asked } = await api.get(`/v1/posts?profileId=${profileId}&limit=10&approval=waiting`)
    return asked.length === 3 && asked.every(({ firstComment }: { firstComment: unknown }) => firstComment === null)
  })
})
