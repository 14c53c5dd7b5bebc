import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectBluesky, openApi, openInstallation, password, signUp } from '../visitor.ts'

test('users who sign up or accept an invitation get the browser’s time zone, and rules get the brand’s', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using owner = await installation.visit({ timezoneId: 'Pacific/Auckland' })
  await signUp(owner.page, url, 'Ada')
  const ada = await openApi(url, 'Ada')
  const { profileId } = ada
  assert.equal((await ada.get('/v1/auth/me')).timezone, 'Pacific/Auckland')
  assert.equal((await ada.get(`/v1/profiles/${profileId}`)).timezone, 'Pacific/Auckland')
  await owner.page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(owner.page)
  await ada.post('/v1/posts', { profileId, content: 'Rye day.', platforms: ['bluesky'], saveAsDraft: true })
  const { inviteToken } = await ada.post(`/v1/profiles/${profileId}/invites`, { role: 'editor' })

  await using colleague = await installation.visit({ timezoneId: 'America/St_Johns' })
  const { page, faults } = colleague
  await page.goto(`${url}/auth/invite#${inviteToken}`)
  await page.getByLabel('Your name').fill('Wim')
  await page.getByLabel('Email').fill('wim@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await page.waitForURL(`**/p/${profileId}**`)
  const wim = await openApi(url, 'Wim')
  assert.equal((await wim.get('/v1/auth/me')).timezone, 'America/St_Johns')
  assert.equal(await page.getByRole('complementary', { name: /time zone/ }).count(), 0)

  await page.goto(`${url}/p/${profileId}/recurring?rule=new`)
  const dialog = page.getByRole('dialog', { name: 'Repeat a post' })
  await dialog.getByText('Auckland time').waitFor()
  await dialog.getByRole('button', { name: 'Start repeating' }).click()
  await dialog.waitFor({ state: 'detached' })
  const [rule] = await ada.get(`/v1/recurring-posts?profileId=${profileId}`)
  assert.deepEqual([rule.timezone, rule.followsUserTimezone], ['Pacific/Auckland', false])
  assert.deepEqual(faults, [])
})

test('a user in UTC is offered the browser’s time zone once, and one who has chosen a zone is not', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'America/St_Johns' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const notice = page.getByRole('complementary', { name: 'Your time zone is UTC' })
  const zoneBecomes = (zone: string) =>
    until(`the zone is ${zone}`, async () => (await api.get('/v1/auth/me')).timezone === zone)
  /** Opens the page as a user with this zone. Chosen elsewhere, it is not a choice that this browser knows of. */
  const openIn = async (timezone: string) => {
    await api.patch('/v1/auth/me', { timezone })
    await page.reload()
    await page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/, level: 1 }).waitFor()
  }
  await openIn('Asia/Tokyo')
  assert.equal(await notice.count(), 0)

  await openIn('UTC')
  await notice.getByRole('button', { name: 'Use St Johns' }).click()
  await notice.waitFor({ state: 'detached' })
  await zoneBecomes('America/St_Johns')

  await openIn('UTC')
  await notice.getByRole('button', { name: 'Keep UTC' }).click()
  await notice.waitFor({ state: 'detached' })
  await openIn('UTC')
  assert.equal(await notice.count(), 0)
  await zoneBecomes('UTC')
  assert.deepEqual(faults, [])
})
