import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import type { Network } from '#rules/network-names.ts'
import { until } from '#test/harness/until.ts'
import { moving, noise } from '#test/world/pictures.ts'
import { connectNetworks } from '../connect-networks.ts'
import { listBarriersInThemes, openApi, openInstallation, signUp, untilHolds } from '../visitor.ts'

/** Opens the composer with accounts of these networks, a text, and an image of 900 × 600 pixels. */
async function openComposer(networks: readonly Network[], options: BrowserContextOptions = {}) {
  await using opened = new AsyncDisposableStack()
  const installation = opened.use(await openInstallation())
  const { url, sandboxUrl } = installation
  const visitor = opened.use(await installation.visit({ timezoneId: 'UTC' }))
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  await connectNetworks(api, networks, { url, sandboxUrl, person: 'user-101' })
  if (options.viewport) await page.setViewportSize(options.viewport)
  await page.goto(`${url}/p/${api.profileId}/compose`)
  await page.getByLabel('What do you want to say?').fill('The pier')
  await page.waitForURL(/post=post_/)
  await add(page, 'pier.png', await noise(900, 600).png().toBuffer())
  const readPost = async () => {
    const [{ id }] = (await api.get(`/v1/posts?profileId=${api.profileId}`)).posts
    return api.get(`/v1/posts/${id}`)
  }
  await until('the post has the image', async () => (await readPost()).media.length === 1)
  const kept = opened.move()
  return {
    page,
    api,
    faults,
    sandboxUrl,
    url,
    dialog: page.getByRole('dialog', { name: 'Edit image' }),
    readPost,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function add(page: Page, name: string, buffer: Buffer): Promise<void> {
  const mimeType = name.endsWith('.gif') ? 'image/gif' : 'image/png'
  await page.locator('input[type=file]').first().setInputFiles([{ name, mimeType, buffer }])
}

/** Opens the dialog of a file. */
async function edit(page: Page, name: string): Promise<void> {
  const tile = page.getByRole('button', { name: `Edit ${name}` })
  if ((await tile.getAttribute('aria-expanded')) !== 'true') await tile.click()
  await page.getByRole('button', { name: 'Edit image' }).click()
}

/** Presses Tab until a control has the focus. */
async function tabTo(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  await control.waitFor()
  for (let presses = 0; presses < 40; presses += 1) {
    if (await control.evaluate((element) => element.ownerDocument.activeElement === element)) return
    await page.keyboard.press(key)
  }
  assert.fail('the Tab key never reached the control')
}

/** The sides of the first image that an account of a network has published. */
async function readPublished(sandboxUrl: string, network: Network): Promise<readonly number[]> {
  const entry = await until(`${network} has the post`, async () => {
    const ledger = await (await fetch(`${sandboxUrl}/control/ledger?network=${network}`)).json()
    return (ledger as { entries: { media: { url: string }[] }[] }).entries[0] ?? null
  })
  const { width, height } = await sharp(await (await fetch(entry.media[0]?.url ?? '')).arrayBuffer()).metadata()
  return [width, height]
}

interface Drawn {
  readonly naturalWidth: number
  readonly naturalHeight: number
}

/** The width of an image divided by its height, once it is drawn. Null before. */
const aspectOf = (image: Locator): Promise<number | null> =>
  image.evaluate((one) => {
    const { naturalWidth, naturalHeight } = one as unknown as Drawn
    return naturalHeight === 0 ? null : naturalWidth / naturalHeight
  })

/** Checks that the dialog draws the image turned, and the frame around exactly this part of it. */
async function showsInStage(dialog: Locator, { crop, rotate }: { crop: readonly number[]; rotate: number }) {
  const image = dialog.locator('[data-stage] img').last()
  const [part, all] = [
    await dialog.getByRole('button', { name: 'Move the frame' }).boundingBox(),
    // Its box is that of the turned image.
    await image.boundingBox(),
  ]
  assert.ok(part && all)
  const drawn = [
    (part.x - all.x) / all.width,
    (part.y - all.y) / all.height,
    part.width / all.width,
    part.height / all.height,
  ]
  for (const [at, share] of crop.entries()) assert.ok(Math.abs((drawn[at] ?? 9) - share) < 0.01, `${drawn} for ${crop}`)
  assert.match((await image.getAttribute('style')) ?? '', new RegExp(`rotate\\(${rotate}deg\\)`))
}

test('an image is cropped with the keyboard alone, and each place and the network show exactly that part', async () => {
  await using opened = await openComposer(['mastodon'])
  const { page, dialog, faults, sandboxUrl, readPost } = opened
  await tabTo(page, page.getByRole('button', { name: 'Edit pier.png' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('textbox', { name: 'Alt text' }))
  await page.keyboard.insertText('A pier')
  await tabTo(page, page.getByRole('button', { name: 'Edit image' }))
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: /^1:1/ }))
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Move the frame' }), 'Shift+Tab')
  await untilHolds(dialog.getByLabel('Left', { exact: true }), '150')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await untilHolds(dialog.getByLabel('Left', { exact: true }), '132')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('ArrowUp')
  await untilHolds(dialog.getByLabel('Left', { exact: true }), '222')
  await untilHolds(dialog.getByLabel('Top', { exact: true }), '0')
  await tabTo(page, dialog.getByRole('button', { name: 'Resize from the bottom right' }))
  await page.keyboard.press('ArrowLeft')
  await dialog.getByText('591 × 591 pixels').waitFor()
  const view = { crop: [0.246667, 0, 0.656667, 0.985], rotate: 0, fit: 'crop' }
  await showsInStage(dialog, view)
  await tabTo(page, dialog.getByRole('button', { name: 'Apply changes' }))
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })

  await until('the view is saved', async () => (await readPost()).media[0].view?.crop[0] === view.crop[0])
  assert.deepEqual((await readPost()).media[0].view, view)
  const thumbnail = page.getByRole('button', { name: 'Edit pier.png' }).locator('img')
  const preview = page.locator('[data-preview=mastodon] [data-preview-media] img')
  for (const image of [thumbnail, preview]) await until('the part is shown', async () => (await aspectOf(image)) === 1)

  // What was chosen is there when the dialog is opened again, and after a reload.
  await page.reload()
  await edit(page, 'pier.png')
  await untilHolds(dialog.getByLabel('Width', { exact: true }), '591')
  assert.equal(await dialog.getByRole('button', { name: /^1:1/ }).getAttribute('aria-pressed'), 'true')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /^Publish to 1 account/ }).click()
  await page.getByRole('heading', { level: 1, name: /^The pier/ }).waitFor()
  assert.deepEqual(await readPublished(sandboxUrl, 'mastodon'), [591, 591])
  await until('the page of the post shows the part', async () => {
    const shown = await page
      .locator('main img')
      .evaluateAll((all) =>
        all.map((one) => [(one as unknown as Drawn).naturalWidth, (one as unknown as Drawn).naturalHeight]),
      )
    return shown.some(([width, height]) => width === 591 && height === 591)
  })
  assert.deepEqual(faults, [])
})

test('a finding about a file leads to that file, and cropping it solves the finding', async () => {
  await using opened = await openComposer(['instagram'])
  const { page, dialog, faults, readPost } = opened
  await add(page, 'quay.png', await noise(1_600, 400).png().toBuffer())
  const finding = (text: string | RegExp) =>
    page.getByRole('list', { name: 'Before you publish' }).getByRole('listitem').filter({ hasText: text })
  const altText = page.getByRole('textbox', { name: 'Alt text' }).and(page.locator(':focus'))
  await finding(/must be from 0.8 to 1.91/)
    .getByRole('button', { name: 'Edit media' })
    .click()
  await page.getByRole('button', { name: 'Edit quay.png', expanded: true }).waitFor()
  await altText.waitFor()
  await page.getByRole('button', { name: 'Edit image' }).click()
  await dialog.getByRole('button', { name: /^1:1/ }).click()
  await dialog.getByRole('button', { name: 'Apply changes' }).click()
  await finding(/must be from 0.8 to 1.91/).waitFor({ state: 'detached' })
  await until('the view is saved', async () => (await readPost()).media[1]?.view?.fit === 'crop')
  await finding('No alt text on this picture').getByRole('button', { name: 'Edit media' }).click()
  await page.getByRole('button', { name: 'Edit pier.png', expanded: true }).waitFor()
  await altText.waitFor()
  assert.deepEqual(faults, [])
})

test('one account shows its own part, which follows the other files, and a refusal is in the dialog', async () => {
  await using opened = await openComposer(['instagram', 'mastodon'])
  const { page, dialog, faults, readPost } = opened
  await edit(page, 'pier.png')
  await dialog.getByLabel('Applies to').waitFor()
  const [, onlyInstagram = ''] = await dialog.getByLabel('Applies to').locator('option').allTextContents()
  assert.match(onlyInstagram, /^Only Instagram · /)
  await dialog.getByLabel('Applies to').selectOption(onlyInstagram)
  const shape = dialog.getByRole('button', { name: /^4:5/ })
  await shape.click()
  await untilHolds(dialog.getByLabel('Width', { exact: true }), '480')

  // The mouse moves the frame, but not beyond the image, and a corner keeps the shape.
  const frame = await dialog.getByRole('button', { name: 'Move the frame' }).boundingBox()
  assert.ok(frame)
  const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 20, y)
  await page.mouse.move(x - 600, y)
  await page.mouse.up()
  await untilHolds(dialog.getByLabel('Left', { exact: true }), '0')
  const corner = await dialog.getByRole('button', { name: 'Resize from the bottom right' }).boundingBox()
  assert.ok(corner)
  await page.mouse.move(corner.x + corner.width / 2, corner.y + corner.height / 2)
  await page.mouse.down()
  await page.mouse.move(corner.x - 80, corner.y - 10)
  await page.mouse.up()
  const width = await until('the corner has moved', async () => {
    const now = Number(await dialog.getByLabel('Width', { exact: true }).inputValue())
    return now < 400 ? now : null
  })
  assert.equal(width % 4, 0, String(width))
  await untilHolds(dialog.getByLabel('Height', { exact: true }), String((width / 4) * 5))

  await dialog.getByLabel('Width', { exact: true }).fill('240')
  await dialog.getByRole('alert').getByText('Instagram needs at least 320.').waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  await dialog.getByLabel('Width', { exact: true }).fill('400')
  await dialog.getByRole('alert').waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Apply changes' }).click()

  const own = async () =>
    (await readPost()).targets.find(({ network }: { network: string }) => network === 'instagram').overrides.media
  const view = { crop: [0, 0, 0.444444, 0.833333], rotate: 0, fit: 'crop' }
  await until('the account has its own part', async () => (await own()) !== undefined)
  assert.deepEqual((await own())[0].view, view)
  assert.equal('view' in (await readPost()).media[0], false)
  for (const [network, aspect] of [
    ['Mastodon', 1.5],
    ['Instagram', 0.8],
  ] as const) {
    await page.getByRole('tab', { name: new RegExp(`^${network} ·`) }).click()
    const image = page.locator(`[data-preview=${network.toLowerCase()}] [data-preview-media] img`)
    await until(`${network} shows its part`, async () => (await aspectOf(image)) === aspect)
  }

  // Another file and another alt text reach the account, which keeps its own part.
  await add(page, 'boat.png', await noise(600, 600).png().toBuffer())
  await page.getByRole('textbox', { name: 'Alt text' }).fill('The pier at dawn')
  await until('the account has both files', async () => {
    const [first, second] = (await own()) ?? []
    return second !== undefined && first.altText === 'The pier at dawn'
  })
  assert.deepEqual((await own())[0].view, view)

  await page.reload()
  await edit(page, 'pier.png')
  await dialog.getByText(/^Has its own version: Instagram · /).waitFor()
  await untilHolds(dialog.getByLabel('Width', { exact: true }), '900')
  await dialog.getByLabel('Applies to').selectOption(onlyInstagram)
  await untilHolds(dialog.getByLabel('Width', { exact: true }), '400')
  await dialog.getByRole('button', { name: 'Use shared version' }).click()
  await until('the account shows the files of the post', async () => (await own()) === undefined)
  assert.deepEqual(faults, [])
})

test('a border makes any shape of the whole image, which can also be turned, and reset brings it back', async () => {
  await using opened = await openComposer(['mastodon'])
  const { page, dialog, faults, readPost } = opened
  await edit(page, 'pier.png')
  await dialog.getByRole('button', { name: 'Rotate 90°' }).click()
  await untilHolds(dialog.getByLabel('Height', { exact: true }), '900')
  await dialog.getByRole('button', { name: 'Add border' }).click()
  await dialog.getByRole('button', { name: /^1:1/ }).click()
  await dialog.getByRole('button', { name: 'Blurred image' }).click()
  await untilHolds(dialog.getByLabel('Left', { exact: true }), '-150')
  const view = { crop: [-0.25, 0, 1.5, 1], rotate: 90, fit: 'pad', ground: 'blur' }
  await showsInStage(dialog, view)
  assert.deepEqual(await listBarriersInThemes(page), [])
  await dialog.getByRole('button', { name: 'Apply changes' }).click()
  await until('the view is saved', async () => (await readPost()).media[0].view !== undefined)
  assert.deepEqual((await readPost()).media[0].view, view)

  await edit(page, 'pier.png')
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await untilHolds(dialog.getByLabel('Width', { exact: true }), '900')
  await dialog.getByRole('button', { name: 'Apply changes' }).click()
  await until('the whole image is shown again', async () => (await readPost()).media[0].view === undefined)
  assert.deepEqual(faults, [])
})

test('alt text comes from the library and goes there, and an animation cannot be cropped', async () => {
  await using opened = await openComposer(['mastodon', 'bluesky'])
  const { page, api, dialog, faults, readPost } = opened
  const inLibrary = async () => (await api.get(`/v1/media?profileId=${api.profileId}`)).media.at(-1).altText
  await edit(page, 'pier.png')
  const altText = dialog.getByRole('textbox', { name: 'Alt text' })
  await altText.fill('A pier')
  await dialog.getByText('1494 left for Mastodon').waitFor()
  assert.equal(await dialog.getByRole('checkbox', { name: 'Also save in library' }).isChecked(), true)
  await dialog.getByRole('button', { name: 'Apply changes' }).click()
  await until('the library has the text', async () => (await inLibrary()) === 'A pier')
  await until('the post has the text', async () => (await readPost()).media[0].altText === 'A pier')

  // A text in the library is replaced only if its author says so.
  await edit(page, 'pier.png')
  await altText.fill('The pier of Brighton')
  const saves = dialog.getByRole('checkbox', { name: 'Also save in library' })
  await saves.waitFor()
  assert.equal(await saves.isChecked(), false)
  await dialog.getByRole('button', { name: 'Use text from library' }).click()
  await untilHolds(altText, 'A pier')
  await altText.fill('a'.repeat(1_501))
  await dialog.getByText('1 too many for Mastodon').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  assert.equal(await inLibrary(), 'A pier')

  await add(page, 'waves.gif', await moving(40, 30, 3).gif().toBuffer())
  await edit(page, 'waves.gif')
  await dialog.getByText('Animated images can’t be cropped.').waitFor()
  assert.equal(await dialog.getByText('Shape').count(), 0)
  await altText.fill('Waves')
  await dialog.getByRole('button', { name: 'Apply changes' }).click()
  await until('the animation has its text', async () => (await readPost()).media[1]?.altText === 'Waves')
  assert.deepEqual(faults, [])
})

test('on a phone, the dialog fits in each language, and its frame stays in sight', async () => {
  await using opened = await openComposer(['instagram', 'mastodon'], { viewport: { width: 390, height: 844 } })
  const { page, faults } = opened
  const tile = page.locator('[aria-expanded]').filter({ has: page.locator('img') })
  const spoken = [
    { language: 'en', name: 'Edit image', move: 'Move the frame', apply: 'Apply changes' },
    { language: 'de', name: 'Bild bearbeiten', move: 'Ausschnitt verschieben', apply: 'Änderungen anwenden' },
    { language: 'es', name: 'Editar imagen', move: 'Mover el marco', apply: 'Aplicar cambios' },
    { language: 'fr', name: 'Modifier l’image', move: 'Déplacer le cadre', apply: 'Appliquer les modifications' },
  ]
  for (const { language, name, move, apply } of spoken) {
    await page.evaluate(`localStorage.setItem('posthorn.language', '${language}')`)
    await page.reload()
    await tile.click()
    await page.getByRole('button', { name, exact: true }).click()
    const dialog = page.getByRole('dialog', { name })
    await dialog.getByRole('button', { name: /^4:5/ }).click()
    await dialog.getByRole('button', { name: apply }).scrollIntoViewIfNeeded()
    await dialog.getByRole('textbox').last().scrollIntoViewIfNeeded()
    const frame = await dialog.getByRole('button', { name: move }).boundingBox()
    assert.ok(frame && frame.y > 0 && frame.height > 100, `${language}: the frame is in sight`)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, language)
    assert.equal(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth), 0, language)
    assert.deepEqual(await listBarriersInThemes(page), [], language)
    await dialog.getByRole('button', { name: apply }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  assert.deepEqual(faults, [])
})
