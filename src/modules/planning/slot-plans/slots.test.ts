import assert from 'node:assert/strict'
import { test } from 'node:test'
import { days } from '#kernel/clock.ts'
import { toMinute } from '../auto-schedule/slots.ts'
import { fillSlots, type Pattern, type Placed, pushIn, reorder, walkSlots } from './slots.ts'

/** A repeatable source of random numbers. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns weekday and time as a clock of the zone shows them, without the code under test. */
function shownAt(at: Date, zone: string): { readonly date: string; readonly minute: number } {
  const formatter =
    formatters.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  formatters.set(zone, formatter)
  const text = formatter.format(at)
  const [date = '', time = ''] = text.split(' ')
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return { date, minute: new Date(`${date}T00:00:00Z`).getUTCDay() * 1_440 + hour * 60 + minute }
}

const start = new Date('2026-12-01T00:00:00Z')
const pattern = (more: Partial<Pattern> = {}): Pattern => ({
  zone: 'Europe/Berlin',
  minutes: [1_440 + 510],
  gaps: [],
  pausedUntil: null,
  ...more,
})
const take = (slots: Iterable<Date>, until: Date): Date[] => {
  const taken: Date[] = []
  for (const at of slots) {
    if (at > until) break
    taken.push(at)
  }
  return taken
}

test('a year of times in Berlin, Kolkata and Lord Howe equals looking at each minute of the year', () => {
  const until = new Date(start.getTime() + days(366))
  for (const zone of ['Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe']) {
    // Sunday 01:45, 02:15 and 02:45 are skipped or shown twice where clocks change; Wednesday 17:00 never is.
    const minutes = [105, 135, 165, 3 * 1_440 + 1_020]
    const gaps = [{ from: '2026-12-24', to: '2027-01-03', name: 'Holidays' }]
    const found = take(walkSlots(pattern({ zone, minutes, gaps }), start, start), until)
    const expected: number[] = []
    const seen = new Set<string>()
    for (let at = start.getTime() + 60_000; at <= until.getTime(); at += 15 * 60_000) {
      const minute = Math.ceil(at / 900_000) * 900_000
      const { date, minute: shown } = shownAt(new Date(minute), zone)
      const key = `${date} ${shown}`
      if (!minutes.includes(shown) || seen.has(key) || (date >= '2026-12-24' && date <= '2027-01-03')) continue
      seen.add(key)
      if (minute <= until.getTime()) expected.push(minute)
    }
    assert.deepEqual(found.map(Number), expected, zone)
  }
})

test('no time is before the end of a pause, and the last is within two years', () => {
  const pausedUntil = new Date('2027-03-01T07:30:00Z')
  const [first] = walkSlots(pattern({ pausedUntil }), start, start)
  assert.equal(first?.toISOString(), '2027-03-01T07:30:00.000Z', 'a time at the end of the pause counts')
  const all = [...walkSlots(pattern(), start, start)]
  assert.ok(all.length >= 104 && all.at(-1)! <= new Date(start.getTime() + days(733)))
  assert.deepEqual([...walkSlots(pattern({ pausedUntil: new Date('2030-01-01T00:00:00Z') }), start, start)], [])
})

test('for any pattern and posts, no two get one time, none gets a taken one, and the order is kept', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const next = numbersFrom(seed)
    const zone = ['Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/Santiago'][next(4)] as string
    const minutes = Array.from({ length: 1 + next(12) }, () => next(10_080))
    const from = new Date(start.getTime() + next(300) * days(1) + next(1_440) * 60_000)
    const plan = pattern({ zone, minutes })
    const free = [...walkSlots(plan, from, start)].slice(0, 60)
    const taken = new Set(free.filter(() => next(4) === 0).map(toMinute))
    const keys = Array.from({ length: 1 + next(8) }, (_, nth) => nth)
    const placed = fillSlots(walkSlots(plan, from, start), taken, keys)
    check(placed, keys, plan)
    assert.ok(placed.every(({ at }) => !taken.has(toMinute(at))))
    // A second change to another pattern keeps the order again.
    const other = pattern({ zone, minutes: Array.from({ length: 1 + next(6) }, () => next(10_080)) })
    check(fillSlots(walkSlots(other, from, start), taken, keys), keys, other)

    const added = [100, 101].slice(0, 1 + next(2))
    const pushed = pushIn(walkSlots(plan, from, start), taken, placed, added)
    const after = [...new Map([...placed, ...pushed].map((one) => [one.key, one])).values()].sort(byTime)
    assert.equal(new Set(after.map(({ at }) => toMinute(at))).size, keys.length + added.length, `seed ${seed}`)
    assert.ok(after.every(({ at }) => !taken.has(toMinute(at))))
    const order = after.map(({ key }) => key)
    assert.deepEqual(
      order.filter((key) => key < 100),
      keys,
      `seed ${seed}`,
    )
    assert.deepEqual(order.slice(0, added.length), added, `seed ${seed}`)

    const shuffled = keys.toSorted(() => next(3) - 1)
    const again = reorder(placed, shuffled)
    assert.deepEqual(
      again.map(({ key }) => key),
      shuffled,
    )
    assert.deepEqual(
      again.map(({ at }) => at),
      placed.map(({ at }) => at),
    )
  }
})

const byTime = (one: Placed<number>, other: Placed<number>) => one.at.getTime() - other.at.getTime()

function check(placed: readonly Placed<number>[], keys: readonly number[], plan: Pattern): void {
  assert.deepEqual(placed.toSorted(byTime), placed)
  assert.deepEqual(
    placed.map(({ key }) => key),
    keys,
  )
  assert.equal(new Set(placed.map(({ at }) => toMinute(at))).size, keys.length)
  for (const { at } of placed) assert.ok(plan.minutes.includes(shownAt(at, plan.zone).minute), at.toISOString())
}
