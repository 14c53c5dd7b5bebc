import { createCounter, grown } from '../../../core/figures/growth.ts'
import type { Platform } from '../state/platform.ts'
import type { Person, Video } from '../state/records.ts'

export const subscribersOf = (platform: Platform, { name, createdAt }: Person): number =>
  120 + grown(platform, `subscribers/${name}`, { sinceMs: createdAt.getTime(), max: 30_000, halfHours: 20_000 })

export function countsOf(platform: Platform, { person, number, atMs }: Video) {
  const count = createCounter(platform, `${person.name}/${number}`, atMs)
  return {
    views: 3 + count('views', 50_000, 30),
    likes: count('likes', 2_600, 30),
    comments: count('comments', 240, 40),
  }
}

export const totalViewsOf = (platform: Platform, { videos }: Person): number =>
  videos.reduce((sum, video) => sum + (video.deleted ? 0 : countsOf(platform, video).views), 0)
