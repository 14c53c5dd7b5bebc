import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openByKey, openInstallation, signUp } from '../visitor.ts'

test('what is typed right after Control+K is in the search, even before the code of the palette has arrived', async () => {
  await using installation = await openInstallation()
  // The worker of the page would have the file.
  await using visitor = await installation.visit({ serviceWorkers: 'block' })
  const { page, faults } = visitor
  let deliver = (): void => {}
  const asked = new Promise<void>((resolve) =>
    page.route(/assets\/palette-.*\.js/, async (route) => {
      await new Promise<void>((go) => {
        deliver = go
        resolve()
      })
      await route.continue()
    }),
  )
  await signUp(page, installation.url, 'Ada')
  const home = page.url()
  await openByKey(page, '?')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.keyboard.press('Control+k')
  await asked
  // Each letter is also the key of an action, such as “c” for a new post.
  await page.keyboard.type('cazl')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  deliver()
  const field = page.getByRole('combobox')
  await field.waitFor()
  await page.getByRole('option', { name: 'Calendar' }).waitFor()
  await page.keyboard.type('l')
  await page.waitForFunction('document.activeElement.value === "cal"')
  assert.equal(page.url(), home)
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  assert.deepEqual(faults, [])
})
