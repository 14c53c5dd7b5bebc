import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { noise, plain } from '#test/world/pictures.ts'
import { listBarriers, openApi, openInstallation, signUp } from '../visitor.ts'

const sized = (face: Locator): Promise<[number, number]> =>
  face.evaluate((image) => {
    const { naturalWidth, naturalHeight } = image as unknown as { naturalWidth: number; naturalHeight: number }
    return [naturalWidth, naturalHeight]
  })

test('people and brands get a photo, which every place shows that names them, and lose it again', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const photo = { name: 'me.png', mimeType: 'image/png', buffer: await noise(600, 300).png().toBuffer() }

  await page.goto(`${url}/open/settings/account`)
  const mine = page.locator('section', { has: page.getByRole('heading', { name: 'About you' }) })
  await mine.locator('input[type=file]').setInputFiles({ ...photo, buffer: Buffer.from('<svg/>') })
  await mine.getByRole('alert').waitFor()
  assert.equal((await api.get('/v1/auth/me')).avatarUrl, null)
  // The button opens the choice of the device, as the field behind it does.
  const choosing = page.waitForEvent('filechooser')
  await mine.getByRole('button', { name: 'Choose file' }).click()
  await (await choosing).setFiles(photo)
  await mine.getByRole('button', { name: 'Remove photo' }).waitFor()
  const { avatarUrl } = await api.get('/v1/auth/me')
  const faces = page.locator(`img[src="${avatarUrl}"]`)
  await faces.nth(1).waitFor()
  assert.deepEqual(await sized(faces.first()), [192, 192])
  assert.deepEqual(await listBarriers(page), [])

  const logo = { ...photo, name: 'logo.png', buffer: await plain(300, 500).png().toBuffer() }
  await page.goto(`${url}/open/settings`)
  const brand = page.locator('section', { has: page.getByRole('heading', { name: 'Brand', exact: true }) })
  await brand.locator('input[type=file]').setInputFiles(logo)
  await brand.getByRole('button', { name: 'Remove photo' }).waitFor()
  const [profile] = await api.get('/v1/profiles')
  await page.getByRole('navigation').locator(`img[src="${profile.avatarUrl}"]`).first().waitFor()

  await page.goto(`${url}/open/settings/members`)
  await page.getByRole('main').locator(`img[src="${avatarUrl}"]`).waitFor()
  await page.goto(`${url}/open/admin/users`)
  await page.getByRole('main').locator(`img[src="${avatarUrl}"]`).waitFor()

  const { profileId } = api
  const draft = { profileId, content: 'Open on Sunday', platforms: ['bluesky'], saveAsDraft: true }
  const { id } = await api.post('/v1/posts', draft)
  await page.goto(`${url}/p/${profileId}/posts/${id}`)
  await page.getByRole('main').locator(`img[src="${avatarUrl}"]`).first().waitFor()
  const shared = await api.post(`/v1/posts/${id}/share-link`, {})
  await page.goto(shared.url)
  assert.deepEqual(await sized(page.locator(`img[src="${profile.avatarUrl}"]`)), [192, 192])

  await page.goto(`${url}/open/settings/account`)
  await mine.getByRole('button', { name: 'Remove photo' }).click()
  await mine.getByRole('button', { name: 'Remove photo' }).waitFor({ state: 'detached' })
  await faces.first().waitFor({ state: 'detached' })
  assert.equal((await api.get('/v1/auth/me')).avatarUrl, null)
  // The browser reports the refused file itself.
  assert.deepEqual(
    faults.filter((fault) => !/ 400 .*\/v1\/auth\/me\/avatar/.test(fault)),
    [],
  )
})
