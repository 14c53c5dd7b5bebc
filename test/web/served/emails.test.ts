import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { openChromium } from '#test/servers/open-chromium.ts'

const all = '/v1/admin/email-templates'

interface Parts {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Returns every email in every language, as it arrives. */
async function previewAll(t: TestApp): Promise<ReadonlyMap<string, Parts>> {
  const root = await t.as('root')
  const { templates } = (await root.get(all)).body as {
    templates: (Parts & { name: string; translations: Record<string, Parts> })[]
  }
  const previews = new Map<string, Parts>()
  for (const { name, translations, ...english } of templates)
    for (const [language, { subject, text, html }] of Object.entries({ en: english, ...translations })) {
      const { status, body, text: why } = await root.post(`${all}/${name}/preview`, { subject, text, html })
      assert.equal(status, 200, why)
      previews.set(`${name} ${language}`, body)
    }
  return previews
}

test('every email fits 320 to 640 px, has one heading and one tall button, and is readable in light and dark mode', async () => {
  await using t = await startApp()
  await using chromium = await openChromium(t)
  const { page } = chromium
  const mails = await previewAll(t)
  assert.ok(mails.size >= 46, String(mails.size))
  for (const [name, { subject, html }] of mails) {
    await page.setContent(html)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const width of [320, 390, 640]) {
        await page.setViewportSize({ width, height: 800 })
        const seen = await measure(page)
        const where = `${name}, ${width} px, ${colorScheme}`
        assert.deepEqual(seen.headings, [subject.replace(/\s+/g, ' ')], where)
        assert.ok(seen.overflow <= 0, `${where}: ${seen.overflow} px too wide`)
        assert.deepEqual(seen.faint, [], where)
        assert.ok(seen.buttons.length <= 1 && seen.buttons.every((height) => height >= 44), where)
        // There is nothing to open: a code belongs on the page that is open already.
        if (!/^(?:goodbye|guest-code) /.test(name)) assert.equal(seen.buttons.length, 1, where)
      }
    }
  }
})

test('no email tells a person to make an HTTP request, and the text has every link of the HTML', async () => {
  await using t = await startApp()
  for (const [name, { text, html }] of await previewAll(t)) {
    // The pages of guests and of share links are addresses of the API that people open.
    const words = (text + html).replaceAll(/\S*\/v1\/portal\/\S*/g, '')
    assert.doesNotMatch(words, /\b(?:GET|POST|PATCH|PUT|DELETE) |\/v1\//, name)
    for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) assert.ok(text.includes(plain(href)), name)
  }
})

const plain = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

interface Seen {
  readonly overflow: number
  readonly headings: readonly string[]
  /** The heights of the buttons. */
  readonly buttons: readonly number[]
  /** Text below 4.5:1. */
  readonly faint: readonly string[]
}

/** Measures what a reader sees. */
const measure = (page: Page): Promise<Seen> => page.evaluate<Seen>(measured)

const measured = `(() => {
  const channels = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number)
  const luminance = (color) => {
    const [r, g, b] = channels(color).map((value) => {
      const part = value / 255
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const backgroundOf = (element) => {
    if (element === null) return 'rgb(255, 255, 255)'
    const { backgroundColor } = getComputedStyle(element)
    return channels(backgroundColor)[3] === 0 ? backgroundOf(element.parentElement) : backgroundColor
  }
  const faint = []
  for (const element of document.body.querySelectorAll('*')) {
    const words = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent)
    if (words.join('').trim() === '') continue
    const [one, other] = [luminance(getComputedStyle(element).color), luminance(backgroundOf(element))]
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    if (ratio < 4.5) faint.push(words.join('').trim() + ' ' + ratio.toFixed(2))
  }
  return {
    overflow: document.documentElement.scrollWidth - innerWidth,
    headings: [...document.querySelectorAll('h1')].map((one) => one.textContent.replace(/\\s+/g, ' ')),
    buttons: [...document.querySelectorAll('.ph-press')].map((one) => one.getBoundingClientRect().height),
    faint,
  }
})()`
