import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readIcs } from './read-ics.ts'

const period = { from: '2026-01-01', to: '2028-12-31', zone: 'Europe/Berlin' }
const event = (...lines: readonly string[]): string => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
const file = (...events: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n')

async function read(...events: readonly string[]) {
  const reading = await readIcs(file(...events), period)
  assert.ok(typeof reading === 'object', String(reading))
  return { ...reading, lines: reading.days.map(({ fromDate, toDate, text }) => `${fromDate} ${toDate} ${text}`) }
}

test('dates, times and durations become days, and the end of a date is the day after', async () => {
  const { lines, partial } = await read(
    event('DTSTART;VALUE=DATE:20261225', 'DTEND;VALUE=DATE:20261227', 'SUMMARY:Christmas'),
    event('DTSTART;VALUE=DATE:20261231', 'SUMMARY:New Year’s Eve'),
    event('DTSTART;TZID="Europe/Berlin:x":20260501T090000', 'DTEND:20260502T100000', 'SUMMARY:Fair'),
    event('DTSTART:20260610T230000Z', 'SUMMARY:Night in Berlin'),
    event('DTSTART;VALUE=DATE:20260701', 'DURATION:P2W', 'SUMMARY:Summer'),
    event('DTSTART;VALUE=DATE:20260701', 'DTEND;VALUE=DATE:20260101', 'SUMMARY:Backwards'),
  )
  assert.deepEqual(lines, [
    '2026-12-25 2026-12-26 Christmas',
    '2026-12-31 2026-12-31 New Year’s Eve',
    '2026-05-01 2026-05-02 Fair',
    '2026-06-11 2026-06-11 Night in Berlin',
    '2026-07-01 2026-07-14 Summer',
    '2026-07-01 2026-07-01 Backwards',
  ])
  assert.equal(partial, 0)
})

test('yearly rules repeat: by date, by weekday of a month, with a count, an end, exceptions and replaced dates', async () => {
  const { lines } = await read(
    event('UID:a', 'DTSTART;VALUE=DATE:20101003', 'RRULE:FREQ=YEARLY', 'SUMMARY:Unity'),
    event('DTSTART;VALUE=DATE:20201126', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH', 'SUMMARY:Thanks'),
    event('DTSTART;VALUE=DATE:20200525', 'RRULE:FREQ=YEARLY;BYMONTH=5;BYDAY=-1MO', 'SUMMARY:Memorial'),
    event('DTSTART;VALUE=DATE:20240229', 'RRULE:FREQ=YEARLY;INTERVAL=1', 'SUMMARY:Leap'),
    event('DTSTART;VALUE=DATE:20250101', 'RRULE:FREQ=YEARLY;COUNT=2', 'SUMMARY:Twice'),
    event(
      'DTSTART;VALUE=DATE:20250102',
      'RRULE:FREQ=YEARLY;UNTIL=20270101',
      'EXDATE;VALUE=DATE:20250102',
      'SUMMARY:Ends',
    ),
    event('UID:a', 'RECURRENCE-ID;VALUE=DATE:20271003', 'DTSTART;VALUE=DATE:20271004', 'SUMMARY:Unity, moved'),
  )
  assert.deepEqual(lines.map((line) => line.slice(0, 10) + line.slice(21)).sort(), [
    '2026-01-01 Twice',
    '2026-01-02 Ends',
    '2026-05-25 Memorial',
    '2026-10-03 Unity',
    '2026-11-26 Thanks',
    '2027-05-31 Memorial',
    '2027-10-04 Unity, moved',
    '2027-11-25 Thanks',
    '2028-02-29 Leap',
    '2028-05-29 Memorial',
    '2028-10-03 Unity',
    '2028-11-23 Thanks',
  ])
})

test('an event with another rule has its first date, one without a valid date is left out, and both are counted', async () => {
  const { lines, partial } = await read(
    event('DTSTART;VALUE=DATE:20260105', 'RRULE:FREQ=WEEKLY', 'SUMMARY:Weekly'),
    event('DTSTART;VALUE=DATE:20260106', 'RRULE:FREQ=YEARLY;BYWEEKNO=20', 'SUMMARY:By week'),
    event('DTSTART;VALUE=DATE:20260231', 'SUMMARY:Never'),
    event('SUMMARY:No date'),
    event('DTSTART;VALUE=DATE:20260107', 'STATUS:CANCELLED', 'SUMMARY:Cancelled'),
    event('DTSTART;VALUE=DATE:20260108'),
  )
  assert.deepEqual(lines, ['2026-01-05 2026-01-05 Weekly', '2026-01-06 2026-01-06 By week'])
  assert.equal(partial, 4)
})

test('texts are unfolded, unescaped and one line, and an alarm in an event is not its text', async () => {
  const alarm = ['BEGIN:VALARM', 'SUMMARY:Wake up', 'END:VALARM']
  const { days } = await read(
    event('DTSTART;VALUE=DATE:20260105', ...alarm, 'SUMMARY;LANGUAGE=de:Tag der\\, na', ' ja\\n\\;\u0007Arbeit\u202e'),
    event('DTSTART;VALUE=DATE:20260106', `SUMMARY:${'x'.repeat(5_000)}`),
  )
  assert.deepEqual(
    days.map(({ text }) => text),
    ['Tag der, naja ; Arbeit', 'x'.repeat(200)],
  )
})

test('what is not a calendar, and a calendar with more than 10,000 events or days, is refused as a whole', async () => {
  for (const text of ['', '<!doctype html><title>Sign in</title>', '{"a":1}', 'BEGIN:VCARD\nEND:VCARD', '\u0000'])
    assert.equal(await readIcs(text, period), 'not_a_calendar', text)
  assert.equal(await readIcs(`${'BEGIN:VCALENDAR\n'.repeat(20)}`, period), 'not_a_calendar')
  const many = (count: number, more = '') =>
    file(
      event('DTSTART;VALUE=DATE:20260105', ...(more ? [more] : []), 'SUMMARY:A')
        .concat('\r\n')
        .repeat(count),
    )
  assert.equal(await readIcs(many(10_001), period), 'too_many_events')
  assert.equal(await readIcs(many(4_000, 'RRULE:FREQ=YEARLY'), period), 'too_many_events')
  const reading = await readIcs(many(10_000), period)
  assert.equal(typeof reading === 'object' && reading.days.length, 10_000)
})

test('a file that never ends its lines, folds or events is read to its end', async () => {
  for (const text of [
    `BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:${' \n x'.repeat(500_000)}`,
    `BEGIN:VCALENDAR\nBEGIN:VEVENT\n${'EXDATE:20260101\n'.repeat(100_000)}END:VEVENT`,
    `BEGIN:VCALENDAR\n${'"'.repeat(2_000_000)}`,
  ])
    assert.deepEqual(typeof (await readIcs(text, period)), 'object')
})
