import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectBluesky, openApi, openInstallation, signUp } from '../visitor.ts'

test('the dry run, the list of the calendar and the search show the same facts of posts; the zone is named once', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'America/New_York' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await api.patch(`/v1/profiles/${profileId}`, { timezone: 'Europe/Berlin' })
  const at = (days: number) => new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000 + days * 86_400_000)
  const text = 'The rye loaf takes two days.'
  for (const days of [1, 2])
    await api.post('/v1/posts', {
      ...{ profileId, content: text, platforms: ['bluesky'], scheduledAt: at(days).toISOString() },
      confirmWarnings: ['same_post'],
    })
  await api.post('/v1/posts', { profileId, content: text, platforms: ['bluesky'], saveAsDraft: true })
  const day = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Berlin',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
    .format(at(1))
    .replace(',', '')
  for (const place of [`/calendar?view=list&date=${at(1).toISOString().slice(0, 10)}`, '/rehearsal']) {
    await page.goto(`${url}/p/${profileId}${place}`)
    const list = page.getByRole('list', { name: day })
    await list.getByRole('listitem').getByRole('link', { name: text }).waitFor()
    await page.getByText('Times are in Berlin time').first().waitFor()
    assert.equal(await page.getByText('Times are in Berlin time').count(), 1, place)
    await page.keyboard.press('j')
    const link = list.getByRole('link', { name: text })
    assert.ok(await link.evaluate((element) => element === element.ownerDocument.activeElement))
  }
  await page.keyboard.press('Control+k')
  await page.keyboard.type('rye loaf')
  const found = page.getByRole('option', { name: text })
  await found.nth(2).waitFor()
  const names = await found.allInnerTexts()
  assert.equal(new Set(names).size, 3, names.join(' | '))
  assert.equal(names.filter((name) => name.includes('Draft')).length, 1)
  assert.deepEqual(faults, [])
})
