import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { seconds } from '#kernel/clock.ts'
import { type Person, startApp, type TestApp } from '../harness/app.ts'

let a: TestApp
let b: TestApp
let alice: Person
before(async () => {
  a = await startApp()
  b = await startApp({ beside: a })
  alice = await a.as('alice')
})
after(async () => {
  await b[Symbol.asyncDispose]()
  await a[Symbol.asyncDispose]()
})

const newKey = async () =>
  (await alice.post('/v1/api-keys', { name: 'k', scopes: ['profiles:read'] })).body as { id: string; key: string }

test('a revoked key is rejected immediately on the same process, and after at most a second on the other', async () => {
  const { id, key } = await newKey()
  const on = (node: TestApp) => node.withToken(key).get('/v1/profiles')
  assert.deepEqual([(await on(a)).status, (await on(b)).status], [200, 200])
  await alice.delete(`/v1/api-keys/${id}`)
  assert.equal((await on(a)).status, 401)
  // The clock stands still in between, so this shows the other node's cache; `processes/nodes` tests it in real time.
  await a.advance(seconds(1))
  assert.equal((await on(b)).status, 401)
})

test('a sign-out on one process takes effect on the other after at most a second', async () => {
  const login = { email: alice.email, password: alice.password }
  const { token, refreshToken } = (await a.anyone.post('/v1/auth/sign-in', login)).body
  assert.equal((await b.withToken(token).get('/v1/auth/me')).status, 200)
  assert.equal((await a.withToken(token).post('/v1/auth/sign-out', { refreshToken })).status, 200)
  await a.advance(seconds(1))
  assert.equal((await b.withToken(token).get('/v1/auth/me')).status, 401)
})

test('of two links that two processes create concurrently and that would form a cycle, only one is created', async () => {
  const there = b.withToken(alice.token)
  for (let round = 0; round < 10; round++) {
    const [first, second] = await Promise.all(
      ['x', 'y'].map(async (name) => (await alice.post('/v1/profiles', { name: `${name}${round}` })).body.id),
    )
    const answers = await Promise.all([
      alice.post('/v1/profiles/links', { parentId: first, childId: second }),
      there.post('/v1/profiles/links', { parentId: second, childId: first }),
    ])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409], answers.map(({ text }) => text).join())
    assert.ok(answers.some(({ body }) => body.code === 'profile_link_cycle'))
  }
})
