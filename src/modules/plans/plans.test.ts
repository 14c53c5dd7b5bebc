import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Refusal } from '#kernel/errors.ts'
import { getLimit, limitNames, planTable, readPlans, requireFeature, requireRoom } from './index.ts'

const refusalOf = (call: () => void): Refusal => {
  try {
    call()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new assert.AssertionError({ message: 'it was not refused' })
}

async function readText(t: { after(end: () => Promise<void>): void }, content: string) {
  const folder = await mkdtemp(join(tmpdir(), 'plans-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = join(folder, 'plans.json')
  await writeFile(file, content)
  return readPlans(file)
}

const small = {
  profiles: 2,
  accountsPerProfile: 1,
  aiCaptionsPerMonth: 0,
  analyticsRetentionDays: 7,
  webhookEndpoints: 0,
  shareLinks: false,
  chatCodes: false,
  priceCents: 0,
}

test('each plan offers at least as much as the next lower plan, and costs more', () => {
  assert.deepEqual([...planTable.keys()], ['free', 'starter', 'pro', 'max'])
  const size = (plan: string, limit: (typeof limitNames)[number]) =>
    getLimit(planTable, plan, limit) ?? Number.POSITIVE_INFINITY
  for (const [lower, higher] of [
    ['free', 'starter'],
    ['starter', 'pro'],
    ['pro', 'max'],
  ] as const) {
    for (const limit of limitNames)
      assert.ok(size(lower, limit) <= size(higher, limit), `${limit}: ${lower} ≤ ${higher}`)
    assert.ok(planTable.get(lower)!.priceCents < planTable.get(higher)!.priceCents)
  }
})

test('409 plan_limit_reached states the limit, the usage and the lowest plan that allows more', () => {
  requireRoom(planTable, 'free', 'profiles', 0)
  requireRoom(planTable, 'max', 'profiles', 100_000)
  const full = refusalOf(() => requireRoom(planTable, 'starter', 'profiles', 3))
  assert.equal(full.code, 'plan_limit_reached')
  assert.match(full.message, /starter plan allows 3 brands \(3 in use\)\. Upgrade to pro\./)
  assert.match(refusalOf(() => requireRoom(planTable, 'free', 'profiles', 1)).message, /allows 1 brand \(/)
  assert.match(
    refusalOf(() => requireRoom(planTable, 'max', 'aiCaptionsPerMonth', 5_000)).message,
    /No plan .* offers more/,
  )
})

test('the recommended plan allows more than is already used', () => {
  assert.match(refusalOf(() => requireRoom(planTable, 'free', 'profiles', 5)).message, /Upgrade to pro\./)
})

test('403 plan_required names the lowest plan that includes the feature', () => {
  const none = refusalOf(() => requireRoom(planTable, 'free', 'webhookEndpoints', 0))
  assert.equal(none.code, 'plan_required')
  assert.match(none.message, /free plan doesn’t include webhooks\. Upgrade to pro\./)
  requireFeature(planTable, 'pro', 'shareLinks')
  const feature = refusalOf(() => requireFeature(planTable, 'starter', 'chatCodes'))
  assert.equal(feature.code, 'plan_required')
  assert.deepEqual([none.info.requiredPlan, feature.info.requiredPlan], ['pro', 'pro'])
  assert.match(feature.message, /starter plan doesn’t include chat access codes\. Upgrade to pro\./)
})

test('409: a refusal for lack of storage states the used, needed and allowed bytes', () => {
  const gib = 1024 ** 3
  requireRoom(planTable, 'free', 'storageBytes', gib - 10, 10)
  requireRoom(planTable, 'max', 'storageBytes', 1_000 * gib, gib)
  const full = refusalOf(() => requireRoom(planTable, 'free', 'storageBytes', gib - 10, 5 * 1024 ** 2))
  assert.equal(full.code, 'plan_limit_reached')
  assert.equal(
    full.message,
    'The free plan allows 1 GB (1,073,741,824 bytes) of storage (1024 MB (1,073,741,814 bytes) in use, and this needs ' +
      '5 MB (5,242,880 bytes) more). Upgrade to starter.',
  )
})

test('an unknown plan counts as the lowest plan, and a prototype property is not a plan', () => {
  for (const name of ['gone', 'constructor', '__proto__']) assert.equal(getLimit(planTable, name, 'profiles'), 1)
})

test('PLANS_FILE replaces the table, in the order of the file', async (t) => {
  const plans = await readText(t, JSON.stringify({ solo: small, club: { ...small, profiles: null, shareLinks: true } }))
  assert.deepEqual([...plans.keys()], ['solo', 'club'])
  assert.equal(getLimit(plans, 'club', 'profiles'), null)
  assert.match(refusalOf(() => requireRoom(plans, 'solo', 'profiles', 2)).message, /Upgrade to club\./)
  assert.equal(await readPlans(null), planTable)
})

test('every error in PLANS_FILE is reported with its path', async (t) => {
  const { priceCents: _, ...unpriced } = small
  const faulty = { solo: { ...small, profiles: -1, shareLinks: 'yes', extra: 1 }, club: unpriced, 7: small }
  await assert.rejects(readText(t, JSON.stringify(faulty)), (error: Error) => {
    for (const place of [
      /\/solo\/profiles: /,
      /\/solo\/shareLinks: /,
      /\/solo: .*extra/,
      /\/club\/priceCents: /,
      /\/7: .*plan name/,
    ])
      assert.match(error.message, place)
    return true
  })
  await assert.rejects(readText(t, '{}'), /at least one plan/)
  await assert.rejects(readText(t, '[]'), /object/)
  await assert.rejects(readText(t, '{'), /not valid JSON/)
  await assert.rejects(readPlans('/nowhere/plans.json'), /Set PLANS_FILE to a readable JSON file/)
})
