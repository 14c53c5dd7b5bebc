import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { openApi, openInstallation, signUp } from './visitor.ts'

const mostTabs = 90

const hasFocus = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => element === element.ownerDocument.activeElement)

/** Walks to a place by Tab alone, and presses a key there. */
async function press(page: Page, place: Locator, key = 'Enter'): Promise<void> {
  await place.waitFor()
  for (let tabs = 0; !(await hasFocus(place)); tabs++) {
    assert.ok(tabs < mostTabs, `${place} is not reached by Tab`)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press(key)
}

/** Waits until an element has the focus, so that keys go on from there and not from the top of the document. */
async function keepsFocus(page: Page, after: string): Promise<void> {
  await until(`the focus is kept after ${after}`, () => page.evaluate('document.activeElement !== document.body'))
}

test('by keys alone accounts are connected, and a post is written, scheduled and moved, and the focus is never lost', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const button = (name: string | RegExp) => page.getByRole('button', { name })

  const opened = page.waitForEvent('popup')
  await press(page, button('Connect X'))
  const consent = await opened
  await press(consent, consent.getByRole('button', { name: /alice/i }).first())
  await page.getByText('Connected: X').waitFor()
  await keepsFocus(page, 'connecting')
  await press(page, button(/the same way/))
  await page.getByText(/^Connected: .+, .+ and .+/).waitFor()
  await keepsFocus(page, 'connecting the others')

  await press(page, page.getByRole('main').getByRole('link', { name: 'Write a post' }))
  const words = page.getByLabel('What do you want to say?')
  await words.waitFor()
  await keepsFocus(page, 'opening the composer')
  await press(page, words, 'R')
  await page.keyboard.type('olls at nine')
  await press(page, page.getByLabel('Or type a time'), 't')
  await page.keyboard.type('omorrow 9:30')
  await page.keyboard.press('Enter')
  await page.getByText('Ready to go.').waitFor()
  await press(page, button(/^Schedule for 3/))
  await page.getByRole('heading', { name: 'Rolls at nine', level: 1 }).waitFor()
  await keepsFocus(page, 'scheduling')

  const api = await openApi(url, 'Ada')
  const [{ id, scheduledAt }] = (await api.get(`/v1/posts?profileId=${api.profileId}`)).posts
  await press(page, page.getByRole('link', { name: 'Calendar', exact: true }).first())
  const chip = page.locator(`[data-post="${id}"]`)
  await chip.waitFor()
  await keepsFocus(page, 'opening the calendar')
  await press(page, chip, 'm')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await until('the post is a day later', async () => {
    const moved = await api.get(`/v1/posts/${id}`)
    return Date.parse(moved.scheduledAt) - Date.parse(scheduledAt) === 86_400_000
  })
  await keepsFocus(page, 'moving')
  assert.deepEqual(faults, [])
})
