import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { connectNetworks } from '../connect-networks.ts'
import { openApi, openInstallation, signUp } from '../visitor.ts'
import { findFocusFault } from './judge-focus.ts'

const mostTabs = 90

const hasFocus = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => element === element.ownerDocument.activeElement)

/** Moves to an element with Tab only, checks the focus at each step, and presses a key there. */
async function press(page: Page, place: Locator, key = 'Enter'): Promise<void> {
  await place.waitFor()
  for (let tabs = 0; !(await hasFocus(place)); tabs++) {
    assert.ok(tabs < mostTabs, `${place} is not reached by Tab`)
    await page.keyboard.press('Tab')
    assert.equal(await findFocusFault(page), '')
  }
  await page.keyboard.press(key)
}

/**
 * Waits until an element has the focus, so that keyboard navigation continues there and not at the top of the document.
 */
async function keepsFocus(page: Page, after: string): Promise<void> {
  await until(`the focus is kept after ${after}`, () => page.evaluate('document.activeElement !== document.body'))
}

test('with only the keyboard, accounts can be connected and a post written, scheduled and moved; focus is never lost or hidden', async () => {
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
  await press(page, button(/^Connect .* too$/))
  await page.getByText(/^Connected: .+, .+ and .+/).waitFor()
  await keepsFocus(page, 'connecting the others')

  await press(page, page.getByRole('main').getByRole('link', { name: 'Write a post' }))
  const words = page.getByLabel('What do you want to say?')
  await words.waitFor()
  await keepsFocus(page, 'opening the composer')
  await press(page, words, 'R')
  await page.keyboard.type('olls at nine')
  await press(page, button('When: Now'))
  await press(page, page.getByLabel('Or type a time'), 't')
  await page.keyboard.type('omorrow 9:30')
  await page.keyboard.press('Enter')
  await page.getByText('Ready to publish').waitFor()
  await press(page, button(/^Schedule for .+ · 3 accounts$/))
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

test('with only the keyboard, a failed post can be retried and a webhook delivery resent; focus is never lost or hidden', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await connectNetworks(await openApi(url, 'Ada'), ['bluesky'], { url, sandboxUrl, person: 'alice' })
  await page.reload()
  const button = (name: string | RegExp) => page.getByRole('button', { name })

  await press(page, button('Simulate failures'))
  const panel = page.getByRole('complementary', { name: 'Simulate failures' })
  await press(page, panel.getByRole('button', { name: 'Rejected post' }))
  await press(page, panel.getByRole('button', { name: 'Start' }))
  await panel.getByText('1 request left').waitFor()
  await keepsFocus(page, 'breaking a network')
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await keepsFocus(page, 'closing the weather')

  await press(page, page.getByRole('link', { name: 'New post' }).first())
  await press(page, page.getByLabel('What do you want to say?'), 'R')
  await page.keyboard.type('olls at nine')
  await page.getByText('Ready to publish').waitFor()
  await press(page, button(/^Publish/))
  await page.locator('article').getByText('Failed').waitFor()
  await keepsFocus(page, 'publishing')
  await press(page, button('Retry failed'))
  await page.locator('article').getByRole('link', { name: 'Open' }).waitFor()
  await button('Retry failed').waitFor({ state: 'detached' })
  await keepsFocus(page, 'retrying')

  await press(page, page.getByRole('link', { name: 'Settings' }).first())
  await press(page, page.getByRole('link', { name: 'Webhooks' }))
  await press(page, button('New webhook'))
  await press(page, page.getByLabel('URL'), 'h')
  await page.keyboard.type(`${sandboxUrl}/receiver/mine`.slice(1))
  await page.keyboard.press('Enter')
  await press(page, button('Done, I’ve saved it'))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await keepsFocus(page, 'creating a webhook')
  await press(page, button('Send test event'))
  const deliveries = page.getByRole('list', { name: 'Deliveries' }).getByRole('button')
  await deliveries.getByText('Delivered').waitFor()
  await keepsFocus(page, 'sending a test')

  await press(page, deliveries)
  const inspector = page.getByRole('region', { name: 'Test', exact: true })
  await press(page, inspector.getByRole('button', { name: 'Resend' }))
  await inspector.getByRole('status').getByText('Event resent.').waitFor()
  await keepsFocus(page, 'replaying')
  await page.keyboard.press('Escape')
  await inspector.waitFor({ state: 'detached' })
  await deliveries.nth(1).getByText('Delivered').waitFor()
  await keepsFocus(page, 'closing the inspector')
  const received = page.getByText(/200 · \d+ ms · signature valid ✓/)
  await until('both deliveries were received', async () => (await received.count()) === 2)
  assert.deepEqual(faults, [])
})
