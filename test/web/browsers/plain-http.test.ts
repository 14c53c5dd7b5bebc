import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { findFreePort } from '#test/servers/free-port.ts'
import { launchChromium } from '#test/servers/open-chromium.ts'
import { openApi, openByKey, openInstallation, password } from '../visitor.ts'

const host = 'posthorn.lan'
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

test('over plain http on a LAN address, files can be added, a webhook created and secrets copied', async () => {
  const port = await findFreePort()
  await using installation = await openInstallation({ PORT: String(port), PUBLIC_URL: `http://${host}:${port}` }, () =>
    launchChromium([`--host-resolver-rules=MAP ${host} 127.0.0.1`]),
  )
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await page.goto(installation.entrance)
  assert.equal(new URL(page.url()).hostname, host)
  assert.equal(await page.evaluate('isSecureContext'), false)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Get started' }).click()
  await page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/, level: 1 }).waitFor()

  await page.getByRole('link', { name: 'Media' }).first().click()
  await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add files' }).first().click()
  await (await choosing).setFiles({ name: 'pier.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') })
  await page.getByText('pier.png').first().waitFor()
  const api = await openApi(`http://127.0.0.1:${port}`, 'Ada')
  await until('the file is in the library', async () => {
    const { media } = await api.get(`/v1/media?profileId=${api.profileId}`)
    return media.length === 1
  })

  await page.goto(`http://${host}:${port}/p/${api.profileId}/settings/webhooks`)
  await page.getByRole('button', { name: 'Use built-in receiver' }).click()
  await until('there is a webhook', async () => (await api.get('/v1/webhooks')).length === 1)

  await page.goto(`http://${host}:${port}/p/${api.profileId}/settings/api-keys`)
  await page.getByRole('heading', { name: 'API keys' }).first().waitFor()
  await openByKey(page, 'Control+Alt+c')
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('button', { name: /^Copy: / })
    .first()
    .click()
  await dialog
    .getByRole('button', { name: /^Copy: / })
    .filter({ hasText: 'Copied' })
    .waitFor()
  await page.keyboard.press('Escape')
  await page.goto(`http://${host}:${port}/p/${api.profileId}/posts`)
  const field = page.getByRole('searchbox')
  await field.focus()
  await page.keyboard.press('Control+v')
  await until('the text is on the clipboard', async () => /curl/.test(await field.inputValue()))
  assert.deepEqual(faults, [])
})

test('the sign-in page explains what does not work without https, except on loopback', async () => {
  const port = await findFreePort()
  await using installation = await openInstallation({ PORT: String(port), PUBLIC_URL: `http://${host}:${port}` }, () =>
    launchChromium([`--host-resolver-rules=MAP ${host} 127.0.0.1`]),
  )
  for (const [where, times] of [
    [host, 1],
    ['127.0.0.1', 0],
  ] as const) {
    await using visitor = await installation.visit()
    const { page } = visitor
    await page.goto(`http://${where}:${port}/auth/sign-in`)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    assert.equal(await page.getByText('This connection has no https.').count(), times, where)
  }
})
