import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { seconds } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { flagFor } from './index.ts'

const all = '/v1/admin/feature-flags'
const path = `${all}/member-invites`
const asItCame = { enabled: true, variants: [{ name: 'on', weight: 100 }], rules: [] }
const on = { key: 'member-invites', enabled: true, variant: 'on' }
const off = { key: 'member-invites', enabled: false, variant: 'off' }

let t: TestApp
let root: Person
let ada: Person
before(async () => {
  t = await startApp()
  root = await t.as('root')
  ada = await t.as('ada')
})
after(() => t[Symbol.asyncDispose]())

test('200: reading needs no credential and returns only key, enabled and variant for the caller', async () => {
  for (const who of [t.anyone, ada, root]) {
    const list = await who.get(all)
    assert.equal(list.status, 200)
    assert.deepEqual(list.body, { flags: [on], nextCursor: null, hasMore: false })
    const one = await who.get(path)
    assert.deepEqual([one.status, one.body], [200, on])
  }
  assert.equal((await t.withToken('ph_nonsense').get(all)).status, 401)
})

test('404 flag_not_found: an unknown key can be neither read nor created', async () => {
  for (const key of ['nothing', 'toString', '__proto__', 'Member-Invites']) {
    for (const answer of [
      await root.get(`${all}/${key}`),
      await root.get(`${all}/${key}/settings`),
      await root.patch(`${all}/${key}`, { enabled: true }),
    ])
      assert.deepEqual([answer.status, answer.body.code], [404, 'flag_not_found'], key)
  }
})

test('403: only admins change flags, only staff read settings, and keys need the scope', async () => {
  const keyOf = async (scopes: string[]) => {
    const { status, body } = await root.post('/v1/api-keys', { name: 'flags', scopes })
    assert.equal(status, 201)
    return t.withToken(body.key)
  }
  for (const answer of [await ada.patch(path, { enabled: false }), await ada.get(`${path}/settings`)])
    assert.deepEqual([answer.status, answer.body.code], [403, 'role_required'])
  assert.equal((await t.anyone.patch(path, {})).status, 401)
  assert.equal((await (await keyOf(['admin:read'])).patch(path, {})).body.code, 'scope_required')
  assert.equal((await (await keyOf(['admin:read'])).get(`${path}/settings`)).status, 200)
  assert.equal((await (await keyOf(['admin:write'])).patch(path, {})).status, 200)
  assert.deepEqual((await root.get(`${path}/settings`)).body.rules, [])
})

test('200: a rule for a user and a plan applies to them only; the audit log has both values', async () => {
  await t.advance(seconds(1))
  const rules = [{ users: [ada.uid] }, { plans: ['pro', 'starter'], percentage: 12.5 }]
  const changed = await root.patch(path, { rules })
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual([changed.body.rules, changed.body.updatedBy], [rules, root.uid])
  assert.equal(changed.body.updatedAt, t.now().toISOString())
  assert.deepEqual((await root.get(`${path}/settings`)).body, changed.body)
  assert.deepEqual((await ada.get(path)).body, on)
  for (const who of [root, t.anyone]) assert.deepEqual((await who.get(path)).body, off)

  const { entries } = (await root.get('/v1/auth/me/audit-log?limit=1')).body
  assert.deepEqual([entries[0].action, entries[0].subject], ['feature_flag.changed', 'member-invites'])
  assert.deepEqual(entries[0].changes, { rules: { from: [], to: rules } })
  assert.equal(entries[0].requestId, changed.headers['x-request-id'])

  const again = await root.patch(path, { rules, enabled: true })
  assert.deepEqual(again.body, changed.body)
  assert.equal((await root.get('/v1/auth/me/audit-log?limit=1')).body.entries[0].id, entries[0].id)
  assert.equal((await root.patch(path, { ...asItCame })).status, 200)
})

test('400: each error in a change is listed with its path, and nothing changes', async () => {
  const faults: [body: object, ...places: string[]][] = [
    [{ variants: [{ name: 'a', weight: 50 }] }, '/variants'],
    [
      {
        variants: [
          { name: 'a', weight: 50 },
          { name: 'a', weight: 50 },
        ],
      },
      '/variants',
    ],
    [{ variants: [] }, '/variants'],
    [{ variants: [{ name: 'off', weight: 100 }] }, '/variants/0/name'],
    [{ rules: [{ variant: 'nine' }, { plans: ['gold'] }] }, '/rules/0/variant', '/rules/1/plans/0'],
    [{ rules: [{ percentage: 101 }, { users: ['ada'] }] }, '/rules/0/percentage', '/rules/1/users/0'],
    [{ enabled: null, more: 1 }, '/enabled', '/more'],
  ]
  for (const [body, ...places] of faults) {
    const answer = await root.patch(path, body)
    assert.deepEqual([answer.status, answer.body.code], [400, 'validation_failed'], JSON.stringify(body))
    const found = answer.body.errors.map((fault: { path: string }) => fault.path)
    assert.deepEqual([...new Set(found)].sort(), [...places].sort())
  }
  const { body } = await root.get(`${path}/settings`)
  assert.deepEqual({ enabled: body.enabled, variants: body.variants, rules: body.rules }, asItCame)
})

test('a change takes effect at once in its process, and within a second in another', async () => {
  await using other = await startApp({ beside: t })
  const there = other.withToken(ada.token)
  assert.deepEqual((await there.get(path)).body, on)
  await root.patch(path, { enabled: false })
  assert.deepEqual((await ada.get(path)).body, off)
  assert.deepEqual((await there.get(path)).body, on, 'it is cached, or this test proves nothing')
  await t.advance(seconds(1))
  assert.deepEqual((await there.get(path)).body, off)
  await root.patch(path, { enabled: true })
})

test('other modules evaluate a flag with flagFor', async () => {
  const uid = fromWire('usr', ada.uid)!
  await root.patch(path, { rules: [{ plans: ['max'] }] })
  assert.deepEqual(await flagFor(t.deps, 'member-invites', { uid, plan: 'max' }), { enabled: true, variant: 'on' })
  assert.equal((await flagFor(t.deps, 'member-invites', { uid, plan: 'free' })).enabled, false)
  await root.patch(path, { rules: [] })
})

test('erasing a user removes them from rules, and the rules then match no one else', async () => {
  const bea = await t.as('bea')
  const rules = [{ users: [bea.uid] }, { users: [ada.uid, bea.uid], plans: ['pro'] }]
  assert.equal((await root.patch(path, { rules })).status, 200)
  assert.equal((await bea.delete('/v1/auth/me')).status, 200)
  const left = (await root.get(`${path}/settings`)).body.rules
  assert.deepEqual(left, [{ users: [] }, { users: [ada.uid], plans: ['pro'] }])
  await t.advance(seconds(1))
  for (const who of [t.anyone, root]) assert.deepEqual((await who.get(path)).body, off)
  await root.patch(path, { rules: [] })
})

test('concurrent changes are applied one after the other, and the last one wins', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `v${n}`)
  const answers = await Promise.all(names.map((name) => root.patch(path, { variants: [{ name, weight: 100 }] })))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  const { entries } = (await root.get('/v1/auth/me/audit-log?limit=200')).body
  const named = (variants: { name: string }[]) => variants[0]!.name
  const steps = new Map<string, string>()
  for (const { action, changes } of entries)
    if (action === 'feature_flag.changed' && changes.variants)
      steps.set(named(changes.variants.from), named(changes.variants.to))
  // Each change starts from the result of another: they form one chain from the first value to the last.
  let last = 'on'
  for (let n = 0; n < names.length; n++) last = steps.get(last) ?? assert.fail(`nothing followed ${last}`)
  assert.equal(named((await root.get(`${path}/settings`)).body.variants), last)
})
