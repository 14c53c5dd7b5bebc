import { before, days } from '#kernel/clock.ts'
import { escapeTags } from '#kernel/text/escape-html.ts'
import { listAccounts } from '#tasks/accounts/list-accounts.ts'
import { getAnalytics } from '#tasks/analytics/get-analytics.ts'
import { listPosts } from '#tasks/posts/list-posts.ts'
import { listQueue } from '#tasks/posts/list-queue.ts'
import { titleOfNetwork } from '../../words.ts'
import { findPlace, type Place } from '../session/profile.ts'
import type { LinkedSession } from '../session/session.ts'
import { type SlackMessage, say, section } from '../show/blocks.ts'
import { type Post, postBlocks } from '../show/post-card.ts'

const mostListed = 8

/** The posts of the person's profile that go out next. */
export const readQueue = async ({ linked }: LinkedSession, { profile }: Place): Promise<readonly Post[]> =>
  (await listQueue.run(linked.api, { profile: profile.id, limit: mostListed })).posts

export const readDrafts = async ({ linked }: LinkedSession, { profile }: Place): Promise<readonly Post[]> =>
  (await listPosts.run(linked.api, { profile: profile.id, status: ['draft'], limit: mostListed })).posts

export async function showQueue(session: LinkedSession): Promise<SlackMessage> {
  const place = await findPlace(session)
  return drawList(place, 'Queue', await readQueue(session, place), 'Nothing is scheduled.')
}

export async function showDrafts(session: LinkedSession): Promise<SlackMessage> {
  const place = await findPlace(session)
  return drawList(place, 'Drafts', await readDrafts(session, place), 'There are no drafts.')
}

function drawList({ profile, timezone }: Place, title: string, posts: readonly Post[], none: string): SlackMessage {
  if (posts.length === 0) return say(none)
  const text = `${title} of ${profile.name}`
  return { text, blocks: [section(`*${escapeTags(text)}*`), ...posts.flatMap((post) => postBlocks(post, timezone))] }
}

/** Counts the posts by status, and lists the accounts that need attention. */
export async function showStanding(session: LinkedSession): Promise<SlackMessage> {
  const { api } = session.linked
  const { profile } = await findPlace(session)
  const { byStatus } = await api.getPostStats({ profileId: profile.id })
  const { accounts } = await listAccounts.run(api, { profile: profile.id })
  const posts = Object.entries(byStatus)
    .filter(([, count]) => Number(count) > 0)
    .map(([status, count]) => `${status}: ${count}`)
  const ill = accounts
    .filter(({ status }) => status !== 'active')
    .map(
      ({ handle, network, status, statusReason }) =>
        `• ${escapeTags(handle)} on ${titleOfNetwork(network)}: ${status}. ${escapeTags(statusReason ?? '')}`,
    )
  return say(
    [
      `*${escapeTags(profile.name)}*`,
      posts.length === 0 ? 'No posts yet.' : posts.join(', '),
      ...(ill.length > 0 ? ['*These accounts need you:*', ...ill] : ['All accounts are in order.']),
    ].join('\n'),
  )
}

/** Says the numbers of the last 30 days. */
export async function showNumbers(session: LinkedSession): Promise<SlackMessage> {
  const { profile, timezone } = await findPlace(session)
  const from = before(session.deps.clock.now(), days(30)).toISOString()
  const numbers = await getAnalytics.run(session.linked.api, { profile: profile.id, from, timezone })
  return say(`*${escapeTags(profile.name)}*\n${escapeTags(getAnalytics.describe(numbers, { timezone }))}`)
}
