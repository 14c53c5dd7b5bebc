import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { z } from 'zod'
import { createLog } from '#infra/log/log.ts'
import { startEdge } from '../harness/own-edge.ts'
import { sendRaw } from '../harness/raw-http.ts'

/** Starts the edge with a route that has a token in its path, and records the log. */
async function listening(c: TestContext) {
  const lines: string[] = []
  const { url } = await startEdge(
    c,
    (app) => {
      app.get(
        '/v1/share/p/:token',
        {
          config: { access: { credential: 'none' } },
          schema: { operationId: 'readShared', params: z.strictObject({ token: z.string() }) },
        },
        async ({ params }) => {
          if (params.token.endsWith('!')) throw new Error('a bug')
          return {}
        },
      )
    },
    { log: createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } }) },
  )
  const call = (method: string, path: string, headers = '') =>
    sendRaw(url, `${method} ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${headers}\r\n`)
  const urls = () => lines.map((line) => JSON.parse(line).req?.url).filter((shown) => shown !== undefined)
  return { call, lines, urls }
}

/** A token of 128 bits, like our shortest ones. */
const token = 'V7nq2-_sZkXw0aBcDeFgHi'

test('a token in a path is never logged, even if no route matches or the route returns an error', async (c) => {
  const { call, lines } = await listening(c)
  const escaped = [...token].map((char) => `%${char.charCodeAt(0).toString(16)}`).join('')
  const requests = [
    ['GET', `/v1/share/p/${token}`],
    ['GET', `/v1/share/p/${token}!`],
    ['HEAD', `/v1/share/p/${token}`],
    ['POST', `/v1/share/p/${token}`],
    ['OPTIONS', `/v1/share/p/${token}`],
    ['GET', `/v1/share/p/${token}/`],
    ['GET', `//v1//share/p//${token}`],
    ['GET', `/v1/share/p/${token}.json`],
    ['GET', `/v1/Share/P/${token}/preview?lang=en`],
    ['GET', `/v1/share/p/${token};a=b`],
    ['GET', `/v1/share/p/${escaped}/`],
    ['GET', `http://a/v1/share/p/${token}/`],
    ['GET', `/v1/share/p/%${token}`],
    ['GET', `/v1/portal/${token}`],
    ['POST', `/v1/portal/${token}/posts/post_01kpjv4y00e008000000000001/approve`],
  ] as const
  for (const [method, path] of requests)
    await call(method, path, `referer: http://a/v1/share/p/${token}\r\ncookie: posthorn_guest=${token}\r\n`)
  assert.ok(lines.length > requests.length, 'each request is logged, and one of them as a bug')
  const log = lines.join('')
  for (const secret of [token, escaped]) assert.ok(!log.includes(secret), log)
})

test('names, IDs and numbers in a path stay readable in the log', async (c) => {
  const { call, urls } = await listening(c)
  const paths = [
    '/v1/posts/post_01kpjv4y00e008000000000001/targets/tgt_01kpjv4y00e008000000000002/resolve',
    '/.well-known/oauth-protected-resource',
    '/v1/platforms/mastodon/some-long-name-of-an-operation',
    '/v1/weeks/2026/11/21',
    '/v1/things/019aa5b2-7c00-7000-8000-000000000001',
  ]
  for (const path of paths) await call('GET', path)
  assert.deepEqual(urls(), paths)
})
