import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after, days, hours } from '#kernel/clock.ts'
import { mergeRuns } from './merge-runs.ts'
import { type Exception, listUpcoming, type Schedule } from './schedule.ts'

const start = new Date('2030-01-01T00:00:00Z')
const quarterly: Schedule = {
  cron: '*/15 * * * *',
  zone: 'Europe/Berlin',
  endAt: null,
  maxRuns: null,
  runs: 0,
  decidedUntil: start,
}
const alone = (rule: Schedule, exceptions: readonly Exception[] = []) => ({ rule, exceptions })
const span = { from: after(start, days(20)), to: after(start, days(111)) }

/** Counts the runs that are computed, because each is compared with the end of its rule. */
function countFollowed(rule: Schedule) {
  const counted = { followed: 0, rule: { ...rule } }
  Object.defineProperty(counted.rule, 'endAt', {
    get() {
      counted.followed += 1
      return rule.endAt
    },
  })
  return counted
}

test('three hundred rules × 91 days: no more runs are computed than are shown, plus one per rule', async () => {
  const counted = countFollowed(quarterly)
  const rules = Array.from({ length: 300 }, () => alone(counted.rule))
  const runs = await mergeRuns(rules, { ...span, most: 2_000 })
  assert.equal(runs.length, 2_000)
  assert.ok(runs.every(({ runsAt }) => runsAt < after(span.from, hours(2))))
  assert.ok(counted.followed <= 2_000 + 300, `${counted.followed} runs were followed`)
})

test('rules with a number of runs share one budget for runs before the range, however far away the range is', async () => {
  const counted = countFollowed({ ...quarterly, maxRuns: 90_000 })
  const rules = Array.from({ length: 300 }, () => alone(counted.rule))
  const far = { from: after(start, days(5_000)), to: after(start, days(5_091)) }
  assert.deepEqual(await mergeRuns(rules, { ...far, most: 2_000 }), [])
  assert.ok(counted.followed <= 20_000 + 300, `${counted.followed} runs were followed`)
})

test('the merged list contains each rule’s runs in chronological order, including moved, skipped and counted runs', async () => {
  const at = (text: string) => new Date(text)
  const exceptions = [
    { at: at('2030-01-21T08:00:00Z'), movedTo: at('2030-01-25T10:07:00Z'), outcome: null },
    { at: at('2030-01-22T08:00:00Z'), movedTo: null, outcome: 'skipped' },
    { at: at('2030-06-01T07:00:00Z'), movedTo: at('2030-01-23T10:07:00Z'), outcome: null },
  ]
  const daily = { ...quarterly, cron: '0 9 * * *' }
  const rules = [
    alone(daily, exceptions),
    alone({ ...daily, maxRuns: 30, runs: 2 }, exceptions),
    alone({ ...quarterly, maxRuns: 2_500 }),
    alone({ ...daily, cron: '30 23 * * MON', zone: 'America/New_York', endAt: at('2030-03-01T00:00:00Z') }),
    alone({ ...daily, cron: '30 2 * * *' }),
  ]
  const expected = rules
    .flatMap(({ rule, exceptions }) => listUpcoming(rule, exceptions, 20_000).map((run) => ({ rule, ...run })))
    .filter(({ runsAt }) => runsAt >= span.from && runsAt < span.to)
    .sort((a, b) => a.runsAt.getTime() - b.runsAt.getTime())
  const summary = (runs: typeof expected) =>
    runs.map(({ rule, at, runsAt }) => [runsAt, at, rules.findIndex((r) => r.rule === rule)])
  const found = await mergeRuns(rules, { ...span, most: 10_000 })
  assert.ok(found.length > 700, `${found.length} runs are in the span`)
  assert.deepEqual(summary(found).sort(), summary(expected).sort())
  assert.deepEqual(
    found.map(({ runsAt }) => runsAt),
    expected.map(({ runsAt }) => runsAt),
  )
  const few = await mergeRuns(rules, { most: 50, mostOfEach: 4 })
  assert.equal(few.length, 20)
})
