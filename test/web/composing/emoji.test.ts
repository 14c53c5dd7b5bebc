import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectBluesky, listBarriersInThemes, openApi, openInstallation, signUp } from '../visitor.ts'

test('emoji are found by their names in the reader’s language, and inserted at the caret by keyboard', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const { profileId } = await openApi(url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const compose = `${url}/p/${profileId}/compose`
  await page.goto(compose)
  const words = page.getByLabel('What do you want to say?')
  await words.fill('Rye  is back')
  await words.press('Home')
  for (let nth = 0; nth < 4; nth += 1) await words.press('ArrowRight')

  await page.getByRole('button', { name: 'Emoji' }).click()
  const picker = page.getByRole('dialog', { name: 'Emoji' })
  const search = picker.getByRole('combobox', { name: 'Search emoji' })
  await search.waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  await search.fill('loaf')
  await picker.getByRole('option', { name: 'bread', exact: true }).waitFor()
  await search.press('Enter')
  await until('the bread is at the caret', async () => (await words.inputValue()) === 'Rye 🍞 is back')
  await picker.waitFor({ state: 'detached' })
  // What is typed next follows the emoji.
  await page.keyboard.type('!')
  assert.equal(await words.inputValue(), 'Rye 🍞! is back')

  // The last emoji comes first, and a skin tone is remembered.
  await page.getByRole('button', { name: 'Emoji' }).click()
  await picker.getByRole('group', { name: 'Recent' }).getByRole('option', { name: 'bread' }).waitFor()
  await picker.getByLabel('Skin tone').selectOption('Dark')
  await search.fill('waving')
  await picker.getByRole('option', { name: 'waving hand', exact: true }).click()
  await until('the hand has its tone', async () => (await words.inputValue()) === 'Rye 🍞!👋🏿 is back')

  // A colon and the start of a name.
  await words.press('End')
  await page.keyboard.type(' :wav')
  const list = page.getByRole('listbox', { name: 'Emoji' })
  await list.getByRole('option', { name: 'waving hand' }).waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  await page.keyboard.press('Enter')
  await until('the hand replaces what was typed', async () => (await words.inputValue()).endsWith(' is back 👋🏿'))
  await page.keyboard.type(' 10:30 :')
  assert.equal(await list.count(), 0)
  assert.equal(await words.inputValue(), 'Rye 🍞!👋🏿 is back 👋🏿 10:30 :')

  await using german = await installation.visit({ locale: 'de-DE' })
  await german.page.goto(`${url}/auth/sign-in`)
  await german.page.getByLabel('E-Mail').fill('ada@example.com')
  await german.page.getByLabel('Passwort').fill('a few words in a row')
  await german.page.getByLabel('Passwort').press('Enter')
  await german.page.getByRole('heading', { name: /^Gute/, level: 1 }).waitFor()
  await german.page.goto(compose)
  await german.page.getByRole('button', { name: 'Emoji' }).click()
  const germanSearch = german.page.getByRole('combobox', { name: 'Emoji suchen' })
  // Without its accents.
  await germanSearch.fill('brotchen')
  await german.page
    .getByRole('option', { name: /brötchen|bagel|brot/i })
    .first()
    .waitFor()
  assert.deepEqual([...faults, ...german.faults], [])
})
