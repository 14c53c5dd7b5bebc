import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { plain } from '../world/pictures.ts'
import { connectBluesky, openApi, openInstallation, signUp } from './visitor.ts'

test('files are added to the library, described, found and deleted', async () => {
  await using installation = await openInstallation()
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, installation.url, 'Ada')
  await page.getByRole('link', { name: 'Media' }).first().click()
  await page.getByText('No files yet').waitFor()
  const buffer = await plain(40, 30).png().toBuffer()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      { name: 'rolls.png', mimeType: 'image/png', buffer },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a picture') },
    ])
  await page.getByRole('button', { name: /^rolls\.png/ }).waitFor()
  await page.getByText('notes.txt failed to upload').waitFor()
  await page.getByRole('button', { name: 'Cancel uploading notes.txt' }).click()

  await page.getByRole('button', { name: /^rolls\.png/ }).click()
  await page.getByRole('textbox', { name: 'Alt text' }).fill('Six rolls on a tray')
  const labels = page.getByRole('combobox', { name: 'Labels' })
  for (const name of ['bakery', 'autumn menu']) {
    await labels.fill(name)
    await labels.press('Enter')
    await page.getByRole('button', { name: `Remove label: ${name}` }).waitFor()
  }
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByText('Alt text ·').waitFor()
  await page.getByRole('searchbox').fill('autumn menu')
  await page.getByRole('button', { name: /^rolls\.png/ }).click()
  await page.getByRole('button', { name: 'Remove label: bakery' }).waitFor()
  await page.getByRole('button', { name: 'Remove label: autumn menu' }).waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('searchbox').fill('tray nowhere')
  await page.getByText('No matching files').waitFor()
  await page.getByRole('searchbox').fill('tray')
  await page.getByRole('button', { name: /^rolls\.png/ }).click()
  assert.match(page.url(), /q=tray&file=media_/)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No files yet').waitFor()
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('/v1/media/upload')),
    [],
  )
})

test('alt text written in the composer is in the library, where it can be corrected, and never replaces another one', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const { get, profileId } = await openApi(url, 'Ada')
  const isStored = (altText: string) =>
    until(`the library has “${altText}”`, async () => {
      const { media } = await get(`/v1/media?profileId=${profileId}`)
      return media[0]?.altText === altText
    })
  const compose = async () => {
    await page.getByRole('link', { name: 'New post' }).first().click()
    await page.getByRole('heading', { name: 'New post', level: 1 }).waitFor()
  }
  const describe = async (text: string) => {
    await page.getByRole('button', { name: /^Edit rolls\.png/ }).click()
    await page.getByRole('textbox', { name: 'Alt text' }).fill(text)
    await page.getByRole('button', { name: 'Done' }).click()
  }
  await compose()
  const buffer = await plain(40, 30).png().toBuffer()
  await page.locator('input[type=file]').first().setInputFiles({ name: 'rolls.png', mimeType: 'image/png', buffer })
  await describe('Six rols')
  await isStored('Six rols')
  await describe('Six rolls')
  await isStored('Six rolls')

  // The next post has it already, and another text there is only for that post.
  await page.getByRole('link', { name: 'Home' }).first().click()
  await compose()
  await page.getByRole('button', { name: 'Add images or a video' }).click()
  await page.getByRole('menuitem', { name: 'From library' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /rolls\.png/ })
    .click()
  await page.getByRole('button', { name: /^Edit rolls\.png\. Alt ✓/ }).click()
  assert.equal(await page.getByRole('textbox', { name: 'Alt text' }).inputValue(), 'Six rolls')
  await page.getByRole('textbox', { name: 'Alt text' }).fill('Rolls for this post')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.waitForURL(/post=post_/)
  const postId = new URL(page.url()).searchParams.get('post')
  await until('the post has its text', async () => {
    return (await get(`/v1/posts/${postId}`)).media[0]?.altText === 'Rolls for this post'
  })
  const { media } = await get(`/v1/media?profileId=${profileId}`)
  assert.deepEqual(
    media.map(({ altText }: { altText: string }) => altText),
    ['Six rolls'],
  )
})
