import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { routesOf } from '#infra/http/openapi/route-table.ts'
import { aliasesOf, networks, platformIdOf } from '#rules/network-names.ts'
import { type Person, startApp, type TestApp } from '../harness/app.ts'

let t: TestApp
let alice: Person
before(async () => {
  t = await startApp()
  alice = await t.as('alice')
})
after(() => t[Symbol.asyncDispose]())

const own = () => routesOf(t.app).filter(({ url }) => url.startsWith('/v1/'))
const fill = (url: string) => url.replace(/:\w+/g, 'x').replace('*', 'x')

/** Requests whose body, query or type would be rejected wherever they are checked. */
const faulty = [
  ['?colour=red', { colour: 'red' }, {}],
  ['', '{', {}],
  ['', '<x/>', { 'content-type': 'text/xml' }],
] as const

test('404 route_not_found: an unknown path, whatever its body, query or content type', async () => {
  for (const [query, body, headers] of faulty) {
    for (const client of [alice, t.anyone]) {
      const answer = await client.post(`/v1/nothing${query}`, body, { headers })
      assert.deepEqual([answer.status, answer.body.code], [404, 'route_not_found'], answer.text)
    }
  }
})

test('405 method_not_allowed: an unsupported method, whatever its body or query', async () => {
  const addresses = [...new Set(own().map(({ url }) => url))]
  assert.ok(addresses.length > 50)
  for (const url of addresses) {
    const [query, body, headers] = faulty[url.length % faulty.length]!
    const answer = await alice.call('PUT', fill(url) + query, body, { headers })
    if (own().some((route) => route.url === url && route.method === 'PUT')) continue
    assert.deepEqual([answer.status, answer.body.code], [405, 'method_not_allowed'], `${url}: ${answer.text}`)
    assert.ok(answer.headers.allow, url)
  }
})

test('every name of a network leads to the same route as its platform ID, even in literal segments', async () => {
  const ids = new Map(networks.flatMap((network) => aliasesOf(network).map((name) => [name, platformIdOf(network)])))
  ids.set('meta', 'netgroup')
  const calls = [...ids].flatMap(([name, id]) =>
    own()
      .filter(({ url, method }) => url.split('/').includes(id) && method !== 'HEAD')
      .map(({ method, url }) => [method, url, url.replace(id, name)] as const),
  )
  assert.ok(calls.length > 10)
  for (const [method, url, byName] of calls) {
    const [expected, answer] = await Promise.all([alice.call(method, url), alice.call(method, byName)])
    assert.deepEqual([answer.status, answer.body?.code], [expected.status, expected.body?.code], `${method} ${byName}`)
    assert.notEqual(answer.body?.code, 'route_not_found', byName)
  }
})
