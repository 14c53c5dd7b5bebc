import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadConfig, startApp } from '#test/harness/app.ts'
import { sendRaw } from '#test/harness/raw-http.ts'

const requested = async (url: string, host: string, path = '/v1/auth/options') =>
  sendRaw(url, `GET ${path} HTTP/1.1\r\nhost: ${host}\r\norigin: http://${host}\r\nconnection: close\r\n\r\n`)

test('403 address_forbidden: every request from a page whose host name resolves to this machine is rejected', async () => {
  await using t = await startApp({ settings: { HOST: '127.0.0.1', PUBLIC_URL: 'http://127.0.0.1:4000' } })
  const body = JSON.stringify({ email: 'eve@example.com', password: 'correct horse of eve', name: 'Eve' })
  for (const host of ['evil.example', 'evil.example:4000', '127.0.0.1.evil.example', 'localhost.evil.example']) {
    const claim = await sendRaw(
      t.url,
      `POST /v1/auth/claim HTTP/1.1\r\nhost: ${host}\r\norigin: http://${host}\r\ncontent-type: application/json\r\n` +
        `x-forwarded-host: 127.0.0.1\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
    )
    assert.deepEqual([claim.status, JSON.parse(claim.body).code], [403, 'address_forbidden'], host)
    for (const path of ['/', '/healthz', '/openapi.json', '/v1/nothing'])
      assert.equal((await requested(t.url, host, path)).status, 403, `${host} ${path}`)
  }
  for (const host of ['127.0.0.1:4000', 'localhost', 'app.localhost:3000', '[::1]:4000', '192.168.1.20:4000', 'nas'])
    assert.notEqual((await requested(t.url, host)).status, 403, host)
})

test('a public installation accepts the host name that its proxy forwards', async () => {
  const { isOpenToOthers } = loadConfig({ PUBLIC_URL: 'http://192.168.1.20:4000', DATA_DIR: 'none' })
  assert.equal(isOpenToOthers, true)
  await using t = await startApp({ settings: { HOST: '0.0.0.0', PUBLIC_URL: 'http://192.168.1.20:4000' } })
  for (const host of ['192.168.1.20:4000', 'upstream.internal:4000', '127.0.0.1'])
    assert.notEqual((await requested(t.url, host)).status, 403, host)
})
