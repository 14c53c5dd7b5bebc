import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadConfig } from '#test/harness/app.ts'
import { freeFrom, ownCapsOf, windowStart } from './quotas.ts'

test('a daily quota ends at midnight in its time zone, even on days when the clocks change', () => {
  const quota = { max: 100, per: 'day', zone: 'America/Los_Angeles', of: 'app' } as const
  for (const [at, begins, ends] of [
    ['2027-01-13T07:59:59Z', '2027-01-12T08:00:00Z', '2027-01-13T08:00:00Z'],
    ['2027-01-13T08:00:00Z', '2027-01-13T08:00:00Z', '2027-01-14T08:00:00Z'],
    ['2027-07-01T12:00:00Z', '2027-07-01T07:00:00Z', '2027-07-02T07:00:00Z'],
    ['2027-03-14T20:00:00Z', '2027-03-14T08:00:00Z', '2027-03-15T07:00:00Z'],
    ['2027-11-07T20:00:00Z', '2027-11-07T07:00:00Z', '2027-11-08T08:00:00Z'],
  ] as const) {
    assert.equal(windowStart(quota, new Date(at)).getTime(), Date.parse(begins) - 1, at)
    assert.equal(freeFrom(quota, new Date(at)).getTime(), Date.parse(ends) + 1_000, at)
  }
  const utc = { max: 1, per: 'month', of: 'app' } as const
  assert.equal(windowStart(utc, new Date('2027-01-13T00:00:00Z')).getTime(), Date.parse('2027-01-01T00:00:00Z') - 1)
  assert.equal(freeFrom(utc, new Date('2027-12-31T23:59:59Z')).getTime(), Date.parse('2028-01-01T00:00:01Z'))
})

test('the operator sets the number of daily uploads to YouTube', () => {
  const capsOf = (settings: Record<string, string>) => ownCapsOf(loadConfig(settings)).youtube
  const quota = { per: 'day', zone: 'America/Los_Angeles', of: 'app', counts: 'posts' }
  assert.deepEqual(capsOf({}), [{ max: 100, ...quota }])
  assert.deepEqual(capsOf({ YOUTUBE_DAILY_POSTS: '5000' }), [{ max: 5_000, ...quota }])
})
