import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { Refusal } from '#kernel/errors.ts'
import { hashPassword, isHashOutdated, parallelHashes, requireGoodPassword, verifyPassword } from './passwords.ts'

const cheap = { log2N: 8, r: 8, p: 1 }

test('a password matches only its own hash, and two hashes of it differ', async () => {
  const [one, two] = await Promise.all([hashPassword('a few words', cheap), hashPassword('a few words', cheap)])
  assert.notEqual(one, two)
  assert.equal(await verifyPassword('a few words', one, cheap), true)
  assert.equal(await verifyPassword('a few word', one, cheap), false)
  assert.equal(await verifyPassword('', null, cheap), false)
  assert.ok(!one.includes('words'))
})

test('a password also matches in another Unicode composition', async () => {
  assert.equal(await verifyPassword('cafe\u0301 au lait', await hashPassword('caf\u00e9 au lait', cheap), cheap), true)
})

test('a hash records its cost: an old hash still matches and counts as outdated', async () => {
  const old = await hashPassword('a few words', cheap)
  assert.equal(await verifyPassword('a few words', old), true)
  assert.equal(isHashOutdated(old), true)
  assert.equal(isHashOutdated(old, cheap), false)
})

test('at most two hashes are computed at a time, one core stays free, and all finish', async (t) => {
  const real = crypto.scrypt as (...args: unknown[]) => void
  let running = 0
  let most = 0
  t.mock.method(crypto, 'scrypt', (...args: unknown[]) => {
    most = Math.max(most, ++running)
    const done = args.pop() as (error: Error | null, key: Buffer) => void
    real(...args, (error: Error | null, key: Buffer) => {
      running -= 1
      done(error, key)
    })
  })
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
  const hashes = await Promise.all(Array.from({ length: 200 }, () => hashPassword('a few words', cheap)))
  assert.equal(new Set(hashes).size, 200)
  assert.equal(most, parallelHashes)
  assert.equal(parallelHashes, availableParallelism() > 2 ? 2 : 1)
})

test('429 rate_limited: when the queue is full, a hash is refused immediately, and queued hashes finish', async () => {
  const all = await Promise.allSettled(Array.from({ length: 500 }, () => hashPassword('a few words', cheap)))
  const refused = all.filter((one) => one.status === 'rejected')
  assert.equal(refused.length, 500 - 400 - parallelHashes)
  assert.ok(refused.every((one) => one.reason instanceof Refusal && one.reason.code === 'rate_limited'))
  assert.ok(await hashPassword('a few words', cheap))
})

test('400: common passwords are refused, and simple but uncommon ones are accepted', () => {
  const refusedFor = (password: string) => {
    try {
      requireGoodPassword(password, 'Ada@example.com')
      return null
    } catch (error) {
      return error instanceof Refusal ? error.info.errors?.[0]?.code : error
    }
  }
  assert.equal(refusedFor('ADA@example.com'), 'password_is_email')
  for (const bad of ['password', 'Password1', '12345678', 'QWERTYUIOP', 'aaaaaaaaaaaa', 'abababababab']) {
    assert.equal(refusedFor(bad), 'password_too_common', bad)
  }
  for (const good of ['a few words in a row', 'onlysmallletters', '73829105'])
    assert.equal(refusedFor(good), null, good)
})
