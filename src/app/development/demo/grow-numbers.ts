import { days, hours } from '#kernel/clock.ts'
import type { MetricName, Numbers } from '#modules/analytics/index.ts'
import type { Network } from '#rules/network-names.ts'
import { type Audience, audiences, followersBefore } from './audiences.ts'
import type { PastPost } from './plan-year.ts'
import type { Random } from './random.ts'

/** The metrics of a post at one time. */
export interface Look extends Numbers {
  readonly at: Date
}

const looksAfterMs = [1, 2, 3, 5, 8, 12, 18, 26, 36, 48]
  .map((age) => hours(age))
  .concat([3, 4, 6, 9, 14, 21, 30, 60, 120, 240].map((age) => days(age)))

/** The shares of the reactions to a post. */
const reactions = { likes: 0.78, comments: 0.08, shares: 0.11, saves: 0.03 } as const

/** Returns the metrics of one target of a post over time. They usually grow and sometimes shrink. */
export function growNumbers(random: Random, post: PastPost, network: Network, now: Date): Look[] {
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

export const mapNumbers = (numbers: Numbers, change: (value: number, name: MetricName) => number): Numbers => ({
  views: change(numbers.views, 'views'),
  likes: change(numbers.likes, 'likes'),
  comments: change(numbers.comments, 'comments'),
  shares: change(numbers.shares, 'shares'),
  saves: change(numbers.saves, 'saves'),
  impressions: change(numbers.impressions, 'impressions'),
  reach: change(numbers.reach, 'reach'),
})
