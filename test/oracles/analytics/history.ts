import { sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import { days, hours, minutes } from '#kernel/clock.ts'
import type { AccountId, PostTargetId } from '#kernel/ids.ts'
import { type MetricName, metricNames } from '#modules/analytics/metrics.ts'
import { saveNumbers } from '#modules/analytics/store/numbers.ts'
import type { TestApp } from '#test/harness/app.ts'
import { setTestClock } from '#test/harness/clock.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { done } from '#test/world/people.ts'
import { connectBoth } from '#test/world/posts.ts'

export type Random = (below: number) => number

/** Returns a reproducible random source. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/**
 * Creates a random history of a new user with three accounts: posts through the API, over some months in which clocks
 * change, and measurements whose metrics rise and fall.
 */
export async function makeHistory(
  t: TestApp,
  random: Random,
  size: { readonly rounds: number; readonly looks: number },
) {
  const both = await connectBoth(t)
  const { ada, profileId, login } = both
  done(await connectHeadless(t, both.person, 'threads', profileId, { login }))
  const networks = ['bluesky', 'mastodon', 'threads']
  for (let round = 0; round < size.rounds; round += 1) {
    for (let nth = random(3); nth >= 0; nth -= 1) {
      const platforms = networks.filter(() => random(3) > 0)
      const tags = ['how-to', 'gulls', 'weather'].filter(() => random(3) === 0)
      const content = `round ${round}`
      const draft = { profileId, platforms: platforms.length > 0 ? platforms : ['threads'], content, tags }
      done(await ada.post('/v1/posts', draft), 201)
    }
    await t.settle()
    await t.advance(hours(random(24)) + minutes(random(60)))
  }
  await look(t, random, size.looks)
  return both
}

/** Measures random targets at random times until about April, and moves the application's clock there. */
async function look(t: TestApp, random: Random, looks: number): Promise<void> {
  const { rows: targets } = await sql<{ targetId: PostTargetId; accountId: AccountId; network: string }>`
    select w.target_id, w.account_id, w.network from metrics_watch w order by w.published_at desc limit 100`.execute(
    t.db,
  )
  const known = new Map<string, Record<MetricName, number>>()
  const begun = t.now().getTime()
  let at = begun
  for (let nth = 0; nth < looks; nth += 1) {
    at += 1 + random((days(90) * 2) / looks)
    await setTestClock(t.db, new Date(at))
    const [first] = targets.slice(random(targets.length))
    if (!first) return
    const found = targets
      .filter(({ accountId }) => accountId === first.accountId && random(2) === 0)
      .map(({ targetId, network }) => {
        const before = known.get(targetId)
        const numbers = Object.fromEntries(
          metricNames.map((name) => [name, Math.max(0, (before?.[name] ?? 0) + random(200) - 40)]),
        ) as Record<MetricName, number>
        if (network === 'mastodon') for (const name of ['views', 'impressions', 'reach'] as const) numbers[name] = 0
        known.set(targetId, numbers)
        return { targetId, ...numbers }
      })
    await inTx(t.db, (tx) => saveNumbers(tx, first.accountId, found))
  }
  await sql`update metrics_watch set due_at = null`.execute(t.db)
  await sql`update metrics_account set due_at = 'infinity'`.execute(t.db)
  await t.advance(at - begun + minutes(random(600)))
}
