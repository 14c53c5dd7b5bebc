import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { until } from '#test/servers/real-servers.ts'
import { OutboundFailure } from './failure.ts'
import { createOutbound } from './outbound.ts'

/** A self-signed certificate for tls.example.test, valid until 2126. It protects nothing. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgp1LGObynbiWNE2EV
9g1AXXM7/7GXU8Rz0M3F5rMmeN2hRANCAAT1RfTjba+5bHhz4FIAYrjTEPqMQFsk
0J0h3y9KzUl1ZMLIV8Rg0gUFDYyuoWzsCY79348YIdk1mTS7NdLWS1hC
-----END PRIVATE KEY-----
`
const cert = `-----BEGIN CERTIFICATE-----
MIIBqTCCAVCgAwIBAgIULh0KGOpFEjHhAMaB8H/Y6nYqtqkwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQdGxzLmV4YW1wbGUudGVzdDAgFw0yNjExMjExMTQ2MDNaGA8y
MTI2MTAyODExNDYwM1owGzEZMBcGA1UEAwwQdGxzLmV4YW1wbGUudGVzdDBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABPVF9ONtr7lseHPgUgBiuNMQ+oxAWyTQnSHf
L0rNSXVkwshXxGDSBQUNjK6hbOwJjv3fjxgh2TWZNLs10tZLWEKjcDBuMB0GA1Ud
DgQWBBT3/PAZQyFmLGjk6QJd1R7dMAtw/jAfBgNVHSMEGDAWgBT3/PAZQyFmLGjk
6QJd1R7dMAtw/jAPBgNVHRMBAf8EBTADAQH/MBsGA1UdEQQUMBKCEHRscy5leGFt
cGxlLnRlc3QwCgYIKoZIzj0EAwIDRwAwRAIgQo40QbJia5Tjz/DiLMsoMmatX8IY
z3L3Q/Av6BUiKnkCIBmOzik44CldVXv2/gWBfKijxFwYSYbzDVJQN28JU0DJ
-----END CERTIFICATE-----
`

async function secureWeb(t: TestContext, isSilent = false) {
  const requests: string[] = []
  const resets: string[] = []
  const server = createHttpsServer({ key, cert }, (request, response) => {
    requests.push(request.headers.host ?? '')
    if (!isSilent) response.end('over tls')
  }).listen(0, '127.0.0.1')
  server.on('secureConnection', (socket) =>
    socket.on('error', ({ code }: NodeJS.ErrnoException) => resets.push(code ?? '')),
  )
  server.on('tlsClientError', () => {})
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return { requests, resets, port: (server.address() as AddressInfo).port }
}

const limits = { timeoutMs: 5_000, maxBytes: 1_000 }

async function failsByTls(t: TestContext, url: string): Promise<OutboundFailure> {
  const out = createOutbound({
    operatorOrigins: [],
    allowPrivate: true,
    userAgent: 'test',
    resolve: async () => ['127.0.0.1'],
  })
  t.after(() => out.close())
  let last: unknown
  for (const fresh of [false, true]) {
    const beforeFirstByte = () => assert.fail('no connection is open')
    last = await out
      .request({ ...limits, url, method: 'POST', body: 'x', fresh, beforeFirstByte })
      .catch((error) => error)
    assert.ok(last instanceof OutboundFailure, String(last))
    assert.deepEqual([last.code, last.sent], ['tls', 'no'], last.message)
  }
  return last as OutboundFailure
}

test("sent 'no': the certificate is not trusted", async (t) => {
  const server = await secureWeb(t)
  const error = await failsByTls(t, `https://tls.example.test:${server.port}/`)
  assert.equal(error.systemCode, 'DEPTH_ZERO_SELF_SIGNED_CERT')
  assert.deepEqual(server.requests, [])
})

test("sent 'no': the server does not speak TLS", async (t) => {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {})
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  await failsByTls(t, `https://127.0.0.1:${(server.address() as AddressInfo).port}/`)
})

/** Runs `work` in a separate process with exactly the given environment. */
async function inProcess(work: string, args: readonly string[], env: Record<string, string>) {
  const program = `import { createOutbound } from ${JSON.stringify(new URL('./outbound.ts', import.meta.url).href)}
    const limits = ${JSON.stringify(limits)}
    const resolve = async () => ['127.0.0.1']
    const out = createOutbound({ operatorOrigins: [], allowPrivate: true, userAgent: 'test', resolve })
    const get = (url, more = {}) => out.request({ ...limits, ...more, url }).then((answer) => answer.body.toString(), (error) => error.systemCode ?? error.code)
    ${work}
    await out.close()`
  const options = ['--input-type=module', '--eval', program, ...args]
  return (await promisify(execFile)(process.execPath, options, { env })).stdout.trim()
}

test('a trusted certificate is accepted only for its own name', async (t) => {
  const server = await secureWeb(t)
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-tls-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'cert.pem'), cert)
  const output = await inProcess(
    `for (const host of ['tls.example.test', 'other.example.test', '127.0.0.1']) {
      console.log(await get('https://' + host + ':' + process.argv[1] + '/'))
    }`,
    [String(server.port)],
    { NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') },
  )
  assert.deepEqual(output.split('\n'), ['over tls', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_TLS_CERT_ALTNAME_INVALID'])
  assert.deepEqual(server.requests, [`tls.example.test:${server.port}`])
})

test('an encrypted call on its own connection gets a response, and the connection is reset if the call is aborted', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-tls-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'cert.pem'), cert)
  const env = { NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') }
  const ask = (port: number, timeoutMs: number) => {
    const more = JSON.stringify({ fresh: true, timeoutMs })
    return inProcess(`console.log(await get('https://tls.example.test:${port}/', ${more}))`, [], env)
  }
  assert.equal(await ask((await secureWeb(t)).port, 5_000), 'over tls')
  const silent = await secureWeb(t, true)
  assert.equal(await ask(silent.port, 300), 'timeout')
  assert.equal(silent.requests.length, 1)
  await until(() => silent.resets.length > 0)
  assert.deepEqual(silent.resets, ['ECONNRESET'])
})

test('proxies from the environment are not used', async (t) => {
  let visits = 0
  const proxy = createServer((socket) => {
    visits++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  const target = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\ndirect'))
  }).listen(0, '127.0.0.1')
  t.after(() => {
    proxy.close()
    target.close()
  })
  await Promise.all([once(proxy, 'listening'), once(target, 'listening')])
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']
  const env = { NODE_USE_ENV_PROXY: '1', ...Object.fromEntries(names.map((name) => [name, address])) }
  const url = `http://x.example:${(target.address() as AddressInfo).port}/`
  assert.equal(await inProcess('console.log(await get(process.argv[1]))', [url], env), 'direct')
  assert.equal(visits, 0)
})
