import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instantOf, wallTime } from './local-time.ts'

const at = (text: string, timezone: string) => instantOf(wallTime(text) ?? Number.NaN, timezone).toISOString()

test('a wall-clock time becomes the instant at which the zone’s clocks show it', () => {
  assert.equal(at('2026-07-01T09:00', 'Europe/Berlin'), '2026-07-01T07:00:00.000Z')
  assert.equal(at('2026-12-01T09:00:30.5', 'Europe/Berlin'), '2026-12-01T08:00:30.500Z')
  assert.equal(at('2026-12-01T09:00', 'Asia/Kathmandu'), '2026-12-01T03:15:00.000Z')
  assert.equal(at('2026-12-01T00:30', 'Pacific/Kiritimati'), '2026-11-30T10:30:00.000Z')
})

test('a skipped time becomes the first moment after the gap', () => {
  assert.equal(at('2026-03-29T02:30', 'Europe/Berlin'), '2026-03-29T01:00:00.000Z')
  assert.equal(at('2026-03-08T02:59', 'America/New_York'), '2026-03-08T07:00:00.000Z')
  assert.equal(at('2026-10-04T02:10', 'Australia/Lord_Howe'), '2026-10-03T15:30:00.000Z')
})

test('a repeated time becomes its first occurrence', () => {
  assert.equal(at('2026-10-25T02:30', 'Europe/Berlin'), '2026-10-25T00:30:00.000Z')
  assert.equal(at('2026-11-01T01:30', 'America/New_York'), '2026-11-01T05:30:00.000Z')
  assert.equal(at('2026-04-05T01:45', 'Australia/Lord_Howe'), '2026-04-04T14:45:00.000Z')
})

test('rejects text that is not a time', () => {
  for (const text of ['', '2026-02-30T09:00', '2026-01-01', '2026-01-01T24:00', '2026-01-01T09:60', '2026-1-1T09:00'])
    assert.equal(wallTime(text), null, text)
  assert.equal(wallTime('2028-02-29T23:59:59.999'), Date.UTC(2028, 1, 29, 23, 59, 59, 999))
})
