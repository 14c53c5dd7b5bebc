import assert from 'node:assert/strict'
import { fromWire } from '#kernel/ids.ts'
import { metricNames } from '#modules/analytics/metrics.ts'
import type { Client } from '#test/harness/client.ts'
import { done } from '#test/world/people.ts'
import type { Random } from './history.ts'
import { type Question, spanOf, type Walk, walkOverview } from './plain-walk.ts'
import { gainedNames, walkGains, walkLabels, walkOutliers } from './walk-statistics.ts'

/** Queries comparisons, labels, outliers and gains through the API, and compares them with a plain walk. */

interface Known {
  readonly walk: Walk
  readonly keptDays: number
}

interface Asked extends Known {
  readonly question: Question
}

const round = (value: number): number => Math.round(value * 100) / 100
const queryOf = ({ network }: Question, query: Record<string, string>): string =>
  `?${new URLSearchParams({ ...query, ...(network ? { platform: network } : {}) })}`

/** Compares a query's period with a random one before it. */
export async function askComparison(client: Client, { walk, question, keptDays }: Asked, random: Random) {
  const { startDate, endDate, granularity, timezone } = question
  const dayBefore = (date: string, days: number) =>
    new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10)
  const back = random(20)
  const earlier = { ...question, startDate: dayBefore(startDate, back), endDate: dayBefore(endDate, back) }
  const { start, end } = spanOf(walk, earlier, keptDays)
  if (end <= start) return
  const periods = {
    periodAStart: earlier.startDate,
    periodAEnd: earlier.endDate,
    periodBStart: startDate,
    periodBEnd: endDate,
  }
  const query = queryOf(question, { ...periods, granularity, timezone })
  const answer = done(await client.get(`/v1/analytics/compare${query}`)).body
  const valuesOf = ({ posts, total, rate }: ReturnType<typeof walkOverview>) => ({
    totalPosts: posts,
    totalViews: total.views,
    totalLikes: total.likes,
    totalComments: total.comments,
    totalShares: total.shares,
    avgEngagementRate: rate,
  })
  const a: Record<string, number> = valuesOf(walkOverview(walk, earlier, keptDays))
  const b: Record<string, number> = valuesOf(walkOverview(walk, question, keptDays))
  for (const [name, from] of Object.entries(a)) {
    const to = b[name] ?? Number.NaN
    const percent = from === 0 ? null : round(((to - from) / from) * 100)
    assert.deepEqual(
      [answer.a[name], answer.b[name], answer.delta[name], answer.deltaPercent[name]],
      [from, to, round(to - from), percent],
      `${name} of ${query}`,
    )
  }
}

export async function askLabels(client: Client, { walk, question, keptDays }: Asked) {
  const { startDate, endDate, timezone } = question
  const query = queryOf(question, { startDate, endDate, timezone })
  const answer = done(await client.get(`/v1/analytics/labels${query}`)).body
  const walked = walkLabels(walk, question, keptDays)
  const named: [string | null, Record<string, number>][] = [
    [null, answer.unlabelled],
    ...answer.labels.map((one: Record<string, number> & { label: string }) => [one.label, one]),
  ]
  for (const [label, sums] of named) {
    const expected = walked.get(label)
    assert.deepEqual(
      [sums.posts, sums.engagementRate, ...metricNames.map((name) => sums[name])],
      [expected?.posts ?? 0, expected?.rate ?? 0, ...metricNames.map((name) => expected?.total[name] ?? 0)],
      `${label} of ${query}`,
    )
  }
  for (const label of walked.keys())
    assert.ok(
      named.some(([one]) => one === label),
      `${label} of ${query}`,
    )
}

type Numbers = Record<'views' | 'engagement' | 'score' | 'multiple', number>

export async function askOutliers(client: Client, { walk, keptDays }: Known, profileId: string) {
  const answer = done(await client.get(`/v1/analytics/outliers?profileId=${profileId}`)).body
  const expected = walkOutliers(walk, keptDays)
  assert.deepEqual([answer.sampleSize, answer.median, answer.enough], [expected.n, expected.median, expected.n >= 5])
  assert.deepEqual(
    answer.outliers.map(({ postId, views, engagement, score, multiple }: Numbers & { postId: string }) => ({
      postId: fromWire('post', postId),
      views,
      engagement,
      score,
      multiple,
    })),
    expected.outliers,
  )
}

export async function askGains(client: Client, { walk, keptDays }: Known) {
  const { totals, byAccount } = done(await client.get('/v1/analytics/account-insights')).body
  const expected = walkGains(walk, Math.min(30, keptDays))
  for (const account of byAccount) {
    const gains = expected.get(fromWire('acc', account.accountId) ?? '')
    for (const name of gainedNames) assert.equal(account[name], gains?.[name] ?? 0, `${name} of ${account.accountId}`)
  }
  for (const name of gainedNames) {
    const sum = [...expected.values()].reduce((all, gains) => all + gains[name], 0)
    assert.equal(totals[name], sum, `${name} of all accounts`)
  }
}
