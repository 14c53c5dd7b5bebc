import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTimezone } from '../local-time.ts'
import { cronFaults, minGapMs, nextRun, nextRuns } from './cron.ts'

const utc = (text: string): Date => new Date(`${text}:00.000Z`)
const runs = (cron: string, zone: string, after: string, count: number): string[] =>
  nextRuns(cron, zone, utc(after), count).map((run) => run.toISOString().slice(0, 16))

test('the next run is strictly after the given instant, to the millisecond', () => {
  assert.deepEqual(nextRun('0 9 * * *', 'UTC', utc('2026-05-01T09:00')), utc('2026-05-02T09:00'))
  assert.deepEqual(nextRun('0 9 * * *', 'UTC', new Date('2026-05-01T08:59:59.999Z')), utc('2026-05-01T09:00'))
  assert.deepEqual(nextRun('0 9 * * *', 'UTC', new Date('2026-05-01T09:00:00.001Z')), utc('2026-05-02T09:00'))
})

test('a fixed time in a gap fires at the first moment after it', () => {
  assert.deepEqual(runs('30 2 * * *', 'America/New_York', '2026-03-08T05:00', 2), [
    '2026-03-08T07:00',
    '2026-03-09T06:30',
  ])
  assert.deepEqual(runs('30 2 * * *', 'Europe/Berlin', '2026-03-28T23:00', 2), ['2026-03-29T01:00', '2026-03-30T00:30'])
  assert.deepEqual(runs('15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T12:00', 2), [
    '2026-10-03T15:30',
    '2026-10-04T15:15',
  ])
  assert.deepEqual(runs('0 0 * * *', 'America/Santiago', '2026-09-06T00:00', 2), [
    '2026-09-06T04:00',
    '2026-09-07T03:00',
  ])
  // In Greenland the gap is the last hour of a day.
  assert.deepEqual(runs('15,45 23 * * SAT', 'America/Godthab', '2027-03-27T12:00', 3), [
    '2027-03-28T01:00',
    '2027-04-04T00:15',
    '2027-04-04T00:45',
  ])
  assert.deepEqual(runs('0 0 * * *', 'Africa/Cairo', '2026-04-23T12:00', 2), ['2026-04-23T22:00', '2026-04-24T21:00'])
})

test('several fixed times in a gap fire once, at the end of the gap', () => {
  assert.deepEqual(runs('30 2,14 * * *', 'America/New_York', '2026-03-08T05:00', 2), [
    '2026-03-08T07:00',
    '2026-03-08T18:30',
  ])
  assert.deepEqual(runs('0,30 2-3 * * *', 'America/New_York', '2026-03-08T05:00', 3), [
    '2026-03-08T07:00',
    '2026-03-08T07:30',
    '2026-03-09T06:00',
  ])
})

test('a fixed time that occurs twice fires once, at its first occurrence', () => {
  assert.deepEqual(runs('30 1 * * *', 'America/New_York', '2026-11-01T04:00', 2), [
    '2026-11-01T05:30',
    '2026-11-02T06:30',
  ])
  assert.deepEqual(runs('30 2 * * *', 'Europe/Berlin', '2026-10-24T23:00', 2), ['2026-10-25T00:30', '2026-10-26T01:30'])
  assert.deepEqual(runs('45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T12:00', 2), [
    '2026-04-04T14:45',
    '2026-04-05T15:15',
  ])
})

test('a search that starts between the two occurrences of a repeated hour does not confuse them', () => {
  assert.deepEqual(runs('30 1 * * *', 'America/New_York', '2026-11-01T05:45', 1), ['2026-11-02T06:30'])
})

test('a wildcard or step follows elapsed time: it does not run in the gap, and runs in both occurrences of a repeated hour', () => {
  assert.deepEqual(runs('*/30 * * * *', 'America/New_York', '2026-03-08T06:00', 3), [
    '2026-03-08T06:30',
    '2026-03-08T07:00',
    '2026-03-08T07:30',
  ])
  assert.deepEqual(runs('0 * * * *', 'Europe/Berlin', '2026-10-24T23:30', 3), [
    '2026-10-25T00:00',
    '2026-10-25T01:00',
    '2026-10-25T02:00',
  ])
  assert.deepEqual(runs('0 */2 * * *', 'America/New_York', '2026-03-08T04:30', 3), [
    '2026-03-08T05:00',
    '2026-03-08T08:00',
    '2026-03-08T10:00',
  ])
})

type WallParts = Record<'year' | 'month' | 'day' | 'hour' | 'minute', number>

/** Lists each minute as wall clocks show it, from the runtime's own zone data; expressions are checked against it. */
function wallMinutes(zone: string, from: Date, hours: number): { at: Date; wall: Date }[] {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  return Array.from({ length: hours * 60 }, (_, minute) => {
    const at = new Date(from.getTime() + minute * 60_000)
    const part = Object.fromEntries(
      format.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
    ) as WallParts
    return {
      at,
      wall: new Date(Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute)),
    }
  })
}

const dayMs = 86_400_000

test('fixed and wildcard patterns match a minute-by-minute search at every clock change in five zones', () => {
  const changes = [
    ['Australia/Lord_Howe', '2026-10-03T15:30'],
    ['Australia/Lord_Howe', '2026-04-04T15:00'],
    ['Europe/Berlin', '2026-03-29T01:00'],
    ['Europe/Berlin', '2026-10-25T01:00'],
    ['America/New_York', '2026-03-08T07:00'],
    ['America/New_York', '2026-11-01T06:00'],
    ['America/Santiago', '2026-09-06T04:00'],
    ['America/Santiago', '2026-04-05T03:00'],
    ['Africa/Cairo', '2026-04-23T22:00'],
    ['Africa/Cairo', '2026-10-29T21:00'],
  ] as const
  let compared = 0
  for (const [zone, change] of changes) {
    const from = new Date(utc(change).getTime() - 30 * 3_600_000)
    const minutes = wallMinutes(zone, from, 60)
    assert.equal(
      new Set(minutes.map(({ at, wall }) => wall.getTime() - at.getTime())).size,
      2,
      `${zone} changes at ${change}`,
    )
    for (let slot = 0; slot < 24 * 4; slot++) {
      const hour = Math.floor(slot / 4)
      const minute = (slot % 4) * 15
      const first = Math.ceil(minutes[0]!.wall.getTime() / dayMs)
      const fixed = [first, first + 1].map((day) => {
        const wanted = day * dayMs + hour * 3_600_000 + minute * 60_000
        return minutes.find(({ wall }) => wall.getTime() >= wanted)!.at.toISOString()
      })
      const after = new Date(minutes.find(({ wall }) => wall.getTime() >= first * dayMs)!.at.getTime() - 1)
      const got = nextRuns(`${minute} ${hour} * * *`, zone, after, 2).map((run) => run.toISOString())
      assert.deepEqual(got, fixed, `${minute} ${hour} * * * in ${zone} around ${change}`)
      compared += 2
    }
    for (const [cron, falls] of [
      ['*/15 * * * *', (wall: Date) => wall.getUTCMinutes() % 15 === 0],
      ['20 * * * *', (wall: Date) => wall.getUTCMinutes() === 20],
      ['0 */3 * * *', (wall: Date) => wall.getUTCMinutes() === 0 && wall.getUTCHours() % 3 === 0],
    ] as const) {
      const expected = minutes.filter(({ wall }) => falls(wall)).map(({ at }) => at.toISOString())
      const got = nextRuns(cron, zone, new Date(from.getTime() - 1), expected.length).map((run) => run.toISOString())
      assert.deepEqual(got, expected, `${cron} in ${zone} around ${change}`)
      compared += expected.length
    }
  }
  assert.ok(compared > 3_000, `${compared} runs were compared`)
})

test('parses names, lists, ranges and steps; if both a date and a weekday are given, either matches', () => {
  assert.deepEqual(runs('0 9 * JAN-MAR MON,fri', 'UTC', '2026-03-30T00:00', 2), [
    '2026-03-30T09:00',
    '2027-01-01T09:00',
  ])
  assert.deepEqual(runs('0 0 13 * 5', 'UTC', '2026-02-07T00:00', 2), ['2026-02-13T00:00', '2026-02-20T00:00'])
  assert.deepEqual(runs('10-50/20 8 * * 7', 'UTC', '2026-05-01T00:00', 3), [
    '2026-05-03T08:10',
    '2026-05-03T08:30',
    '2026-05-03T08:50',
  ])
  assert.deepEqual(runs('0 0 29 2 *', 'UTC', '2026-01-01T00:00', 1), ['2028-02-29T00:00'])
})

test('an invalid field is rejected with its name and the valid values', () => {
  const refused = (cron: string, ...message: RegExp[]) => {
    const faults = cronFaults(cron)
    assert.equal(faults.length, message.length, `${cron}: ${JSON.stringify(faults)}`)
    for (const [index, pattern] of message.entries()) assert.match(faults[index]!.message, pattern)
    assert.throws(() => nextRun(cron, 'UTC', utc('2026-01-01T00:00')), /unusable cron/)
  }
  refused('', /has 5 fields.*has 0/)
  refused('* * * *', /has 4/)
  refused('0 0 9 * * *', /has 6/)
  refused('@daily', /has 1/)
  refused('60 * * * *', /minute accepts numbers from 0 to 59.*"60"/)
  refused('0 24 * * *', /hour accepts numbers from 0 to 23/)
  refused('0 0 0 * *', /day of month accepts numbers from 1 to 31/)
  refused('0 0 * 13 FUNDAY', /month accepts numbers from 1 to 12 or names \(JAN/, /day of week accepts .*"FUNDAY"/)
  refused('50-10 * * * *', /runs backwards/)
  refused('*/0 * * * *', /step of "\*\/0" must be from 1 to 60/)
  refused('0 */25 * * *', /step of "\*\/25" must be from 1 to 24/)
  refused('5/15 * * * *', /a step needs a range: write "\*\/15" or "5-59\/15"/)
  for (const extension of [
    '0 0 L * *',
    '0 0 15W * *',
    '0 0 * * FRI#2',
    '0 0 ? * *',
    '0 0 1 * +MON',
    '0 0 1,, * *',
    '0 0 *-3 * *',
  ]) {
    assert.equal(cronFaults(extension).length, 1, extension)
  }
  refused('0 0 31 2 *', /never runs/)
  refused('0 0 31 4,6,9,11 *', /never runs/)
  assert.deepEqual(cronFaults(' 0  9 * * 1-5 '), [])
  assert.deepEqual(cronFaults('0 0 31 2 MON'), [])
})

test('every accepted expression runs, and runs only at its minutes and days', () => {
  let state = 7
  const pick = <Item>(items: readonly Item[]): Item => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return items[state % items.length]!
  }
  const options = [
    ['*', '0', '*/7', '3,59', '10-20/3', '5-9,40'],
    ['*', '23', '*/5', '0,12', '8-18/4'],
    ['*', '31', '*/10', '1,15', '20-25'],
    ['*', 'feb', '*/5', '1,12', 'JUN-aug'],
    ['*', '7', '*/3', 'mon,THU', 'TUE-FRI/2', '0-6', '5-7'],
  ]
  for (let round = 0; round < 150; round++) {
    const cron = options.map(pick).join(' ')
    assert.deepEqual(
      cronFaults(cron).filter((fault) => !fault.message.includes('never runs')),
      [],
      cron,
    )
    if (cronFaults(cron).length > 0) continue
    const found = nextRuns(cron, 'UTC', utc('2026-01-01T00:00'), 8)
    assert.equal(found.length, 8, cron)
    const shortest = found
      .slice(1)
      .reduce((least, run, index) => Math.min(least, run.getTime() - found[index]!.getTime()), Number.POSITIVE_INFINITY)
    assert.ok(minGapMs(cron) <= shortest, `${cron}: ${minGapMs(cron)} is the least, yet two runs are ${shortest} apart`)
  }
})

test('the shortest interval accounts for lists, midnight and non-adjacent days', () => {
  const minute = 60_000
  assert.equal(minGapMs('* * * * *'), minute)
  assert.equal(minGapMs('*/15 * * * *'), 15 * minute)
  assert.equal(minGapMs('0,50 * * * *'), 10 * minute)
  assert.equal(minGapMs('0 9 * * *'), dayMs)
  assert.equal(minGapMs('55,5 0,23 * * *'), 10 * minute)
  assert.equal(minGapMs('58 23 31 * *'), 31 * dayMs)
  assert.equal(minGapMs('0 0,23 * * MON'), 23 * 60 * minute)
  assert.equal(minGapMs('0 9 * * MON,TUE'), dayMs)
  assert.equal(minGapMs('0 0 31 2 *'), Number.POSITIVE_INFINITY)
  assert.throws(() => minGapMs('nonsense'), /has 5 fields/)
})

test('only IANA names are valid time zones, not offsets or invented names', () => {
  for (const name of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires'])
    assert.equal(isTimezone(name), true, name)
  for (const name of ['', '+02:00', '-05', 'Mars/Olympus', 'Europe/Berlin ', '../etc'])
    assert.equal(isTimezone(name), false, name)
  assert.throws(() => nextRun('0 9 * * *', 'Mars/Olympus', utc('2026-01-01T00:00')), /IANA time zone/)
})
