import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { openTcpProxy } from '#test/servers/tcp-proxy.ts'
import { loadConfig } from '../../config.ts'
import { portOf } from '../../server.ts'
import { examinePublicAddress } from './public-address.ts'

const settingsOf = (t: TestApp, publicUrl?: string) =>
  loadConfig({ PORT: String(portOf(t.app)), ...(publicUrl === undefined ? {} : { PUBLIC_URL: publicUrl }) })

test('checks whether the public URL reaches this installation, directly or through a proxy', async () => {
  await using t = await startApp()
  await using other = await startApp()
  await using proxy = await openTcpProxy({ host: '127.0.0.1', port: portOf(t.app), user: '', database: '' })
  const stranger = createServer((_, response) => response.end('{"keys":[]}')).listen(0, '127.0.0.1')
  await using _ = { [Symbol.asyncDispose]: async () => void stranger.close() }
  const through = new URL(proxy.url)

  const direct = await examinePublicAddress(settingsOf(t, t.url))
  assert.deepEqual([direct.ok, direct.detail], [true, `${t.url} reaches this installation.`])
  const proxied = await examinePublicAddress(settingsOf(t, `http://127.0.0.1:${through.port}`))
  assert.equal(proxied.ok, true, proxied.detail)

  const elsewhere = await examinePublicAddress(settingsOf(t, other.url))
  assert.deepEqual(
    [elsewhere.ok, elsewhere.detail],
    [false, `${other.url} is served by a different Posthorn installation.`],
  )
  assert.match(elsewhere.remedy ?? '', /set PUBLIC_URL to the URL that does/)
  const strange = await examinePublicAddress(
    settingsOf(t, `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`),
  )
  assert.equal(strange.ok, false)

  proxy.refuse()
  const dead = await examinePublicAddress(settingsOf(t, `http://127.0.0.1:${through.port}`))
  assert.match(dead.detail, /is not served by Posthorn/)
})

test('says what to do, and reports no problem, without PUBLIC_URL or if nothing is running', async () => {
  await using t = await startApp()
  const unset = await examinePublicAddress(settingsOf(t))
  assert.equal(unset.ok, true)
  assert.match(unset.detail, /Set it to an https URL/)
  const notRunning = await examinePublicAddress(loadConfig({ PORT: '1', PUBLIC_URL: 'https://posts.example.com' }))
  assert.equal(notRunning.ok, true)
  assert.match(notRunning.detail, /was not checked/)
})
