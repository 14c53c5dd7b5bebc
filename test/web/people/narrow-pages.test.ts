import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { notePending, openApi, openInstallation, password, settle, signUp } from '../visitor.ts'

let installation: Awaited<ReturnType<typeof openInstallation>>
let home: string
let postId: string

const lengthOfTitle = (content: string): number => content.split('\n', 1)[0]!.length

before(async () => {
  installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  await signUp(visitor.page, url, 'Ada')
  await installation.addDemoData(1)
  const api = await openApi(url, 'Ada')
  const brands: readonly { readonly id: string; readonly name: string }[] = await api.get('/v1/profiles')
  const id = brands.find(({ name }) => name === 'Lantern Coffee')?.id
  home = `${url}/p/${id}`
  const { posts } = await api.get(`/v1/posts?profileId=${id}&status=published&limit=100`)
  const longest = (posts as { readonly id: string; readonly content: string }[]).toSorted(
    (one, other) => lengthOfTitle(other.content) - lengthOfTitle(one.content),
  )[0]
  postId = longest!.id
  assert.ok(lengthOfTitle(longest!.content) > 80)
})
after(() => installation[Symbol.asyncDispose]())

/** Opens a browser in a language, signed in, and passes a function that opens a page of the brand. */
async function visit(
  options: { readonly locale?: string; readonly width: number },
  look: (page: Page, open: (path: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { locale = 'en-GB', width } = options
  await using visitor = await installation.visit({ locale, viewport: { width, height: 844 }, timezoneId: 'UTC' })
  const { page } = visitor
  const pending = notePending(page)
  await page.goto(`${installation.url}/auth/sign-in`)
  await page.locator('input[type=email]').fill('ada@example.com')
  await page.locator('input[type=password]').fill(password)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL(/\/p\/prof_/)
  await look(page, async (path) => {
    await page.goto(home + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settle(page, pending)
  })
}

/** The middles of the title and of each control next to it, in pixels from the top. */
const middles = `[...document.querySelector('main h1').parentElement.querySelectorAll('h1, button, a')]
  .filter((one) => one.checkVisibility() && !one.closest('.sr-only'))
  .map((one) => one.getBoundingClientRect())
  .filter(({ width }) => width > 1)
  .map(({ top, height }) => Math.round(top + height / 2))`

test('on a phone, a title and its actions share one row in each language', async () => {
  for (const locale of ['en-GB', 'de-DE', 'fr', 'es'])
    await visit({ locale, width: 390 }, async (page, open) => {
      const paths = ['/connections', '/media', '/posts', '/admin/audit-log', '/admin/queue']
      // In French and Spanish, the title of the composer is two long words.
      if (/^(en|de)/.test(locale)) paths.push('/compose')
      for (const path of paths) {
        await open(path)
        const found = await page.evaluate<number[]>(middles)
        assert.ok(found.length > 1, `${locale} ${path} has a title and an action`)
        assert.ok(Math.max(...found) - Math.min(...found) <= 4, `${locale} ${path}: ${found.join(', ')}`)
      }
    })
})

test('a long title never pushes its actions to another row, and can be read in full', async () => {
  await visit({ width: 1024 }, async (page, open) => {
    for (const path of [`/posts/${postId}`, `/analytics/posts/${postId}`]) {
      await open(path)
      const title = page.getByRole('heading', { level: 1 })
      await page.getByRole('main').getByText('Bluesky').first().waitFor()
      const found = await page.evaluate<number[]>(middles)
      assert.ok(Math.max(...found) - Math.min(...found) <= 4, `${path}: ${found.join(', ')}`)
      const isCut = await title.evaluate((one) => one.scrollHeight > one.clientHeight + 2)
      await title.hover()
      assert.equal(await title.getAttribute('title'), isCut ? await title.textContent() : '', path)
    }
  })
})

test('on a phone, a link can be created from the menu of the connections', async () => {
  await visit({ width: 390 }, async (page, open) => {
    await open('/connections')
    assert.equal(await page.getByRole('button', { name: 'Connect by link' }).count(), 0)
    await page.getByRole('button', { name: 'Connect account' }).click()
    await page.getByRole('menuitem', { name: 'Connect by link' }).click()
    await page.getByRole('dialog', { name: 'Connect by link' }).waitFor()
  })
})

test('in a narrow column, the text of a post has the width of its row', async () => {
  await visit({ width: 1024 }, async (page, open) => {
    await open('')
    const list = page
      .getByRole('region', { name: 'Up next' })
      .or(page.locator('section', { hasText: 'Up next' }))
      .last()
    await list.locator('a[href*="/posts/"]').first().waitFor()
    const shares = await list
      .locator('a[href*="/posts/"]')
      .evaluateAll((rows) => rows.map((row) => row.querySelector('bdi')!.parentElement!.clientWidth / row.clientWidth))
    assert.ok(shares.length > 0)
    for (const share of shares) assert.ok(share > 0.7, `${shares}`)
  })
})

test('a title that a table cuts ends with an ellipsis, and its full text is in its name and in its hint', async () => {
  await visit({ width: 860 }, async (page, open) => {
    for (const path of ['/analytics', '/analytics/posts', '/analytics/labels?label=behind-the-scenes']) {
      await open(path)
      const titles = page.getByRole('table').last().locator('a bdi')
      await titles.first().waitFor()
      const nth = await titles.evaluateAll((all) => all.findIndex((one) => one.scrollWidth > one.clientWidth))
      assert.ok(nth >= 0, `${path} has a long title`)
      const title = titles.nth(nth)
      const text = (await title.textContent()) ?? ''
      assert.ok(text.length > 40)
      assert.equal(
        await title.evaluate((one) => one.ownerDocument.defaultView?.getComputedStyle(one).textOverflow),
        'ellipsis',
        path,
      )
      await title.hover()
      assert.equal(await title.getAttribute('title'), text, path)
      assert.ok(
        (await page.getByRole('link', { name: text.replace(/\s+/g, ' ').trim(), exact: true }).count()) > 0,
        path,
      )
    }
  })
})

test('on a phone, a table of differences and the rows of lists fit, in German as well', async () => {
  await visit({ locale: 'de-DE', width: 390 }, async (page, open) => {
    await open('/analytics/compare')
    const table = page.getByRole('table').first()
    await table.waitFor()
    const hidden = await table.evaluate((one) => one.parentElement!.scrollWidth - one.parentElement!.clientWidth)
    assert.equal(hidden, 0, `${hidden} px of the table are out of sight`)
    await open('/settings/labels')
    const rows = page.getByRole('main').locator('li', { hasText: 'Beiträge' })
    await rows.first().waitFor()
    for (const height of await rows.evaluateAll((all) => all.map((one) => one.clientHeight)))
      assert.ok(height < 72, `a label takes ${height} px`)
    await open('/admin/users')
    await page.getByText('ada@example.com').waitFor()
    const dots = await page.evaluate<number>(
      `[...document.querySelectorAll('main li [aria-hidden=true]')].filter((one) => one.textContent === '·' && one.checkVisibility() &&
        (one.nextElementSibling === null || one.nextElementSibling.getBoundingClientRect().top > one.getBoundingClientRect().bottom)).length`,
    )
    assert.equal(dots, 0, 'no line ends with a dot')
  })
})

/** The placeholders that are wider than their fields. */
const cutHints = `[...document.querySelectorAll('main input[placeholder]')].filter((one) => one.checkVisibility()).flatMap((one) => {
  const style = getComputedStyle(one)
  const context = document.createElement('canvas').getContext('2d')
  context.font = style.font
  const room = one.clientWidth - parseFloat(style.paddingInlineStart) - parseFloat(style.paddingInlineEnd)
  return context.measureText(one.placeholder).width > room ? [one.placeholder] : []
})`

test('on a phone, the hint of each search is readable in each language', async () => {
  for (const locale of ['en-GB', 'de-DE', 'fr', 'es'])
    await visit({ locale, width: 390 }, async (page, open) => {
      for (const path of ['/posts', '/posts?tab=ideas', '/media', '/admin/users']) {
        await open(path)
        await page.locator('main input[placeholder]').first().waitFor()
        assert.deepEqual(await page.evaluate(cutHints), [], `${locale} ${path}`)
      }
    })
})

test('the days of a period stand next to each other above a list', async () => {
  for (const width of [390, 1024, 1440])
    await visit({ width }, async (page, open) => {
      for (const path of ['/settings/activity', '/admin/audit-log']) {
        await open(path)
        if (width === 390 && path.includes('audit')) await page.locator('main summary', { hasText: 'Filter' }).click()
        const days = page.locator('main input[type=date]')
        await days.first().waitFor()
        const tops = await days.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
        assert.equal(new Set(tops).size, 1, `${width} ${path}: ${tops}`)
      }
    })
})
