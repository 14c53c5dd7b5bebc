import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { edits as germanEdits } from '../../web/src/i18n/de/edits/index.ts'
import { de } from '../../web/src/i18n/de/index.ts'
import { edits as englishEdits } from '../../web/src/i18n/en/edits/index.ts'
import { en } from '../../web/src/i18n/en/index.ts'
import { connectNetworks } from './connect-networks.ts'
import { listBarriersInThemes, openApi, openInstallation, password, signUp } from './visitor.ts'

/** The page as it is used: nothing is cut off at the side, and nothing is in the way of any user. */
async function look(page: Page, where: string): Promise<void> {
  assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, `${where} scrolls sideways`)
  assert.deepEqual(await listBarriersInThemes(page), [], where)
}

/** The text of a message whatever its value is, since pages mark where a value begins and ends. */
const anyValue = (message: (value: string) => string): RegExp =>
  new RegExp(
    message('§')
      .replaceAll(/[.?*+^$()|[\]\\]/g, '\\$&')
      .replace('§', '.+'),
  )

const stories = {
  en: { locale: 'en-GB', viewport: { width: 1280, height: 800 }, words: en, edits: englishEdits },
  de: { locale: 'de-DE', viewport: { width: 390, height: 844 }, words: de, edits: germanEdits },
} as const

for (const [language, { locale, viewport, words, edits }] of Object.entries(stories))
  test(`a manager’s week in ${language} at ${viewport.width} pixels: labels, posting times with foresight, bulk edits with undo, saved texts and a duplicate`, async () => {
    // X pays for one post a month, so the second one cannot be published in time.
    await using installation = await openInstallation({ X_MONTHLY_POSTS: '1' })
    const { url, sandboxUrl } = installation
    await using setup = await installation.visit()
    await signUp(setup.page, url, 'Ada')
    const api = await openApi(url, 'Ada')
    const { profileId } = api
    await connectNetworks(api, ['bluesky', 'x'], { url, sandboxUrl, person: 'alice' })
    await api.patch(`/v1/profiles/${profileId}`, { timezone: 'Europe/Berlin' })
    await using visitor = await installation.visit({ locale, viewport, timezoneId: 'Europe/Berlin' })
    const { page, faults } = visitor
    await page.goto(`${url}/auth/sign-in`)
    await page.getByLabel(words.auth.email).fill('ada@example.com')
    await page.getByLabel(words.auth.password, { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/p\//)
    const home = `${url}/p/${profileId}`

    // Monday: three labels, and the times of the week.
    await page.goto(`${home}/settings/labels`)
    for (const name of ['Wintersale', 'Tips', 'Team']) {
      await page.getByRole('button', { name: words.labels.page.new }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(words.labels.page.name, { exact: true }).fill(name)
      await dialog.getByRole('button', { name: words.labels.page.new }).click()
      await page.getByRole('listitem').filter({ hasText: name }).waitFor()
    }
    await look(page, 'labels')
    await page.goto(`${home}/settings/posting-times`)
    await page.getByRole('button', { name: words.slots.create }).click()
    const card = page.getByRole('region', { name: words.slots.create })
    await card.getByLabel(words.slots.name, { exact: true }).fill('Woche')
    for (const time of ['08:30', '17:00']) {
      await card.getByLabel(words.slots.newTime).fill(time)
      await card.getByLabel(words.slots.newTime).press('Enter')
    }
    await card.getByRole('button', { name: words.shell.save }).click()
    await page.getByText(words.slots.saved).waitFor()
    await look(page, 'posting times')
    const [plan] = (await api.get(`/v1/slot-plans?profileId=${profileId}`)).slotPlans
    assert.equal(plan.slots.length, 10)

    // Tuesday: twelve drafts come from a program, get their times at once, and are edited twice.
    const drafts = Array.from({ length: 12 }, (_, nth) => ({
      profileId,
      content: `Look ${nth + 1}: old.example/look-${nth + 1}`,
      platforms: nth < 4 ? ['bluesky', 'x'] : ['bluesky'],
      tags: ['Tips'],
      saveAsDraft: true,
    }))
    await api.post('/v1/posts/bulk', { posts: drafts })
    const posts = async () => (await api.get(`/v1/posts?profileId=${profileId}&limit=50`)).posts
    const postIds = (await posts()).map(({ id }: { id: string }) => id)
    await api.post(`/v1/slot-plans/${plan.id}/add`, { postIds, confirmWarnings: true })
    await page.goto(`${home}/queue`)
    await page.getByText(words.slots.free).first().waitFor()
    // The manager knows days before which of the posts will not be published in time, and why.
    await page.getByText(anyValue(words.slots.holds.quota)).first().waitFor()
    await look(page, 'queue')

    const dialog = page.getByRole('dialog')
    const edit = async (change: () => Promise<void>) => {
      await page.goto(`${home}/posts?label=Tips`)
      const boxes = page.getByRole('checkbox', { name: anyValue(words.bulk.select) })
      await until('all posts are listed', async () => (await boxes.count()) >= 12)
      await boxes.first().click()
      await boxes.nth(11).click({ modifiers: ['Shift'] })
      await page.getByRole('button', { name: words.bulk.edit, exact: true }).click()
      await change()
      await dialog.getByRole('button', { name: edits.review }).click()
      await dialog.getByRole('table').waitFor()
      // The posts on X would still be late, which the manager knows.
      const accept = dialog.getByLabel(edits.acceptWarnings)
      if ((await accept.count()) > 0) await accept.check()
      await dialog.getByText(edits.changing(12)).waitFor()
      await look(page, 'review')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: edits.apply(12) })
        .click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByRole('region', { name: edits.done(12) }).waitFor()
    }
    await edit(async () => {
      await dialog.getByLabel(edits.find, { exact: true }).fill('old.example')
      await dialog.getByLabel(edits.with).fill('new.example')
    })
    const before = await posts()
    assert.ok(before.every(({ content }: { content: string }) => content.includes('new.example')))
    await edit(() => dialog.getByLabel(edits.days).fill('7'))
    assert.notDeepEqual(await posts(), before)
    await page.getByRole('button', { name: words.shell.undo, exact: true }).click()
    await page.getByText(edits.undone(12)).waitFor()
    const facts = (all: readonly Record<string, unknown>[]) =>
      all.map(({ id, content, scheduledAt }) => [id, content, scheduledAt])
    assert.deepEqual(facts(await posts()), facts(before))

    // Wednesday: a saved text is a slash and three letters away.
    await api.post('/v1/texts', { profileId, kind: 'hashtags', name: 'Winter', content: '#winter #sale' })
    await page.goto(`${home}/compose`)
    const text = page.getByLabel(words.compose.text)
    await text.click()
    await page.keyboard.type('Warm at last. /win')
    await page.getByRole('option', { name: 'Winter' }).waitFor()
    await page.keyboard.press('Enter')
    await until('the tags are there', async () => (await text.inputValue()).endsWith('#winter #sale'))
    await look(page, 'composer')

    // Friday: the same text twice is a warning with the time of the first.
    await text.fill(before[0].content)
    if (viewport.width < 640) await page.getByText(words.writing.views.preview, { exact: true }).click()
    await page
      .getByText(anyValue((when) => words.compose.samePost('scheduled', when)))
      .first()
      .waitFor()

    await page.goto(`${home}/calendar?label=Tips`)
    await page
      .getByRole('main')
      .getByText(/^Look \d+/)
      .first()
      .waitFor()
    await look(page, 'calendar')
    assert.deepEqual(faults, [])
  })
