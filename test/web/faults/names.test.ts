import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { connectBluesky, notePending, openApi, openInstallation, password, settle, signUp } from '../visitor.ts'

/** A text without spaces, from right to left. */
const unbroken = 'مخبزالحيخبزالجاودار'.repeat(20)
const name = unbroken.slice(0, 100)
const words = `${unbroken.slice(0, 280)} #خبز`
const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/**
 * Lists texts with the wrong direction, which would be cut at their beginning; cut texts without a tooltip; and parts
 * that overflow their container.
 */
const listFaults = `(() => {
  const found = []
  const isReversed = (text) => /^[^a-z]*[\\u0600-\\u06ff]/i.test(text)
  for (const element of document.querySelectorAll('body *')) {
    if (!(element instanceof HTMLElement) || !element.checkVisibility({ visibilityProperty: true })) continue
    if (element.closest('option, select, .sr-only, [aria-hidden=true]')) continue
    const note = (fault) => found.push(fault + ': ' + element.tagName + ' ' + element.className + ' ' + element.textContent.slice(0, 30))
    const { direction, display, overflowX, position, textOverflow, unicodeBidi } = getComputedStyle(element)
    const own = element.value ?? [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data).join('')
    const isCut = textOverflow === 'ellipsis' && overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1
    if (isReversed(isCut ? element.textContent : own) && direction !== 'rtl' && unicodeBidi !== 'plaintext') note('from left to right')
    if (isCut) element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    if (isCut && !element.closest('[title]:not([title=""])')) note('cut')
    const parent = element.parentElement
    const { display: around, overflowX: beyond } = getComputedStyle(parent)
    const isPlaced = position !== 'static' && position !== 'relative' || display === 'inline' || around === 'inline' || around === 'contents'
    if (!isPlaced && beyond === 'visible' && overflowX === 'visible' && element.offsetWidth > parent.offsetWidth + 16) note('too wide')
  }
  return found
})()`

/** Gives every account this name, as its network would. */
const nameAccounts = (page: Page): Promise<unknown> =>
  page.route(/\/v1\/platforms\/accounts\?/, async (route) => {
    const response = await route.fetch()
    const accounts: readonly object[] = await response.json()
    await route.fulfill({ response, json: accounts.map((account) => ({ ...account, displayName: name })) })
  })

test('names and posts of 100 characters fit, are shown as written, and are truncated at their end, even in right-to-left text', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  {
    await using first = await installation.visit()
    await signUp(first.page, url, 'Ada')
    await first.page.getByRole('link', { name: 'Connections' }).first().click()
    await connectBluesky(first.page)
  }
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await api.patch(`/v1/profiles/${profileId}`, { name })
  await api.patch('/v1/auth/me', { name })
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString()
  const post = { profileId, content: words, platforms: ['bluesky'] }
  const { id } = await api.post('/v1/posts', { ...post, scheduledAt })
  const draft = await api.post('/v1/posts', { ...post, saveAsDraft: true })
  await api.post('/v1/recurring-posts', { postId: draft.id, name, cron: '0 6 * * *', timezone: 'UTC' })
  await api.post('/v1/api-keys', { name, scopes: ['posts:read'] })
  await api.post('/v1/analytics/refresh', {})
  const faults: string[] = []
  for (const viewport of sizes) {
    await using visitor = await installation.visit({ viewport })
    const { page } = visitor
    await nameAccounts(page)
    const pending = notePending(page)
    await page.goto(`${url}/auth/sign-in`)
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/p\//)
    for (const path of [
      '',
      '/calendar',
      '/calendar?view=week',
      '/queue',
      '/posts',
      `/posts/${id}`,
      `/compose?post=${id}`,
      '/connections',
      '/recurring',
      '/analytics',
      '/analytics/accounts',
      '/analytics/compare',
      '/media',
      '/settings',
      '/settings/account',
      '/settings/account/security',
      '/settings/members',
      '/settings/api-keys',
    ]) {
      const where = `${path || '/'} ${viewport.width}`
      await page.goto(`${url}/p/${profileId}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await settle(page, pending)
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      if (overflow !== 0) faults.push(`${where}: ${overflow} px too wide`)
      for (const fault of await page.evaluate<string[]>(listFaults)) faults.push(`${where}: ${fault}`)
    }
  }
  assert.deepEqual(faults, [])
})

/** The position of a character in the title of the dialog, from the left. */
const measureOffset = (sign: string): string => `(() => {
  const title = document.querySelector('[role=dialog] h2')
  const { firstChild: words } = title
  const range = document.createRange()
  const at = words.data.indexOf(${JSON.stringify(sign)})
  range.setStart(words, at)
  range.setEnd(words, at + 1)
  return range.getBoundingClientRect().x
})()`

test('a sentence keeps its word order around a right-to-left name', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page } = visitor
  await signUp(page, url, 'Bob')
  const { patch, profileId } = await openApi(url, 'Bob')
  await patch(`/v1/profiles/${profileId}`, { name: 'مخبز!' })
  await page.goto(`${url}/p/${profileId}/settings`)
  await page.getByRole('button', { name: 'Delete brand…' }).click()
  await page.getByRole('dialog').getByRole('heading', { name: 'Delete' }).waitFor()
  // The mark at the end of the name is on its left, and that of the sentence on its right.
  const places = await Promise.all(['D', '!', 'م', '?'].map((sign) => page.evaluate<number>(measureOffset(sign))))
  assert.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
  )
})
