import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { connectNetworks } from './connect-networks.ts'
import { notePending, openApi, openInstallation, settle, signUp } from './visitor.ts'

const dayMs = 86_400_000

interface Place {
  readonly path: string
  /** Opens what contains the field. */
  readonly open?: (page: Page) => Promise<void>
  /** The fields that must be there, so that the measure never passes for want of one. */
  readonly fields: number
}

const chooseIn = (page: Page, label: string, option: string) =>
  page.getByRole('dialog').getByLabel(label, { exact: true }).selectOption(option)

const places: Readonly<Record<string, Place>> = {
  'the activity of a brand': { path: '/settings/activity', fields: 2 },
  'automatic times': {
    path: '/queue?plan=true',
    open: (page) => page.getByRole('dialog').waitFor(),
    fields: 2,
  },
  'a new time of a recurring post': {
    path: '/recurring',
    async open(page) {
      await page.getByRole('list', { name: 'Upcoming posts' }).waitFor()
      await page
        .getByRole('main')
        .getByRole('list')
        .getByRole('button', { name: /^Edit .*\d/ })
        .first()
        .press('Enter')
      await page.getByRole('menuitem', { name: 'Reschedule…' }).press('Enter')
      await page.getByRole('dialog').getByLabel('New time').waitFor()
    },
    fields: 1,
  },
  'the time of a post that is written': {
    path: '/compose',
    async open(page) {
      await page.getByRole('button', { name: /^When:/ }).click()
      await page.locator('input[type=time]').waitFor()
    },
    fields: 1,
  },
  'posting times': {
    path: '/settings/posting-times',
    async open(page) {
      await page.getByRole('button', { name: 'New schedule' }).click()
      await page.getByLabel('New time').waitFor()
    },
    fields: 4,
  },
  'a recurring post': {
    path: '/recurring?rule=new',
    async open(page) {
      await page.getByRole('dialog').getByLabel('Ends').waitFor()
      await chooseIn(page, 'How often', 'weekly')
      await chooseIn(page, 'Ends', 'date')
    },
    fields: 2,
  },
  'a campaign': {
    path: '/settings/labels',
    async open(page) {
      await page.getByRole('button', { name: 'Create label' }).click()
      await page.getByRole('dialog').getByLabel('Campaign with dates').check()
    },
    fields: 2,
  },
  'the audit log': {
    path: '/admin/audit-log',
    open: (page) => page.getByText('Filter', { exact: true }).click(),
    fields: 2,
  },
  'a custom period': {
    path: '/analytics',
    async open(page) {
      await page.getByRole('button', { name: 'Custom range' }).press('Enter')
      await page.getByRole('dialog').waitFor()
    },
    fields: 2,
  },
}

/**
 * Measures each date or time field against the width that it takes when nothing limits it. A field in a row of filters,
 * which scrolls sideways, is measured where it is once it is in view.
 */
const findCutOff = `[...document.querySelectorAll('input')]
  .filter((field) => ['date', 'time', 'datetime-local'].includes(field.type) && field.checkVisibility())
  .map((field) => {
    field.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    const { left, right, width } = field.getBoundingClientRect()
    const style = field.getAttribute('style') ?? ''
    field.style.cssText += ';inline-size:max-content !important;min-inline-size:0 !important;max-inline-size:none !important'
    const needed = field.getBoundingClientRect().width
    field.setAttribute('style', style)
    return { name: field.labels[0]?.innerText || field.ariaLabel, width, needed, left, right }
  })`

interface Measured {
  readonly name: string
  readonly width: number
  readonly needed: number
  readonly left: number
  readonly right: number
}

test('no date or time field is cut off at 320 or 390 px, on pages and in their dialogs', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit({ viewport: { width: 320, height: 844 }, locale: 'en-US' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await connectNetworks(api, ['bluesky', 'mastodon'], { url, sandboxUrl, person: 'alice' })
  const scheduledAt = new Date(Date.now() + 3 * dayMs).toISOString()
  const post = { profileId, platforms: ['bluesky'], tags: ['Bread'] }
  const { id } = await api.post('/v1/posts', { ...post, content: 'Rye', scheduledAt })
  await api.post('/v1/posts', { ...post, content: 'Rolls', saveAsDraft: true })
  await api.post('/v1/recurring-posts', { postId: id, cron: '0 18 * * MON', timezone: 'UTC', name: 'Quiz' })
  const pending = notePending(page)
  const cut: string[] = []
  for (const [place, { path, open, fields }] of Object.entries(places)) {
    await page.setViewportSize({ width: 320, height: 844 })
    await page.goto(`${url}/p/${profileId}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
    await settle(page, pending)
    await open?.(page)
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await settle(page, pending)
      const found = await page.evaluate<Measured[]>(findCutOff)
      assert.ok(found.length >= fields, `${place} has ${found.length} fields`)
      for (const one of found)
        if (one.width < one.needed - 0.5 || one.left < 0 || one.right > width)
          cut.push(`${place}, ${one.name}: ${one.width} of ${one.needed} px, from ${one.left} to ${one.right}`)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, place)
    }
  }
  assert.deepEqual(cut, [])
  assert.deepEqual(faults, [])
})
