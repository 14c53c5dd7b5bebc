import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectBluesky, openApi, openInstallation, signUp } from '../visitor.ts'

test('many posts are rescheduled, moved to the trash and restored at once, and the valid rows of a CSV are imported', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  const inDays = (days: number) => new Date(Math.floor(Date.now() / 60_000) * 60_000 + days * 86_400_000).toISOString()
  const [first, second] = [inDays(3), inDays(4)]
  const write = (content: string, scheduledAt: string) =>
    api.post('/v1/posts', { profileId, content, platforms: ['bluesky'], scheduledAt })
  const rye = await write('Rye loaf', first)
  const rolls = await write('Rolls', second)
  const timeOf = async (id: string) => (await api.get(`/v1/posts/${id}`)).scheduledAt

  await page.getByRole('link', { name: 'Posts', exact: true }).click()
  await page.getByLabel('Select “Rye loaf”').check()
  await page.getByLabel('Select “Rolls”').check()
  const bar = page.getByRole('region', { name: '2 posts selected' })
  await bar.getByRole('button', { name: 'Shift times…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Days').fill('2')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('2 posts moved', { exact: true }).waitFor()
  assert.equal(Date.parse(await timeOf(rye.id)) - Date.parse(first), 2 * 86_400_000)
  assert.equal(Date.parse(await timeOf(rolls.id)) - Date.parse(second), 2 * 86_400_000)

  await page.getByLabel('Select “Rye loaf”').check()
  await page.getByLabel('Select “Rolls”').check()
  await bar.getByRole('button', { name: 'Move to trash' }).click()
  await page.getByText('2 posts moved to trash').waitFor()
  await page.getByRole('link', { name: 'Trash' }).click()
  await page.getByLabel('Select “Rolls”').check()
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('1 post restored').waitFor()
  assert.equal((await api.get(`/v1/posts/${rolls.id}`)).status, 'scheduled')

  await page.goto(`${url}/p/${profileId}/posts?import=true`)
  const csv = (text: string) => ({ name: 'posts.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const file = page.getByLabel('File')
  await file.setInputFiles(csv(`content,platforms,scheduledAt\nOpen again,bluesky,\nToo late,bluesky,yesterday\n`))
  const importButton = page.getByRole('button', { name: /^Import/ })
  await page.getByText('1 invalid row will be skipped.').waitFor()
  await file.setInputFiles(csv('content,platforms,scheduledAt\nToo late,bluesky,yesterday\n'))
  await page.getByText('Fix 1 row to import.').waitFor()
  assert.equal(await importButton.isDisabled(), true)
  const lines = ['content,platforms,scheduledAt', '"Open ""again"",\ntomorrow",bluesky,', 'Too late,bluesky,yesterday']
  await file.setInputFiles(csv([...lines, `On time,bluesky,${inDays(9)}`, ''].join('\r\n')))
  await page.getByRole('cell', { name: 'Open "again", tomorrow' }).waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save skipped rows' }).click()
  const skipped = await text(await (await saved).createReadStream())
  assert.equal(skipped, `${lines[0]}\r\n${lines[2]}\r\n`)
  await page.getByRole('button', { name: 'Import 2 posts' }).click()
  await page.getByText('2 posts imported').waitFor()
  await until('the table is in the list', async () => (await page.getByText('On time').count()) > 0)
  const { posts } = await api.get(`/v1/posts?profileId=${profileId}`)
  const contents = posts.map(({ content }: { content: string }) => content)
  assert.ok(contents.includes('Open "again",\ntomorrow') && !contents.includes('Too late'), contents.join())
  assert.deepEqual(faults, [])
})
