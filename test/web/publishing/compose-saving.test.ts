import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { connectBluesky, openInstallation, password, signUp, untilHolds } from '../visitor.ts'

const words = (page: Page) => page.getByLabel('What do you want to say?')
const state = (page: Page, name: string | RegExp) =>
  page
    .getByText(name, { exact: typeof name === 'string' })
    .first()
    .waitFor()

/** Opens the page of a new post, with one account that it goes to. */
async function openComposer(page: Page, url: string, name: string): Promise<void> {
  await signUp(page, url, name)
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  await page.getByRole('link', { name: 'New post' }).first().click()
}

async function signIn(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/auth/sign-in`)
  await page.getByLabel('Email').fill(`${name.toLowerCase()}@example.com`)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/p\/prof_/)
}

test('the first words make a draft, offline they stay here, and a closed tab loses none', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await openComposer(page, url, 'Ada')

  await words(page).fill('The bakery')
  await page.waitForURL(/post=post_/)
  await state(page, 'Saved')
  assert.deepEqual(faults, [])

  await page.context().setOffline(true)
  await words(page).fill('The bakery opens')
  await state(page, 'Offline, kept here')
  await words(page).fill('The bakery opens at six.')
  // The tab goes away while the service cannot be reached; a new one finds the words.
  const address = page.url()
  await page.close({ runBeforeUnload: false })
  const again = await page.context().newPage()
  await page.context().setOffline(false)
  await again.goto(address)
  await until('the words are back', async () => (await words(again).inputValue()) === 'The bakery opens at six.')
  await state(again, /We brought back what you wrote/)
  await state(again, 'Saved')

  await again.reload()
  await until('the service has them', async () => (await words(again).inputValue()) === 'The bakery opens at six.')
  assert.equal(await again.getByText(/We brought back/).count(), 0)
})

test('two people change one draft: different fields merge, and the same text is shown side by side', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using first = await installation.visit()
  await using second = await installation.visit()
  const [ada, other] = [first.page, second.page]
  await openComposer(ada, url, 'Ada')
  await words(ada).fill('Rolls at six.')
  await ada.waitForURL(/post=post_/)
  await state(ada, 'Saved')
  await signIn(other, url, 'Ada')
  await other.goto(ada.url())
  await until('the other sees the draft', async () => (await words(other).inputValue()) === 'Rolls at six.')

  await other.getByRole('button', { name: /^Alice/ }).click()
  await state(other, 'Saved')
  await until(
    'Ada sees the account go',
    async () => (await ada.getByRole('button', { name: /^Alice/ }).getAttribute('aria-pressed')) === 'false',
  )
  assert.equal(await words(ada).inputValue(), 'Rolls at six.')

  await first.page.context().setOffline(true)
  await words(ada).fill('Rolls at seven.')
  await words(other).fill('Rolls at five.')
  await state(other, 'Saved')
  await first.page.context().setOffline(false)
  const dialog = ada.getByRole('dialog', { name: 'Two versions of the same post' })
  await dialog.waitFor()
  await dialog.getByText('Rolls at seven.').waitFor()
  await dialog.getByText('Rolls at five.').waitFor()
  await dialog.getByRole('radio', { name: 'Keep both' }).check()
  await dialog.getByRole('button', { name: 'Continue with this' }).click()
  await state(ada, 'Saved')
  const both = 'Rolls at seven.\n\nRolls at five.'
  await untilHolds(words(ada), both)
  await untilHolds(words(other), both)
})
