import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UserId } from '#kernel/ids.ts'
import { evaluate, type FlagRule, type FlagSettings } from './evaluate.ts'

// Fixed users, so that the measured shares are the same in every run.
const people: readonly UserId[] = Array.from(
  { length: 10_000 },
  (_, n) => `019aa5b2-7c00-7000-8000-${n.toString(16).padStart(12, '0')}` as UserId,
)
const flag = (rules: FlagRule[], more: Partial<FlagSettings> = {}): FlagSettings => ({
  enabled: true,
  variants: [{ name: 'on', weight: 100 }],
  rules,
  ...more,
})
const whoHas = (settings: FlagSettings, key = 'a-flag') =>
  new Set(people.filter((uid) => evaluate(key, settings, { uid, plan: 'free' }).enabled))
const off = { enabled: false, variant: 'off' }
const on = { enabled: true, variant: 'on' }
const [ada, ben] = people.map((uid) => ({ uid, plan: 'free' })) as [
  { uid: UserId; plan: string },
  { uid: UserId; plan: string },
]

test('a percentage is accurate to two percentage points among 10,000 users', () => {
  for (const percentage of [1, 10, 25, 50, 90]) {
    const share = (whoHas(flag([{ percentage }])).size / people.length) * 100
    assert.ok(Math.abs(share - percentage) < 2, `${percentage} % gave ${share} %`)
  }
  assert.equal(whoHas(flag([{ percentage: 0 }])).size, 0)
  assert.equal(whoHas(flag([{ percentage: 100 }])).size, people.length)
})

test('a growing percentage keeps its users, and the result is stable', () => {
  let before = whoHas(flag([{ percentage: 5 }]))
  assert.deepEqual(whoHas(flag([{ percentage: 5 }])), before)
  for (const percentage of [6, 20, 60]) {
    const now = whoHas(flag([{ percentage }]))
    for (const uid of before) assert.ok(now.has(uid), `${uid} lost it at ${percentage} %`)
    assert.ok(now.size > before.size)
    before = now
  }
})

test("a user's position is the same on every machine and in every version", () => {
  const uid = '019aa5b2-7c00-7000-8000-000000000001' as UserId
  const at = [...Array(101).keys()].find(
    (percentage) => evaluate('k', flag([{ percentage }]), { uid, plan: 'x' }).enabled,
  )
  assert.equal(at, 54)
})

test('two flags at the same percentage are on for different users', () => {
  const [one, other] = [whoHas(flag([{ percentage: 20 }]), 'one'), whoHas(flag([{ percentage: 20 }]), 'other')]
  const both = [...one].filter((uid) => other.has(uid)).length / people.length
  assert.ok(Math.abs(both - 0.04) < 0.02, `${both}`)
})

test('variants divide the users of a flag by weight, at any percentage', () => {
  const variants = [
    { name: 'blue', weight: 30 },
    { name: 'red', weight: 70 },
  ]
  for (const percentage of [20, 100]) {
    const settings = flag([{ percentage }], { variants })
    const have = [...whoHas(settings)]
    const blue = have.filter((uid) => evaluate('a-flag', settings, { uid, plan: 'free' }).variant === 'blue').length
    assert.ok(Math.abs(blue / have.length - 0.3) < 0.04, `${blue} of ${have.length} at ${percentage} %`)
  }
  const last = flag([], {
    variants: [
      { name: 'none', weight: 0 },
      { name: 'all', weight: 100 },
    ],
  })
  for (const uid of people) assert.equal(evaluate('a-flag', last, { uid, plan: 'x' }).variant, 'all')
})

test('a disabled flag is off for all, a flag without rules is on for all, and one whose rules do not match is off', () => {
  for (const subject of [ada, null]) {
    assert.deepEqual(evaluate('f', flag([{ percentage: 100 }], { enabled: false }), subject), off)
    assert.deepEqual(evaluate('f', flag([]), subject), on)
    assert.deepEqual(evaluate('f', flag([{ users: [] }, { plans: [] }]), subject), off)
  }
})

test('a rule matches if all its conditions are met, and the first match decides', () => {
  const variants = [
    { name: 'on', weight: 100 },
    { name: 'early', weight: 0 },
  ]
  const settings = flag([{ users: [ada.uid], variant: 'early' }, { plans: ['max'] }], { variants })
  assert.deepEqual(evaluate('f', settings, ada), { enabled: true, variant: 'early' })
  assert.deepEqual(evaluate('f', settings, { ...ada, plan: 'max' }), { enabled: true, variant: 'early' })
  assert.deepEqual(evaluate('f', settings, ben), off)
  assert.deepEqual(evaluate('f', settings, { ...ben, plan: 'max' }), on)
  const narrow = flag([{ users: [ada.uid], plans: ['max'] }])
  assert.deepEqual(evaluate('f', narrow, ada), off)
  assert.deepEqual(evaluate('f', narrow, { ...ada, plan: 'max' }), on)
})

test('an anonymous caller gets only the flags that are on for all', () => {
  assert.deepEqual(evaluate('f', flag([{ percentage: 100 }]), null), on)
  for (const rule of [{ percentage: 99.9 }, { users: [ada.uid] }, { plans: ['free'] }])
    assert.deepEqual(evaluate('f', flag([rule]), null), off)
})
