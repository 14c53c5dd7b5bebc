import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectNetworks } from './connect-networks.ts'
import { connectBluesky, connectInWindow, listBarriers, openApi, openInstallation, signUp } from './visitor.ts'

test('a list shows each account with its state and its scheduled posts, and a broken one is reconnected from a banner or its row', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  await connectInWindow(page, 'X')
  const { post, profileId } = await openApi(url, 'Ada')
  for (const [nth, platforms] of [['bluesky', 'x'], ['bluesky']].entries())
    await post('/v1/posts', {
      profileId,
      content: `Rolls ${nth}`,
      platforms,
      scheduledAt: new Date(Date.now() + (nth + 24) * 3_600_000).toISOString(),
    })
  await page.reload()
  const rows = page.getByRole('list', { name: 'Connections' }).getByRole('listitem')
  const [bluesky, x] = [rows.filter({ hasText: 'Bluesky · alice' }), rows.filter({ hasText: 'X · alice' })]
  await bluesky.getByRole('link', { name: '2 posts' }).waitFor()
  await x.getByRole('link', { name: '1 post' }).waitFor()
  assert.deepEqual(
    await rows.evaluateAll((all) => all.map((row) => (row as unknown as { offsetHeight: number }).offsetHeight)),
    [60, 60],
  )
  // Only networks without an account have a tile. The menu also adds a second account of the others.
  assert.equal(await page.getByRole('button', { name: 'Connect Bluesky' }).count(), 0)
  await page.getByRole('button', { name: 'Connect LinkedIn' }).waitFor()
  await page.getByRole('button', { name: 'Connect account' }).click()
  await page.getByRole('menuitem', { name: 'Bluesky' }).click()
  await page.getByRole('dialog', { name: 'Connect Bluesky' }).getByRole('button', { name: 'Cancel' }).click()

  // The time of the last check is said once, not in each row of a working account.
  await page.getByText(/^Checked /).waitFor()
  assert.equal(await rows.filter({ hasText: 'Checked ' }).count(), 0)

  await bluesky.getByRole('button', { name: 'Actions for alice.sandbox' }).click()
  await page.getByRole('menuitem', { name: 'Check now' }).click()
  await page.getByText(/ is connected$/).waitFor()
  for (const fault of [{ kind: 'revoked_token' }, { kind: 'expired_token', call: 'getSession', times: 1 }])
    await fetch(`${sandboxUrl}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ network: 'bluesky', account: 'alice', ...fault }),
    })
  await bluesky.getByRole('button', { name: 'Actions for alice.sandbox' }).click()
  await page.getByRole('menuitem', { name: 'Check now' }).click()
  await bluesky.getByText('Reconnect needed').last().waitFor()
  const banner = page.getByRole('region', { name: 'Bluesky needs to be reconnected' })
  await banner.getByText(/2 scheduled posts are on hold until you reconnect\./).waitFor()
  for (const place of [banner, bluesky]) {
    await place.getByRole('button', { name: /^Reconnect / }).click()
    await page.getByRole('dialog', { name: 'Connect Bluesky' }).getByRole('button', { name: 'Cancel' }).click()
  }
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
    assert.deepEqual(await listBarriers(page), [])
  }
  assert.deepEqual(faults, [])
})

test('an account that someone else has connected is named as not connected, with what to do, in a window and in a dialog', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using first = await installation.visit()
  await signUp(first.page, url, 'Ada')
  await connectNetworks(await openApi(url, 'Ada'), ['bluesky', 'x'], { url, sandboxUrl, person: 'alice' })
  await using visitor = await installation.visit()
  const { page } = visitor
  await signUp(page, url, 'Bob')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  const said = 'Someone else has already connected this account.'
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Connect X' }).click()
  await (await opened).getByRole('button', { name: /alice/i }).first().click()
  const banner = page.getByRole('alert').filter({ hasText: said })
  await banner.getByText('Couldn’t connect X', { exact: true }).waitFor()
  await banner.getByText(/Choose another one\.$/).waitFor()

  await page.getByRole('button', { name: 'Connect Bluesky' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect Bluesky' })
  await dialog.getByLabel('Handle or email').fill('alice.sandbox')
  await dialog.getByLabel('App password').fill('sand-boxx-pass-word')
  await dialog.getByRole('button', { name: 'Connect' }).click()
  const refusal = dialog.getByRole('alert').filter({ hasText: said })
  await refusal.getByText('Couldn’t connect Bluesky', { exact: true }).waitFor()
  await refusal.getByText(/They need to disconnect it first\.$/).waitFor()
  // Another account of the same network is connected in the same dialog.
  await dialog.getByLabel('Handle or email').fill('bob.sandbox')
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await page.getByText('Bluesky · bob.sandbox').waitFor()
})
