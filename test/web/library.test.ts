import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plain } from '../world/pictures.ts'
import { openInstallation, signUp } from './visitor.ts'

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
