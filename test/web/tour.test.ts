import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { patienceMs } from '#test/harness/patience.ts'
import { openApi, openInstallation, password, untilHolds } from './visitor.ts'

/** The maximum cost of the first post, and of the whole tour. */
const most = { clicksToFirstPost: 7, clicks: 16, fields: 2, secondsToFirstPost: 75, seconds: 120 }

const desk = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Counts the new user's actions in every window of the browser. */
async function countActions(page: Page): Promise<() => { clicks: number; fields: number }> {
  const count = { clicks: 0, fields: new Set<string>() }
  await page.context().exposeFunction('noteAction', (kind: 'click' | 'field', name: string) => {
    if (kind === 'click') count.clicks += 1
    else count.fields.add(name)
  })
  await page.context().addInitScript(`
    addEventListener('click', ({ detail }) => detail > 0 && noteAction('click', ''), true)
    addEventListener('input', ({ target }) => noteAction('field', target.name || target.id), true)
  `)
  return () => ({ clicks: count.clicks, fields: count.fields.size })
}

/** An entry of the navigation: in the rail on a desktop, or in the bottom bar of a phone. */
const locateMark = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true })

const laneOf = (page: Page, network: string) => page.locator('article').filter({ hasText: network })

async function publishExample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try an example' }).click()
  // A phone has no room for these words.
  await page.getByText('Ready to publish').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: /Alt ✓$/ }).waitFor()
  await page.getByRole('button', { name: 'Publish to 3 accounts' }).click()
  await page.getByRole('heading', { name: /^[0-9]+ accounts?$/ }).waitFor()
}

for (const [size, options] of Object.entries({ desk, phone }) as [string, BrowserContextOptions][])
  test(`on a ${size}, a new user publishes to three networks, breaks one, retries, sees a signed webhook and next week`, async (context) => {
    await using installation = await openInstallation()
    await using visitor = await installation.visit({ timezoneId: 'Asia/Tokyo', ...options })
    const { page, faults } = visitor
    const done = await countActions(page)
    const startedAt = Date.now()

    await page.goto(installation.entrance)
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Get started' }).click()
    await page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/, level: 1 }).waitFor()
    assert.equal(done().fields, most.fields)

    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Connect X' }).click()
    await (await opened).getByRole('button', { name: /alice/i }).first().click()
    await page.getByRole('button', { name: 'Connect Bluesky and LinkedIn too' }).click()
    await page.getByText(/^Connected: .+, .+ and .+/).waitFor()

    await page.getByRole('link', { name: 'Write a post' }).click()
    await publishExample(page)
    await page.locator('article').getByRole('link', { name: /^Open/ }).nth(2).waitFor()
    const first = done()
    const firstSeconds = (Date.now() - startedAt) / 1_000
    assert.ok(first.clicks <= most.clicksToFirstPost, `${first.clicks} clicks to the first post`)
    assert.ok(firstSeconds <= patienceMs(most.secondsToFirstPost), `${firstSeconds} s to the first post`)

    await page.getByRole('button', { name: 'Simulate failures' }).click()
    const weather = page.getByRole('complementary', { name: 'Simulate failures' })
    await weather.getByRole('button', { name: 'Start' }).click()
    await weather.getByText('1 request left').waitFor()
    await locateMark(page, 'New post').click()
    await publishExample(page)
    await laneOf(page, 'Bluesky').getByText('Failed', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Retry failed' }).click()
    await laneOf(page, 'Bluesky').getByRole('link', { name: /^Open/ }).waitFor()

    await locateMark(page, 'Home').click()
    await page.getByRole('button', { name: 'Send test event' }).click()
    await page.getByRole('button', { name: 'See how failures work' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /^200 · \d+ ms · signature valid ✓/ }).waitFor()
    await page.getByRole('link', { name: 'Schedule next week' }).click()
    // A phone has a month above the days.
    await page.getByRole('button', { name: size === 'desk' ? 'Next week' : 'Next month' }).waitFor()
    const shown = new URL(page.url()).searchParams.get('date') ?? ''
    const daysAhead = (Date.parse(shown) - Date.now()) / 86_400_000
    assert.ok(daysAhead > 5 && daysAhead < 9, `the calendar shows ${shown}`)
    const { clicks, fields } = done()
    const seconds = (Date.now() - startedAt) / 1_000
    context.diagnostic(
      `${first.clicks} clicks and ${firstSeconds} s to the first post, ${clicks} and ${seconds} s in all`,
    )
    assert.ok(clicks <= most.clicks, `${clicks} clicks`)
    assert.equal(fields, most.fields)
    assert.ok(seconds <= patienceMs(most.seconds), `${seconds} s`)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
    assert.deepEqual(faults, [])

    // Unfinished text survives a reload.
    await locateMark(page, 'New post').click()
    const words = page.getByLabel('What do you want to say?')
    await words.fill('Half a thought about')
    await page.reload()
    await untilHolds(words, 'Half a thought about')

    await page.goto(`${installation.url}/start`)
    await page.getByRole('heading', { name: 'This installation already has an owner' }).waitFor()
    const api = await openApi(installation.url, 'Ada')
    const { timezone } = await api.get('/v1/auth/me')
    assert.equal(timezone, 'Asia/Tokyo')
  })
