import { days } from '#kernel/clock.ts'
import { instantOf, wallOf } from '#kernel/local-time.ts'
import type { Network } from '#rules/network-names.ts'
import { audiences, moodAt } from './audiences.ts'
import type { Random } from './random.ts'
import { type DemoText, demoTexts, weeklyTexts } from './texts.ts'

/** A past post of the demo data. */
export interface PastPost {
  readonly publishedAt: Date
  readonly content: string
  readonly tags: readonly string[]
  readonly picture: number | null
  readonly isWeekly: boolean
  readonly networks: readonly Network[]
  /** The networks on which it failed. */
  readonly failedAt: readonly Network[]
  /** A factor for the reach; 1 is average. */
  readonly appeal: number
  /** The part of this factor that comes from the weekday and hour. */
  readonly mood: number
}

interface YearOptions {
  readonly random: Random
  readonly now: Date
  readonly days: number
  readonly timezone: string
  /** The networks that are connected. */
  readonly connected: readonly Network[]
}

/** Posts by weekday, from Sunday. */
const postsByWeekday = [0.4, 0.6, 1.3, 0.9, 1.3, 0.8, 0.5] as const
const hours = [7, 9, 9, 10, 12, 12, 15, 17, 18, 18, 19, 21] as const
const weeklyHour = 9

/**
 * Plans the past posts, oldest first: none on some days, several on others, and a few that perform far above the rest.
 */
export function planYear({ random, now, timezone, connected, ...options }: YearOptions): PastPost[] {
  const today = Math.floor(wallOf(now, timezone) / days(1)) * days(1)
  const posts: PastPost[] = []
  const deal = dealTexts(random)
  let weeks = 0
  const dealWeekly = () => {
    weeks += 1
    return weeklyTexts[weeks % weeklyTexts.length] ?? weeklyTexts[0]
  }
  const add = (wall: number, isWeekly: boolean) => {
    const publishedAt = instantOf(wall, timezone)
    if (publishedAt >= now) return
    const text = isWeekly ? dealWeekly() : deal()
    const picture = text.picture ?? null
    const chosen = connected.filter((network) => isChosen(random, network, picture !== null))
    const failedAt = chosen.filter(() => random.chance(0.012))
    const [weekday, hour] = [new Date(wall).getUTCDay(), new Date(wall).getUTCHours()]
    const isOutlier = random.chance(0.02)
    const appeal =
      random.factor(0.9) * (isOutlier ? random.between(5, 11) : 1) * (text.tags.includes('offer') ? 0.7 : 1)
    const { content, tags } = text
    if (chosen.length > 0)
      posts.push({
        publishedAt,
        content,
        tags,
        picture,
        isWeekly,
        networks: chosen,
        failedAt,
        appeal,
        mood: moodAt(weekday, hour),
      })
  }
  for (let day = today - days(options.days); day <= today; day += days(1)) {
    const weekday = new Date(day).getUTCDay()
    if (weekday === 1) add(day + weeklyHour * 3_600_000, true)
    const usual = postsByWeekday[weekday] ?? 0
    const count = Math.floor(usual) + (random.chance(usual % 1) ? 1 : 0)
    for (let nth = 0; nth < count; nth += 1) add(day + minuteOfDay(random) * 60_000, false)
  }
  return posts.sort((one, other) => one.publishedAt.getTime() - other.publishedAt.getTime())
}

/** The number of posts after which a text may come again. */
const restsFor = 20

/** Picks texts so that no two posts near each other have the same one. */
function dealTexts(random: Random): () => DemoText {
  let recent: readonly DemoText[] = []
  return () => {
    const [first = demoTexts[0], ...others] = demoTexts.filter((text) => !recent.includes(text))
    const text = random.pick([first, ...others])
    recent = [...recent, text].slice(-restsFor)
    return text
  }
}

const minuteOfDay = (random: Random): number => random.pick(hours) * 60 + random.pick([0, 0, 0, 5, 15, 30, 30, 45])

function isChosen(random: Random, network: Network, hasPicture: boolean): boolean {
  const { used, needsPicture } = audiences[network]
  return random.chance(used) && (hasPicture || needsPicture !== true)
}
