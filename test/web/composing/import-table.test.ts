import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInstallation, signUp } from '../visitor.ts'

test('the button of an import counts posts only once a file has some, and never offers to import none', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Posts', exact: true }).first().click()
  await page.getByRole('button', { name: 'Import or export' }).click()
  await page.getByRole('menuitem', { name: 'Import CSV…' }).click()
  const dialog = page.getByRole('dialog')
  const importPosts = dialog.getByRole('button', { name: 'Import posts' })
  await importPosts.waitFor()
  assert.equal(await importPosts.isDisabled(), true)
  const control = await dialog.locator('input[type=file]').boundingBox()
  assert.ok((control?.width ?? 0) <= 1, 'the browser’s own file control is hidden')
  const choose = (rows: string) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'posts.csv', mimeType: 'text/csv', buffer: Buffer.from(`content,scheduledAt\n${rows}`) })
  await choose('Rolls at six,\nBuns at seven,\n')
  await dialog.getByRole('button', { name: 'Import 2 posts' }).waitFor()
  await choose('')
  await importPosts.waitFor()
  assert.equal(await dialog.getByRole('button', { name: /Import 0/ }).count(), 0)

  // A time that is years away has its year.
  await choose('Rolls at six,2020-01-02T09:00:00Z\n')
  await dialog.getByText(/Thu,? 2 Jan 2020/).waitFor()
  assert.deepEqual(faults, [])
})
