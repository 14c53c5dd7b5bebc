import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offeredTimes, readTime } from './read-time.ts'

/** A Thursday, 14:30 in Berlin. */
const now = new Date('2026-11-26T13:30:00Z')
const read = (said: string) => readTime(said, now, 'Europe/Berlin')

const cases: Readonly<Record<string, string | null>> = {
  'in 2 hours': '2026-11-26T15:30:00.000Z',
  'in 30 min': '2026-11-26T14:00:00.000Z',
  'in a week': '2026-12-03T13:30:00.000Z',
  tomorrow: '2026-11-27T09:00',
  'tomorrow 9': '2026-11-27T09:00',
  'Tomorrow at 9:30 pm': '2026-11-27T21:30',
  'today 18:00': '2026-11-26T18:00',
  'thu 18:30': '2026-12-03T18:30',
  'next Friday noon': '2026-11-27T12:00',
  'on monday': '2026-11-30T09:00',
  '18:30': '2026-11-26T18:30',
  '9:00': '2026-11-27T09:00',
  '12 am': '2026-11-27T00:00',
  '1 dec 9:00': '2026-12-01T09:00',
  'Dec 24th, 8am': '2026-12-24T08:00',
  '3 january': '2027-01-03T09:00',
  '2026-12-01 09:05': '2026-12-01T09:05',
  '31 feb 9': null,
  'tomorrow 25': null,
  '13 pm': null,
  '9': null,
  'in 9999 weeks': null,
  'Fresh bread tomorrow': null,
  'tomorrow we open at nine': null,
  'Thurs 9': '2026-12-03T09:00',
  '2 sept': '2027-09-02T09:00',
  Sunshine: null,
  'Friends 10:00': null,
  '3 marbles': null,
  'decisions 5': null,
  '': null,
}

test('times are read as people write them, and nothing else is', () => {
  for (const [said, expected] of Object.entries(cases)) assert.equal(read(said), expected, said)
})

test('every offered time can be read, and none is over', () => {
  for (const { said } of offeredTimes(now, 'Europe/Berlin')) assert.notEqual(read(said), null, said)
  const evening = new Date('2026-11-26T20:00:00Z')
  assert.ok(offeredTimes(evening, 'Europe/Berlin').every(({ said }) => !said.startsWith('today')))
})
