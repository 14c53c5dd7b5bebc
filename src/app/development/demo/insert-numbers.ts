import type { Tx } from '#infra/db/client.ts'
import { days, hours } from '#kernel/clock.ts'
import type { AccountForPublishing } from '#modules/accounts/index.ts'
import {
  type AccountHistory,
  insertHistory,
  type MetricName,
  type Numbers,
  noNumbers,
} from '#modules/analytics/index.ts'
import type { Network } from '#rules/network-names.ts'
import { type Audience, audiences, followersBefore } from './audiences.ts'
import type { OutTarget } from './insert-posts.ts'
import type { PastPost } from './plan-year.ts'
import type { Random } from './random.ts'

interface Year {
  readonly random: Random
  readonly accounts: readonly AccountForPublishing[]
  readonly out: readonly OutTarget[]
  readonly start: Date
  readonly now: Date
}

/** Stores the metrics of posts and accounts as if they had been read from the networks. */
export async function insertNumbers(tx: Tx, { random, accounts, out, start, now }: Year): Promise<void> {
  const looked = out.map((one) => ({ ...one, looks: growNumbers(random, one.post, one.account.network, now) }))
  await insertHistory(
    tx,
    accounts.map((account): AccountHistory => {
      const own = looked.filter((one) => one.account === account)
      return {
        accountId: account.id,
        network: account.network,
        told: audiences[account.network].tells,
        targets: own.map(({ targetId, publicationId, remoteId, post, looks }) => ({
          targetId,
          publicationId,
          remoteId,
          publishedAt: post.publishedAt,
          looks,
        })),
        days: followDays(random, account, own, { start, now }),
      }
    }),
  )
}

interface Looked extends Pick<OutTarget, 'post'> {
  readonly looks: readonly Look[]
}

/** Returns an account's state on each day: its followers, and the totals of its posts' metrics at that time. */
function followDays(
  random: Random,
  { network }: AccountForPublishing,
  targets: readonly Looked[],
  { start, now }: { readonly start: Date; readonly now: Date },
): AccountHistory['days'][number][] {
  const steps = targets
    .flatMap(({ looks }) => looks.map((look, nth) => ({ at: look.at, gain: minus(look, looks[nth - 1] ?? noNumbers) })))
    .sort((one, other) => one.at.getTime() - other.at.getTime())
  const all: AccountHistory['days'][number][] = []
  let [sums, nth] = [noNumbers, 0]
  let wobble = 0
  for (let at = start.getTime() + days(0.25); at < now.getTime(); at += days(1)) {
    for (let step = steps[nth]; step && step.at.getTime() <= at; nth += 1, step = steps[nth]) {
      const { gain } = step
      sums = mapNumbers(sums, (value, name) => value + gain[name])
    }
    const left = (now.getTime() - at) / days(1)
    wobble = left < 2 ? 0 : wobble * 0.8 + random.between(-0.004, 0.004)
    const followers = Math.round(followersBefore(audiences[network], left) * (1 + wobble))
    const posts = targets.filter(({ post }) => post.publishedAt.getTime() <= at).length
    all.push({ at: new Date(at), followers, following: 210, totalPosts: posts, ...sums })
  }
  return all
}

const minus = (one: Look, other: typeof noNumbers) => mapNumbers(one, (value, name) => value - other[name])

/** The metrics of a post at one time. */
interface Look extends Numbers {
  readonly at: Date
}

const looksAfterMs = [1, 2, 3, 5, 8, 12, 18, 26, 36, 48]
  .map((age) => hours(age))
  .concat([3, 4, 6, 9, 14, 21, 30, 60, 120, 240].map((age) => days(age)))

/** The shares of the reactions to a post. */
const reactions = { likes: 0.78, comments: 0.08, shares: 0.11, saves: 0.03 } as const

/** Returns the metrics of one target of a post over time. They usually grow and sometimes shrink. */
function growNumbers(random: Random, post: PastPost, network: Network, now: Date): Look[] {
  const audience = audiences[network]
  const ageMs = now.getTime() - post.publishedAt.getTime()
  const last = finalNumbers(random, post, audience, ageMs / days(1))
  const looks: Look[] = []
  for (const afterMs of looksAfterMs) {
    const at = new Date(post.publishedAt.getTime() + afterMs + Math.floor(random.between(0, 9 * 60_000)))
    if (at >= now) break
    const grown = 1 - 2 ** (-afterMs / hours(audience.halfHours))
    const takenBack = random.chance(0.03) ? 1 : 0
    looks.push({
      at,
      ...mapNumbers(last, (value, name) => Math.max(0, Math.floor(value * grown) - (name === 'likes' ? takenBack : 0))),
    })
  }
  return looks
}

function finalNumbers(random: Random, { appeal, mood }: PastPost, audience: Audience, ageDays: number): Numbers {
  const seen = followersBefore(audience, ageDays) * audience.seen * appeal * Math.sqrt(mood) * random.factor(0.5)
  const reacted = seen * audience.reacts * mood * random.factor(0.35)
  const all: Numbers = {
    views: seen,
    impressions: audience.tells.includes('views') ? seen : seen * 1.2,
    reach: seen * 0.8,
    likes: reacted * reactions.likes,
    comments: reacted * reactions.comments,
    shares: reacted * reactions.shares,
    saves: reacted * (audience.tells.includes('likes') ? reactions.saves : 1),
  }
  return mapNumbers(all, (value, name) => (audience.tells.includes(name) ? value : 0))
}

const mapNumbers = (numbers: Numbers, change: (value: number, name: MetricName) => number): Numbers => ({
  views: change(numbers.views, 'views'),
  likes: change(numbers.likes, 'likes'),
  comments: change(numbers.comments, 'comments'),
  shares: change(numbers.shares, 'shares'),
  saves: change(numbers.saves, 'saves'),
  impressions: change(numbers.impressions, 'impressions'),
  reach: change(numbers.reach, 'reach'),
})
