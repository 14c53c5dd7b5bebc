import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectInWindow, listBarriersInThemes, openApi, openInstallation, signUp, untilHolds } from '../visitor.ts'

test('before an account is connected, people write and keep drafts, and the text is there after connecting', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  const text = page.getByLabel('What do you want to say?')
  const find = async (content: string) =>
    (await api.get(`/v1/posts?profileId=${profileId}`)).posts.find(
      (post: { content: string }) => post.content === content,
    )

  await page.getByRole('link', { name: 'New post' }).first().click()
  await text.fill('Rye on Saturday')
  await until('the draft is saved', async () => (await find('Rye on Saturday')) !== undefined)
  const saved = await find('Rye on Saturday')
  assert.deepEqual([saved.status, saved.platforms], ['draft', []])
  await page.waitForURL(/compose\?post=/)
  assert.deepEqual(await listBarriersInThemes(page), [])

  // The button says why it can't publish, and where to go. Nothing was sent.
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'No account is connected yet.' })
  await text.fill('Rye on Saturday, ten loaves')
  await alert.getByRole('link', { name: 'Connect an account' }).click()
  await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  assert.equal((await find('Rye on Saturday, ten loaves')).status, 'draft', 'leaving saves the last words')

  await connectInWindow(page, 'X')
  await page.getByRole('link', { name: 'Keep writing' }).click()
  await untilHolds(text, 'Rye on Saturday, ten loaves')
  await page.getByRole('button', { name: 'Publish to 1 account' }).click()
  await page.getByRole('heading', { level: 1, name: /^Rye on Saturday, ten loaves/ }).waitFor()
  await until('it is published', async () => (await find('Rye on Saturday, ten loaves')).status === 'published')

  // The page of connections offers the way back only once.
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Keep writing' }).count(), 0)
  assert.deepEqual(faults, [])
})

test('an account that is connected while a post is open can be chosen for it, and is saved with it', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await page.getByRole('link', { name: 'New post' }).first().click()
  await page.getByLabel('What do you want to say?').fill('Rolls at six')
  await page.waitForURL(/compose\?post=/)

  const other = await page.context().newPage()
  await other.goto(`${url}/p/${profileId}/connections`)
  await connectInWindow(other, 'X')
  await page.bringToFront()
  await page.getByRole('button', { name: 'Publish to 1 account' }).waitFor()
  const read = async () => (await api.get(`/v1/posts?profileId=${profileId}`)).posts[0]
  await until('the account is saved', async () => (await read()).platforms.length === 1)
  assert.equal((await read()).content, 'Rolls at six')
})
