import type { BrowserContextOptions, Page } from 'playwright-core'
import { password } from './visitor.ts'

/** The screens of the newcomers. */
export const screens = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const satisfies Readonly<Record<string, BrowserContextOptions>>

/** The effort to reach a goal. The seconds contain no pauses for reading and thinking. */
export interface Effort {
  readonly clicks: number
  readonly fields: number
  readonly seconds: number
}

interface Tour {
  readonly firstPost: Effort
  readonly all: Effort
  /** The day that the calendar shows at the end. */
  readonly day: string
}

/** Counts the new user's actions in every window of the browser. */
async function countActions(page: Page): Promise<() => Effort> {
  const startedAt = Date.now()
  const count = { clicks: 0, fields: new Set<string>() }
  await page.context().exposeFunction('noteAction', (kind: 'click' | 'field', name: string) => {
    if (kind === 'click') count.clicks += 1
    else count.fields.add(name)
  })
  await page.context().addInitScript(`
    addEventListener('click', ({ detail }) => detail > 0 && noteAction('click', ''), true)
    addEventListener('input', ({ target }) => noteAction('field', target.name || target.id), true)
  `)
  return () => ({ clicks: count.clicks, fields: count.fields.size, seconds: (Date.now() - startedAt) / 1_000 })
}

/** An entry of the navigation: in the rail on a desktop, or in the bottom bar of a phone. */
export const locateMark = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true })

const laneOf = (page: Page, network: string) => page.locator('article').filter({ hasText: network })

async function publishExample(page: Page): Promise<void> {
  // A phone has no room for these words.
  await page.getByText('Ready to publish').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: /Alt ✓$/ }).waitFor()
  await page.getByRole('button', { name: 'Publish to 3 accounts' }).click()
  await page.getByRole('heading', { name: /^[0-9]+ accounts?$/ }).waitFor()
}

/**
 * Takes a new owner from the first page to the goals of a newcomer: a post on three networks, one that a network rejects
 * and its retry, a signed webhook, and next week.
 */
export async function takeTour(page: Page, entrance: string, screen: keyof typeof screens): Promise<Tour> {
  const readEffort = await countActions(page)
  await page.goto(entrance)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Get started' }).click()
  await page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/, level: 1 }).waitFor()

  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Connect X' }).click()
  await (await opened).getByRole('button', { name: /alice/i }).first().click()
  await page.getByRole('button', { name: 'Connect Bluesky and LinkedIn too' }).click()
  await page.getByText(/^Connected: .+, .+ and .+/).waitFor()

  await page.getByRole('link', { name: 'Try an example' }).click()
  await publishExample(page)
  await page.locator('article').getByRole('link', { name: /^Open/ }).nth(2).waitFor()
  const firstPost = readEffort()

  await page.getByRole('button', { name: 'Simulate failures' }).click()
  const weather = page.getByRole('complementary', { name: 'Simulate failures' })
  await weather.getByRole('button', { name: 'Start' }).click()
  await weather.getByText('1 request left').waitFor()
  await locateMark(page, 'New post').click()
  await page.getByRole('button', { name: 'Try an example' }).click()
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
  await page.getByRole('button', { name: screen === 'desk' ? 'Next week' : 'Next month' }).waitFor()
  return { firstPost, all: readEffort(), day: new URL(page.url()).searchParams.get('date') ?? '' }
}
