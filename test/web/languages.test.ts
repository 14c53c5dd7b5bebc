import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '#rules/languages/languages.ts'
import { en } from '#web/i18n/en/index.ts'
import { pages } from './pages.ts'
import { connectBluesky, notePending, openApi, openInstallation, password, settle, signUp } from './visitor.ts'
import { listMessages } from './words/list-messages.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]
/** Text outside the catalog that need not be translated: names, IDs, and browser messages in English. */
const names = [
  /Mozilla\/.*|[\w.]+@example\.com|\bnode\b|\b(kilo|mega|giga)?bytes?\b/g,
  /Posthorn|PostgreSQL|Bluesky|Facebook|LinkedIn|Pinterest|TikTok|Threads|Mastodon|YouTube|Instagram|Sandbox|Chromium|Chrome|Linux/g,
  /My brand|Ada|alice(\.sandbox)?/gi,
  new RegExp(Object.values(languages).join('|'), 'g'),
  /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\b|\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b/g,
  /\b(in )?\d+ (seconds?|minutes?|hours?|days?)( ago)?\b|\b(today|tomorrow|yesterday|last \w+|next \w+|now|this \w+)\b/g,
  /[A-Z][A-Za-z]+\/[A-Za-z_/+-]+|\bUTC\b|\bGMT\b|https?:\S+/g,
]

interface Found {
  readonly sideways: number
  readonly clipped: readonly string[]
  readonly foreign: readonly string[]
  /** Icons that point along the line, and do not point the other way where it is read from right to left. */
  readonly unmirrored: number
}

/** The paths of the icons that point to the previous and the next. */
const pointers = ['m12 5-5 5 5 5', 'm8 5 5 5-5 5'].map((path) => `path[d="${path}"]`).join(', ')

/** Finds text on the page that does not fit, and text without the brackets of the pseudo-language. */
const look = `(() => {
  const isMirrored = getComputedStyle(document.documentElement).direction === 'rtl'
  const unmirrored = [...document.querySelectorAll('${pointers}')].filter(
    (path) => getComputedStyle(path.closest('svg')).scale.startsWith('-1') !== isMirrored,
  ).length
  const clipped = []
  const foreign = []
  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.clientWidth !== 1
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT)
  for (let element = walker.nextNode(); element; element = walker.nextNode()) {
    if (element.closest('script, style, code, bdi, svg, option, time, noscript, .sr-only, body [lang], [aria-hidden=true]') || !shown(element)) continue
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data).join(' ').trim()
    const labels = ['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name) ?? '')
    for (const text of [own, ...labels]) if (text) foreign.push(text)
    if (document.documentElement.lang === 'en-XA' && !own.includes('⟦')) continue
    if (own === '') continue
    const spills = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
    const { overflowX, display } = getComputedStyle(element)
    if (spills && display !== 'inline' && overflowX !== 'auto') clipped.push(element.tagName + ' ' + own.slice(0, 60))
  }
  return { sideways: document.documentElement.scrollWidth - innerWidth, clipped, foreign, unmirrored }
})()`

/** Removes text in brackets, including nested ones, and the names. */
function leftOver(text: string): string {
  let rest = text
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replaceAll(/⟦[^⟦⟧]*⟧/g, ' ')
  }
  return names.reduce((left, name) => left.replaceAll(name, ' '), rest)
}

test('every page has room for a longer language and right-to-left text, and has no untranslated text', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  {
    await using first = await installation.visit()
    await signUp(first.page, url, 'Ada')
    await first.page.getByRole('link', { name: 'Connections' }).first().click()
    await connectBluesky(first.page)
  }
  const api = await openApi(url, 'Ada')
  const faults: string[] = []
  for (const viewport of sizes) {
    await using visitor = await installation.visit({ viewport, timezoneId: 'UTC' })
    const { page } = visitor
    const pending = notePending(page)
    await page.goto(`${url}/auth/sign-in?lang=en-XA`)
    await page.locator('input[name=email]').fill('ada@example.com')
    await page.locator('input[name=password]').fill(password)
    await page.locator('button[type=submit]').click()
    await page.waitForURL(/\/p\//)
    for (const path of pages) {
      await page.goto(`${url}/p/${api.profileId}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await settle(page, pending)
      for (const dir of ['ltr', 'rtl']) {
        await page.evaluate(`document.documentElement.dir = '${dir}'`)
        const where = `${path || '/'} ${viewport.width} ${dir}`
        const { sideways, clipped, foreign, unmirrored } = await page.evaluate<Found>(look)
        if (sideways !== 0) faults.push(`${where}: ${sideways} px too wide`)
        if (unmirrored !== 0) faults.push(`${where}: ${unmirrored} icons point the wrong way`)
        for (const text of clipped) faults.push(`${where}: no room for ${text}`)
        const english = foreign.filter((text) => /[A-Za-z]{3,}/.test(leftOver(text)))
        if (dir === 'ltr') for (const text of new Set(english)) faults.push(`${where}: not of the catalogue: ${text}`)
      }
    }
  }
  assert.deepEqual(faults, [])
})

test('the URL sets a test language and direction for its tab, which are not offered to users', async () => {
  await using installation = await openInstallation()
  await using visitor = await installation.visit()
  const { page } = visitor
  await page.goto(`${installation.url}/auth/sign-up?lang=en-XA&dir=rtl`)
  await page.getByRole('heading', { level: 1, name: /^⟦/ }).waitFor()
  assert.equal(await page.evaluate('document.documentElement.dir'), 'rtl')
  assert.equal(await page.evaluate("localStorage.getItem('posthorn.language')"), null)
})

/** The pages with the most controls on a line, which longer words widen first. */
const mainPages = ['', '/calendar', '/queue', '/posts', '/media', '/compose', '/connections', '/analytics', '/settings']

test('French fits at 320 and at 1440 pixels, and no page has English left', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using first = await installation.visit()
  await signUp(first.page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const english = new Set(listMessages(en).flatMap(([, text]) => (/\s/.test(text) ? [text] : [])))
  const faults: string[] = []
  for (const viewport of [
    { width: 320, height: 640 },
    { width: 1440, height: 900 },
  ]) {
    await using visitor = await installation.visit({ viewport, timezoneId: 'UTC', locale: 'fr' })
    const { page } = visitor
    const pending = notePending(page)
    await page.goto(`${url}/auth/sign-in`)
    await page.getByRole('heading', { level: 1, name: 'Se connecter à Posthorn' }).waitFor()
    await page.locator('input[name=email]').fill('ada@example.com')
    await page.locator('input[name=password]').fill(password)
    await page.locator('button[type=submit]').click()
    await page.waitForURL(/\/p\//)
    for (const path of mainPages) {
      await page.goto(`${url}/p/${api.profileId}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await settle(page, pending)
      const where = `${path || '/'} ${viewport.width}`
      const { sideways, clipped, foreign } = await page.evaluate<Found>(look)
      if (sideways !== 0) faults.push(`${where}: ${sideways} px too wide`)
      for (const text of clipped) faults.push(`${where}: no room for ${text}`)
      for (const text of foreign) if (english.has(text)) faults.push(`${where}: in English: ${text}`)
    }
  }
  assert.deepEqual(faults, [])
})
