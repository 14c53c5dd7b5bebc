import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { networks } from '#rules/network-names.ts'
import { limitsForNetwork } from '#rules/networks/index.ts'
import { until } from '#test/harness/until.ts'
import { fixture, plain } from '#test/world/pictures.ts'
import { connectNetworks } from '../connect-networks.ts'
import { listBarriers, openApi, openInstallation, signUp } from '../visitor.ts'

const tallest = 1_000

/** Returns whether an element is in the window, and no other element covers its middle. */
async function isInSight(page: Page, place: Locator): Promise<boolean> {
  const box = await place.boundingBox()
  const size = page.viewportSize()
  if (!box || !size || box.y < 0 || box.y + box.height > size.height) return false
  return await place.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2))
  })
}

test('with ten accounts, the composer fits a desk: each account once, and the time, button and problems in view', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  await connectNetworks(api, networks, { url, sandboxUrl, person: 'user-101' })
  await page.goto(`${url}/p/${api.profileId}/compose`)
  const words = page.getByLabel('What do you want to say?')
  await words.fill('Fresh rolls at seven')
  const rest = page.getByRole('button', { name: /things to fix$/ })
  await rest.waitFor()

  const height = () => page.evaluate<number>('document.documentElement.scrollHeight')
  assert.ok((await height()) <= tallest, `the page is ${await height()} px high`)
  for (const network of networks) {
    const { name } = limitsForNetwork(network)
    const controls = page.locator('button, a, input, select')
    const named = await controls.evaluateAll(
      (all, wanted) =>
        all.filter((one) => (one.getAttribute('aria-label') ?? one.textContent).startsWith(`${wanted} ·`)).length,
      name,
    )
    assert.equal(named, 1, `${name} is one control`)
  }
  await page.getByRole('tab', { name: /^Pinterest/ }).click()
  const issues = page.getByRole('region', { name: 'Before you publish' })
  const choose = issues.getByRole('button', { name: 'Choose board' })
  await choose.waitFor()
  for (const place of [
    page.getByRole('button', { name: 'When: Now' }),
    page.getByRole('button', { name: 'Publish to 10 accounts' }),
    rest,
    choose,
  ])
    assert.ok(await isInSight(page, place), `${place} is in sight without scrolling`)
  assert.equal(await page.evaluate('scrollY'), 0)

  // A problem leads to its field, from wherever the reader is.
  await choose.click()
  const board = page.getByLabel('Board', { exact: true })
  await until('the field has the focus', () => board.evaluate((field) => field === field.ownerDocument.activeElement))
  assert.deepEqual(await listBarriers(page), [])

  // A drawer at the side takes the width of the composer, not of the window.
  await page.setViewportSize({ width: 1280, height: 860 })
  await page.getByRole('button', { name: 'Simulate failures' }).click()
  await page.getByRole('complementary', { name: 'Simulate failures' }).waitFor()
  await until('the text keeps its width', async () => ((await words.boundingBox())?.width ?? 0) > 480)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
  await page.keyboard.press('Escape')

  for (const [width, least] of [
    [640, 60],
    [390, 60],
    [320, 60],
  ] as const) {
    await page.setViewportSize({ width, height: 430 })
    await page.evaluate('scrollTo(0, 0)')
    const box = await words.boundingBox()
    const foot = await page.getByRole('button', { name: 'Publish to 10 accounts' }).boundingBox()
    const seen = (foot?.y ?? 0) - (box?.y ?? 0)
    assert.ok(width < 640 || seen >= least, `${seen} px of the text are in sight at ${width} px`)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, `${width} px wide`)
  }
  // On a phone the preview is another view, with the same accounts above it.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.locator('[data-preview=pinterest]').waitFor()
  assert.equal(await words.isVisible(), false)
  // Where the page ends, no field lies partly below the fixed footer.
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  assert.deepEqual(await listBarriers(page), [])
  assert.deepEqual(faults, [])
})

test('an account is turned on and off in its tab and in the list, and its custom text is its own', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  await connectNetworks(api, ['bluesky', 'x', 'mastodon'], { url, sandboxUrl, person: 'user-101' })
  await page.goto(`${url}/p/${api.profileId}/compose`)
  const words = page.getByLabel('What do you want to say?')
  await words.fill('Rolls')
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name} ·`) })
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await button('Publish to 3 accounts').waitFor()

  await tab('X').click({ modifiers: ['Alt'] })
  await button('Publish to 2 accounts').waitFor()
  await page.getByRole('tab', { name: /^X ·.*, off$/ }).click()
  await button('Publish to 3 accounts').waitFor()
  await tab('X').press(' ')
  await button('Publish to 2 accounts').waitFor()
  await tab('X').press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.locator('[data-preview=mastodon]').or(page.locator('[data-preview=bluesky]')).waitFor()

  await button(/^2 of 3/).click()
  await page.getByRole('button', { name: /^Only Mastodon/ }).click()
  await button('Publish to 1 account').waitFor()
  await page.getByRole('button', { name: 'Select all' }).click()
  await button('Publish to 3 accounts').waitFor()
  await page.keyboard.press('Escape')

  await tab('X').click()
  await button('Customize').click()
  const own = page.getByLabel('Custom text for X')
  await own.fill('Rolls, for X')
  await page.locator('[data-preview=x]').getByText('Rolls, for X', { exact: true }).waitFor()
  await tab('Bluesky').click()
  await page.locator('[data-preview=bluesky]').getByText('Rolls', { exact: true }).waitFor()
  assert.equal(await words.inputValue(), 'Rolls')
  await tab('X').click()
  await button('Use shared text').click()
  assert.equal(await words.inputValue(), 'Rolls')
  await page.getByRole('main').getByRole('button', { name: 'Account actions' }).click()
  await page.getByRole('menuitem', { name: 'Only this account' }).click()
  await button('Publish to 1 account').waitFor()
  assert.deepEqual(faults, [])
})

test('where a brand needs approvals, the button asks for them in the same step', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  await connectNetworks(api, ['bluesky'], { url, sandboxUrl, person: 'user-101' })
  await api.patch(`/v1/profiles/${api.profileId}`, { requiredApprovals: 1 })
  await page.goto(`${url}/p/${api.profileId}/compose`)
  await page.getByLabel('What do you want to say?').fill('Rolls')
  await page.getByText('Ready to publish').waitFor()
  assert.equal(await page.getByRole('button', { name: /^(Publish|Schedule)/ }).count(), 0)
  await page.getByRole('button', { name: 'Request approval' }).click()
  await page.getByRole('heading', { name: 'Rolls', level: 1 }).waitFor()
  await page.getByRole('region', { name: 'Notifications' }).getByText('Approval requested').waitFor()
  const [{ id }] = (await api.get(`/v1/posts?profileId=${api.profileId}`)).posts
  assert.equal((await api.get(`/v1/posts/${id}/approvals`)).status, 'requested')
  assert.deepEqual(faults, [])
})

test('options are in people’s words: rows for the answers of a poll, names for categories, a button for a file', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  await connectNetworks(api, ['x', 'youtube', 'instagram'], { url, sandboxUrl, person: 'user-101' })
  await page.goto(`${url}/p/${api.profileId}/compose`)
  await page.getByLabel('What do you want to say?').fill('Which rolls? https://example.com/rolls #bakery')
  await page.waitForURL(/post=post_/)
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name} ·`) })

  await tab('X').click()
  await page.getByText('More for X').click()
  await page.getByRole('button', { name: 'Add Poll' }).click()
  const poll = page.getByRole('group', { name: 'Poll' })
  await poll.getByLabel('Answer 1', { exact: true }).fill('Rye, dark')
  await poll.getByRole('listitem').first().getByText('16', { exact: true }).waitFor()
  await poll.getByLabel('Answer 2', { exact: true }).fill('Wheat')
  await poll.getByRole('button', { name: 'Add another' }).click()
  await poll.getByLabel('Answer 3', { exact: true }).fill('Spelt')
  await poll.getByRole('button', { name: 'Remove Answer 2' }).click()
  await poll.getByLabel('Duration').selectOption({ label: '3 days' })

  await tab('YouTube').click()
  await page.getByText('More for YouTube').click()
  await page.getByLabel('Category').selectOption({ label: 'Education' })
  await page.getByLabel('Made for kids').selectOption({ label: 'No' })
  await page.getByLabel('Make public at').waitFor()
  assert.equal(await page.getByText(/\(ms\)|0 is the first|number of the/i).count(), 0)
  const picker = page.getByLabel('Captions (SRT or WebVTT)')
  assert.ok(((await picker.boundingBox())?.width ?? 0) <= 1, 'the browser’s own file control is hidden')
  await picker.setInputFiles({ name: 'rolls.srt', mimeType: 'text/plain', buffer: Buffer.from('1') })
  await page.getByLabel('Caption language').selectOption({ label: 'German' })

  const own = async (platform: string) => {
    const [{ id }] = (await api.get(`/v1/posts?profileId=${api.profileId}`)).posts
    const { targets } = await api.get(`/v1/posts/${id}`)
    return targets.find((one: { readonly network: string }) => one.network === platform).overrides.settings ?? {}
  }
  await until('the settings are saved', async () => (await own('youtube')).captions?.language === 'de')
  assert.deepEqual((await own('x')).poll, { options: ['Rye, dark', 'Spelt'], durationMinutes: 4_320 })
  assert.deepEqual((await own('youtube')).categoryId, '27')
  assert.deepEqual(await listBarriers(page), [])

  // Instagram shows a link as plain text, but a tag as a link.
  const image = await plain(640, 640).png().toBuffer()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'roll.png', mimeType: 'image/png', buffer: image })
  await tab('Instagram').click()
  const painted = page.locator('[data-preview=instagram] [data-preview-text] span')
  await until('the tag is painted', async () => (await painted.allTextContents()).join() === '#bakery')
  await tab('X').click()
  const onX = page.locator('[data-preview=x] [data-preview-text] span')
  await until('X paints both', async () => (await onX.count()) === 2)
  assert.deepEqual(faults, [])
})

/** Opens the composer on one account. Each upload waits until the test lets it go. */
async function openUploads(network: 'bluesky' | 'instagram') {
  await using opened = new AsyncDisposableStack()
  const installation = opened.use(await openInstallation())
  const { url, sandboxUrl } = installation
  const { page, faults } = opened.use(await installation.visit())
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  await connectNetworks(api, [network], { url, sandboxUrl, person: 'user-101' })
  await page.goto(`${url}/p/${api.profileId}/compose`)
  const uploads: (() => Promise<void>)[] = []
  await page.route('**/v1/media/upload', (route) => void uploads.push(() => route.continue()))
  const add = async (name: string, mimeType: string, buffer: Buffer) => {
    const before = uploads.length
    await page.locator('input[type=file]').first().setInputFiles({ name, mimeType, buffer })
    await until('the upload waits', async () => uploads.length === before + 1)
  }
  const letGo = async () => await uploads.at(-1)?.()
  const kept = opened.move()
  const publish = page.getByRole('button', { name: 'Publish to 1 account' })
  return { page, faults, publish, add, letGo, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

test('what is pressed during an upload continues after it, and what was pressed before does not', async () => {
  await using composer = await openUploads('instagram')
  const { page, publish, add, letGo } = composer
  await publish.click()
  await page.getByText('Write something or add a file.').waitFor()
  await page.getByLabel('What do you want to say?').fill('Rolls')
  // A reel has no alt text, so nothing warns of its absence.
  await page.getByLabel('Post type').first().selectOption({ label: 'Reel' })
  const film = await fixture('upright.mp4')
  await add('one.mp4', 'video/mp4', film)
  await letGo()
  await page.getByText(/^Uploading/).waitFor({ state: 'detached' })
  await page.getByText('Ready to publish').waitFor()
  assert.match(page.url(), /\/compose/)

  await page.getByRole('button', { name: 'Remove: one.mp4' }).click()
  await add('two.mp4', 'video/mp4', film)
  await publish.click()
  await page.getByText('Continues when the upload is done.').waitFor()
  await letGo()
  await page.getByRole('heading', { name: 'Rolls', level: 1 }).waitFor()
  assert.deepEqual(composer.faults, [])
})

test('a warning about a file that was still uploading is shown for review, and nothing is published without it', async () => {
  await using composer = await openUploads('bluesky')
  const { page, publish, add, letGo } = composer
  await page.getByLabel('What do you want to say?').fill('Rolls')
  const picture = await plain(640, 640).png().toBuffer()
  await add('one.png', 'image/png', picture)
  await publish.click()
  await page.getByText('Continues when the upload is done.').waitFor()
  await letGo()
  await page.getByText('Review 1 warning to publish.').waitFor()
  assert.equal(await page.getByText('confirmWarnings').count(), 0)
  await page.getByLabel('Publish anyway').check()
  await publish.click()
  await page.getByRole('heading', { name: 'Rolls', level: 1 }).waitFor()
  assert.deepEqual(composer.faults, [])
})
