import { days } from '#kernel/clock.ts'
import { instantOf, wallOf } from '#kernel/local-time.ts'
import type { Network } from '#rules/network-names.ts'
import { type DemoApi, requireDone } from './open-api.ts'
import type { Random } from './random.ts'
import { draftTexts, plannedTexts, weeklyTexts } from './texts.ts'

/** Networks whose posts only need text. */
const easyNetworks: readonly Network[] = ['bluesky', 'mastodon', 'threads', 'x']

interface Ahead {
  readonly profileId: string
  readonly connected: readonly Network[]
  /** The storage paths of the images. */
  readonly pictures: readonly string[]
  readonly random: Random
  readonly now: Date
  readonly timezone: string
}

/**
 * Schedules posts for the coming weeks, leaves some drafts, and repeats one post every Monday. Returns the rule's ID.
 */
export async function planAhead(api: DemoApi, ahead: Ahead): Promise<string> {
  const { profileId, random, now, timezone } = ahead
  const platforms = easyNetworks.filter((network) => ahead.connected.includes(network))
  const write = ({ picture, ...text }: (typeof plannedTexts)[number], more: object) => {
    const storagePath = picture === undefined ? undefined : ahead.pictures[picture]
    const media = storagePath === undefined ? [] : [{ storagePath, altText: 'A cup of coffee in front of hills' }]
    return api.post('/v1/posts', { profileId, platforms, media, ...text, ...more })
  }
  const today = Math.floor(wallOf(now, timezone) / days(1)) * days(1)
  let day = today
  for (const text of plannedTexts) {
    day += days(random.pick([1, 1, 2, 3]))
    const scheduledAt = instantOf(day + random.pick([9, 12, 18, 18.5]) * 3_600_000, timezone).toISOString()
    requireDone(await write(text, { scheduledAt }))
  }
  for (const text of draftTexts) requireDone(await write(text, { saveAsDraft: true }))
  const template = requireDone(await write(weeklyTexts[0], { saveAsDraft: true }))
  const rule = { postId: template.id, cron: '0 9 * * MON', timezone, name: 'Monday quiz' }
  return String(requireDone(await api.post('/v1/recurring-posts', rule)).id)
}
