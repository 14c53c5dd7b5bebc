import type { MetricName } from '#modules/analytics/index.ts'
import type { Network } from '#rules/network-names.ts'

/** The people who follow the demo account of a network, and what the network reports about them. */
export interface Audience {
  readonly followers: number
  /** The monthly growth, as a share of the followers. */
  readonly growth: number
  /** The share of the followers who see an average post. */
  readonly seen: number
  /** The share of viewers who react. */
  readonly reacts: number
  /** Age at which a post has reached half of its final metrics. */
  readonly halfHours: number
  /** The share of posts published there. */
  readonly used: number
  readonly needsPicture?: true
  readonly tells: readonly MetricName[]
}

export const audiences: Readonly<Record<Network, Audience>> = {
  bluesky: {
    followers: 1_900,
    growth: 0.07,
    seen: 0.5,
    reacts: 0.07,
    halfHours: 7,
    used: 0.85,
    tells: ['likes', 'comments', 'shares'],
  },
  mastodon: {
    followers: 1_250,
    growth: 0.03,
    seen: 0.45,
    reacts: 0.08,
    halfHours: 10,
    used: 0.75,
    tells: ['likes', 'comments', 'shares'],
  },
  threads: {
    followers: 3_400,
    growth: 0.05,
    seen: 0.6,
    reacts: 0.045,
    halfHours: 9,
    used: 0.8,
    tells: ['views', 'likes', 'comments', 'shares'],
  },
  facebook: {
    followers: 6_800,
    growth: 0.008,
    seen: 0.2,
    reacts: 0.04,
    halfHours: 14,
    used: 0.5,
    tells: ['views', 'likes', 'comments', 'shares'],
  },
  linkedin: {
    followers: 820,
    growth: 0.04,
    seen: 0.8,
    reacts: 0.035,
    halfHours: 20,
    used: 0.2,
    tells: ['likes', 'comments', 'shares', 'impressions', 'reach'],
  },
  x: {
    followers: 4_300,
    growth: -0.006,
    seen: 0.35,
    reacts: 0.02,
    halfHours: 5,
    used: 0.55,
    tells: ['views', 'likes', 'comments', 'shares', 'saves', 'impressions'],
  },
  pinterest: {
    followers: 2_100,
    growth: 0.03,
    seen: 0.7,
    reacts: 0.03,
    halfHours: 240,
    used: 0.45,
    needsPicture: true,
    tells: ['comments', 'saves', 'impressions'],
  },
  tiktok: {
    followers: 5_600,
    growth: 0.09,
    seen: 0.9,
    reacts: 0.06,
    halfHours: 40,
    used: 0.3,
    needsPicture: true,
    tells: ['views', 'likes', 'comments', 'shares'],
  },
  instagram: {
    followers: 7_900,
    growth: 0.04,
    seen: 0.35,
    reacts: 0.06,
    halfHours: 16,
    used: 0.5,
    needsPicture: true,
    tells: ['views', 'likes', 'comments', 'shares', 'saves', 'reach'],
  },
  youtube: {
    followers: 2_700,
    growth: 0.05,
    seen: 0.6,
    reacts: 0.04,
    halfHours: 120,
    // Demo posts have no videos.
    used: 0,
    tells: ['views', 'likes', 'comments'],
  },
}

const dailyGrowth = (growth: number): number => (1 + growth) ** (1 / 30.4)

/** Returns the follower count some days ago, given that today's count is the one in the table. */
export const followersBefore = ({ followers, growth }: Audience, days: number): number =>
  followers / dailyGrowth(growth) ** days

/** Returns how likely people are to react at a local weekday (0 is Sunday) and hour. 1 is average. */
export function moodAt(weekday: number, hour: number): number {
  const isWeekend = weekday === 0 || weekday === 6
  if (isWeekend) return hour >= 9 && hour <= 10 ? 1.6 : 0.8
  if ((weekday === 2 || weekday === 4) && hour >= 18 && hour <= 19) return 1.9
  if (hour === 7 || hour === 12) return 1.25
  return hour >= 21 || hour < 7 ? 0.55 : 0.9
}
