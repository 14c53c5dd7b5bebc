import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '#test/harness/until.ts'
import {
  giphyKey,
  pexelsKey,
  type StockServer,
  startGiphy,
  startPexels,
  startUnsplash,
  unsplashKey,
} from '../../servers/stock-server.ts'
import { moving, noise } from '../../world/pictures.ts'
import { connectBluesky, listBarriersInThemes, openApi, openInstallation, signUp, untilHolds } from '../visitor.ts'

/** The search for stock photos and GIFs in the composer and in the library. */
let unsplash: StockServer
let pexels: StockServer
let giphy: StockServer
before(async () => {
  const picture = await noise(80, 60).png().toBuffer()
  unsplash = await startUnsplash(picture)
  pexels = await startPexels(picture)
  giphy = await startGiphy(await moving(80, 60, 3).gif().toBuffer())
})
after(async () => {
  await unsplash[Symbol.asyncDispose]()
  await pexels[Symbol.asyncDispose]()
  await giphy[Symbol.asyncDispose]()
})
const settings = () => ({
  UNSPLASH_ACCESS_KEY: unsplashKey,
  UNSPLASH_URL: unsplash.url,
  PEXELS_API_KEY: pexelsKey,
  PEXELS_URL: pexels.url,
  GIPHY_API_KEY: giphyKey,
  GIPHY_URL: giphy.url,
})

test('a photo is found and added to a post with the keyboard alone, and its credit is in the text', async () => {
  await using installation = await openInstallation(settings())
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  await page.getByRole('link', { name: 'New post' }).first().click()
  const text = page.getByLabel('What do you want to say?')
  await text.fill('The light is on.')
  await page.getByRole('button', { name: 'Add images or a video' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'From library' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Choose from library' })
  await dialog.getByRole('button', { name: 'Stock photos' }).focus()
  await page.keyboard.press('Enter')
  const search = dialog.getByRole('searchbox', { name: 'Search for free photos' })
  await search.waitFor()
  await dialog.getByText('are sent to Unsplash through this service').waitFor()
  await search.focus()
  await page.keyboard.type('lighthouse')
  await page.keyboard.press('Enter')
  const photo = dialog.getByRole('button', { name: 'Add photo by Annie 3: a white lighthouse number 3' })
  await photo.waitFor()
  assert.equal(await dialog.getByRole('list', { name: 'Photos found' }).getByRole('listitem').count(), 24)
  // Each thumbnail is loaded through the service.
  const images: string[] = await page.evaluate(
    '[...document.querySelectorAll(\'[aria-label="Photos found"] img\')].map(({ src }) => src)',
  )
  assert.equal(images.length, 24)
  assert.ok(
    images.every((src) => src.startsWith(`${url}/v1/stock/thumbnail?`)),
    images.join('\n'),
  )
  assert.deepEqual(await listBarriersInThemes(page), [])
  await photo.focus()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await untilHolds(text, 'The light is on.\n\nPhoto by Annie 3 on Unsplash')
  await page.getByRole('button', { name: /^Edit unsplash-photo-3\.png/ }).waitFor()
  const { get, profileId } = await openApi(url, 'Ada')
  const { media } = await get(`/v1/media?profileId=${profileId}`)
  assert.equal(media[0].source.author, 'Annie 3')
  assert.ok(unsplash.requests.some(({ path }) => path === '/photos/photo-3/download'))
  assert.deepEqual(faults, [])
})

test('on a phone, a photo of the other provider is added to the library, and its file shows author and license', async () => {
  await using installation = await openInstallation(settings())
  await using visitor = await installation.visit()
  const { page } = visitor
  await page.setViewportSize({ width: 390, height: 844 })
  await signUp(page, installation.url, 'Ada')
  const { profileId } = await openApi(installation.url, 'Ada')
  await page.goto(`${installation.url}/p/${profileId}/media`)
  await page.getByRole('button', { name: 'Stock photos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stock photos' })
  await dialog.getByRole('button', { name: 'Pexels' }).click()
  await dialog.getByText('are sent to Pexels through this service').waitFor()
  assert.equal(await dialog.getByRole('checkbox').count(), 0)
  await dialog.getByRole('searchbox').fill('lighthouse')
  await dialog.getByRole('button', { name: 'Search' }).click()
  const photo = dialog.getByRole('button', { name: 'Add photo by Joey 2: Lighthouse 2' })
  await photo.waitFor()
  await dialog.getByRole('button', { name: 'Load more' }).click()
  await dialog.getByRole('button', { name: 'Add photo by Joey 25: Lighthouse 25' }).waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
  assert.deepEqual(await listBarriersInThemes(page), [])
  await photo.click()
  await dialog.getByRole('status').getByText('Photo by Joey 2 added').waitFor()
  assert.equal(await page.getByRole('region', { name: 'Notifications' }).getByRole('group').count(), 0)
  pexels.fail = 'limit'
  await dialog.getByRole('searchbox').fill('another')
  await dialog.getByRole('button', { name: 'Search' }).click()
  await dialog.getByRole('alert').waitFor()
  pexels.fail = null
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: /^pexels-1002\.png/ }).click()
  const file = page.getByRole('dialog', { name: 'pexels-1002.png' })
  const credit = file.getByRole('link', { name: 'Photo by Joey 2 on Pexels' })
  assert.equal(await credit.getAttribute('href'), 'https://www.pexels.com/photo/lighthouse-1002/')
  // Above the actions, which would cover it.
  await file.getByRole('link', { name: 'Pexels License' }).evaluate((one) => one.scrollIntoView({ block: 'center' }))
  assert.deepEqual(await listBarriersInThemes(page), [])
})

test('a GIF is found and added to a post with its credit, moves only if the reader wants, and shows its source', async () => {
  await using installation = await openInstallation(settings())
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  await page.getByRole('link', { name: 'New post' }).first().click()
  const text = page.getByLabel('What do you want to say?')
  await text.fill('The light is on.')
  const dialog = page.getByRole('dialog', { name: 'Choose from library' })
  const find = async () => {
    await page.getByRole('button', { name: 'Add images or a video' }).click()
    await page.getByRole('menuitem', { name: 'From library' }).click()
    await dialog.getByRole('button', { name: 'GIFs' }).click()
    await dialog.getByRole('searchbox', { name: 'Search for GIFs' }).fill('lighthouse')
    await dialog.getByRole('button', { name: 'Search' }).click()
  }
  await find()
  const found = dialog.getByRole('list', { name: 'GIFs found' })
  await found.getByRole('listitem').first().waitFor()
  assert.equal(await dialog.getByRole('link', { name: 'Powered by GIPHY' }).getAttribute('href'), 'https://giphy.com')
  assert.equal(await dialog.getByRole('button', { name: 'Unsplash' }).count(), 0)
  const first = found.locator('img').first()
  const play = dialog.getByRole('checkbox', { name: 'Play GIFs' })
  assert.equal(await play.isChecked(), false, 'a reader who prefers less motion sees still images')
  const still = await first.getAttribute('src')
  await play.check()
  const moves = await first.getAttribute('src')
  assert.notEqual(moves, still)
  const loaded = () => giphy.requests.filter(({ path }) => path.startsWith('/images/gif-1/')).map(({ path }) => path)
  await until('the moving image is loaded through the service', async () =>
    loaded().includes('/images/gif-1/200w_d.webp'),
  )
  assert.ok(moves?.startsWith(`${url}/v1/stock/thumbnail?`), moves ?? '')
  assert.deepEqual(await listBarriersInThemes(page), [])
  await dialog.getByRole('button', { name: 'Add GIF by Keeper 3: Lighthouse 3 GIF' }).click()
  await dialog.waitFor({ state: 'detached' })
  await untilHolds(text, 'The light is on.\n\nGIF by Keeper 3 via GIPHY')
  await page.getByRole('button', { name: /^Edit giphy-gif3\.gif/ }).waitFor()

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await find()
  await found.getByRole('listitem').first().waitFor()
  assert.equal(await play.isChecked(), true)
  assert.equal(await first.getAttribute('src'), moves)
  await dialog.getByRole('checkbox', { name: 'Credit in the text' }).uncheck()
  await dialog.getByRole('button', { name: 'Add GIF: Lighthouse 2 GIF' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Edit giphy-gif2\.gif/ }).waitFor()
  await untilHolds(text, 'The light is on.\n\nGIF by Keeper 3 via GIPHY')

  const { profileId } = await openApi(url, 'Ada')
  await page.goto(`${url}/p/${profileId}/media`)
  await page.getByRole('button', { name: /^giphy-gif2\.gif/ }).click()
  const file = page.getByRole('dialog', { name: 'giphy-gif2.gif' })
  const credit = file.getByRole('link', { name: 'GIF via GIPHY' })
  assert.equal(await credit.getAttribute('href'), 'https://giphy.com/gifs/lighthouse-gif2')
  assert.deepEqual(faults, [])
})

test('without a key, neither the composer nor the library mentions stock photos', async () => {
  await using installation = await openInstallation()
  await using visitor = await installation.visit()
  const { page } = visitor
  await signUp(page, installation.url, 'Ada')
  const { profileId } = await openApi(installation.url, 'Ada')
  const answered = page.waitForResponse((response) => response.url().includes('/v1/stock/providers'))
  await page.goto(`${installation.url}/p/${profileId}/media`)
  await answered
  await page.getByText('No files yet').waitFor()
  for (const name of ['Stock photos', 'GIFs']) assert.equal(await page.getByText(name).count(), 0)
})
