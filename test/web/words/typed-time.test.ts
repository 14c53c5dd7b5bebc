import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTypedTime } from '#web/compose/schedule/typed/typed-time.ts'
import { toWall } from '#web/lib/zones.ts'

/** Sunday, 22 November 2026, 15:20 in Berlin. */
const now = Date.parse('2026-11-22T14:20:00Z')
const zone = 'Europe/Berlin'
const read = (text: string, at = now) => readTypedTime(text, { zone, now: at })?.wall ?? null

test('typed times are read as people mean them, in English and German', () => {
  const table: readonly (readonly [string, string | null])[] = [
    ['thu 9', '2026-11-26T09:00'],
    ['Thursday at 9:30', '2026-11-26T09:30'],
    ['9:30 thursday', '2026-11-26T09:30'],
    ['mo 9', '2026-11-23T09:00'],
    ['Do 18 Uhr', '2026-11-26T18:00'],
    ['am Donnerstag um 18.15', '2026-11-26T18:15'],
    ['do', '2026-11-26T09:00'],
    ['sun 16', '2026-11-22T16:00'],
    ['sun 9', '2026-11-29T09:00'],
    ['so 9', '2026-11-29T09:00'],
    ['next mon 9', '2026-11-23T09:00'],
    ['next fri', '2026-11-27T09:00'],
    ['nächsten Mi 12:00', '2026-11-25T12:00'],
    ['tomorrow 9:30', '2026-11-23T09:30'],
    ['morgen 18:30', '2026-11-23T18:30'],
    ['morgen früh', '2026-11-23T09:00'],
    ['day after tomorrow noon', '2026-11-24T12:00'],
    ['übermorgen mittag', '2026-11-24T12:00'],
    ['today 9 pm', '2026-11-22T21:00'],
    ['tonight', '2026-11-22T18:00'],
    ['heute Abend', '2026-11-22T18:00'],
    ['16', '2026-11-22T16:00'],
    ['9', '2026-11-23T09:00'],
    ['9am', '2026-11-23T09:00'],
    ['12 am', '2026-11-23T00:00'],
    ['12pm', '2026-11-23T12:00'],
    ['in 2 h', '2026-11-22T17:20'],
    ['in 2 hours', '2026-11-22T17:20'],
    ['in 1 h 30 min', '2026-11-22T16:50'],
    ['in 90min', '2026-11-22T16:50'],
    ['+3h', '2026-11-22T18:20'],
    ['in half an hour', '2026-11-22T15:50'],
    ['in einer Stunde', '2026-11-22T16:20'],
    ['in 3 days', '2026-11-25T15:20'],
    ['in 3 Tagen um 9:30', '2026-11-25T09:30'],
    ['in 2 weeks 9', '2026-12-06T09:00'],
    ['26.11. 18', '2026-11-26T18:00'],
    ['26.11.2027 9:05', '2027-11-26T09:05'],
    ['26 nov 9', '2026-11-26T09:00'],
    ['Nov 26 9pm', '2026-11-26T21:00'],
    ['3. März 8:00', '2027-03-03T08:00'],
    ['2026-12-24 10:00', '2026-12-24T10:00'],
    ['1 jan', '2027-01-01T09:00'],
    ['', null],
    ['soon', null],
    ['thu 25', null],
    ['thu 9:75', null],
    ['today', null],
    ['t', null],
    ['in', null],
    ['in 2', null],
    ['31.2. 9', null],
    ['13 pm', null],
    ['thu fri 9', null],
  ]
  assert.deepEqual(
    table.map(([text]) => [text, read(text)]),
    table,
  )
})

test('“next” is the week that begins on the coming Monday', () => {
  const tuesday = Date.parse('2026-11-24T11:00:00Z')
  assert.equal(read('fri', tuesday), '2026-11-27T09:00')
  assert.equal(read('next fri', tuesday), '2026-12-04T09:00')
  assert.equal(read('next mon', tuesday), '2026-11-30T09:00')
})

test('days keep their hours where clocks change, and hours are counted as they pass', () => {
  const beforeSpring = Date.parse('2026-03-28T11:00:00Z')
  assert.equal(read('tomorrow 9', beforeSpring), '2026-03-29T09:00')
  assert.equal(read('in 1 day', beforeSpring), '2026-03-29T12:00')
  assert.equal(read('in 24 h', beforeSpring), '2026-03-29T13:00')
  const skipped = readTypedTime('tomorrow 2:30', { zone, now: beforeSpring })
  assert.equal(skipped?.instant.kind, 'skipped')
  assert.equal(toWall(skipped?.instant.at ?? 0, zone), '2026-03-29T03:30')
  const twice = readTypedTime('25.10. 2:30', { zone, now: beforeSpring })
  assert.deepEqual([twice?.instant.kind, twice?.instant.later !== null], ['twice', true])
})

test('the day is that of the zone, not of the reader', () => {
  const lateInBerlin = Date.parse('2026-11-22T23:30:00Z')
  assert.equal(readTypedTime('today 9:00', { zone: 'America/New_York', now: lateInBerlin })?.wall, '2026-11-22T09:00')
  assert.equal(readTypedTime('today 9:00', { zone, now: lateInBerlin })?.wall, '2026-11-23T09:00')
})
