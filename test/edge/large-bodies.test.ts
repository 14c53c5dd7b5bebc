import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Person, startApp, type TestApp } from '../harness/app.ts'

let t: TestApp
let ada: Person
let bob: Person
before(async () => {
  t = await startApp()
  ada = await t.as('ada')
  bob = await t.as('bob')
})
after(() => t[Symbol.asyncDispose]())

const large = JSON.stringify({ name: 'x'.repeat(100_000) })

test('429: a client that sends many large bodies at once is rejected; its small bodies and other clients’ bodies are accepted', async () => {
  const all = Promise.all(Array.from({ length: 40 }, () => ada.post('/v1/profiles', large)))
  assert.equal((await bob.post('/v1/profiles', large)).status, 400)
  assert.equal((await ada.get('/v1/profiles')).status, 200)
  const answers = await all
  const refused = answers.filter(({ status }) => status === 429)
  assert.ok(refused.length > 0)
  for (const { body, headers } of refused)
    assert.deepEqual([body.code, headers['retry-after']], ['rate_limited', '1'], body.detail)
  for (const { status } of answers.filter((answer) => !refused.includes(answer))) assert.equal(status, 400)
})

test('large bodies that arrive one after the other are all accepted', async () => {
  for (let nth = 0; nth < 3; nth++) assert.equal((await bob.post('/v1/profiles', large)).status, 400)
})
