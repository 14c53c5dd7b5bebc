import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareAround, createOffsetReader, findTransitions, shapes } from './cron-oracle.ts'

/** Zones that change at midnight, by half an hour, on other days than elsewhere, or at an unusual hour. */
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Beirut',
  'Pacific/Chatham',
  'Africa/Casablanca',
]

test('around clock changes, every pattern runs at the same times as in a loop over all minutes', () => {
  let cases = 0
  const differences = zones.flatMap((zone) => {
    const offsetAt = createOffsetReader(zone)
    const changes = findTransitions(offsetAt, Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1))
    cases += changes.length * shapes.length
    return changes.flatMap((change) => compareAround(zone, change, offsetAt))
  })
  assert.deepEqual(differences, [])
  assert.ok(cases >= 150, `${cases} cases`)
})
