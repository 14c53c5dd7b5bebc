import { publishPost } from '#tasks/posts/publish-post.ts'
import { schedulePost } from '#tasks/posts/schedule-post.ts'
import { hasUnconfirmedWarnings } from '#tasks/run-task.ts'
import type { LinkedSession } from '../session/session.ts'
import { explain } from '../session/tell.ts'
import { type SlackMessage, say } from '../show/blocks.ts'
import { drawPost, drawWarnings } from '../show/post-card.ts'

/** Publishes a post. Where there are warnings, the person decides once more. */
export async function publish(
  { linked }: LinkedSession,
  id: string,
  timezone: string,
  { confirmsWarnings = false } = {},
): Promise<SlackMessage> {
  try {
    const params = { post: id, dryRun: false, ...(confirmsWarnings && { confirmWarnings: true }) }
    const { post } = await publishPost.run(linked.api, params)
    return post ? drawPost(post, timezone) : say('Nothing was published.')
  } catch (error) {
    if (hasUnconfirmedWarnings(error)) return drawWarnings(id, explain(error), null)
    throw error
  }
}

export async function schedule(
  { linked }: LinkedSession,
  id: string,
  at: Date,
  timezone: string,
  { confirmsWarnings = false } = {},
): Promise<SlackMessage> {
  try {
    const params = { post: id, at: at.toISOString(), dryRun: false, ...(confirmsWarnings && { confirmWarnings: true }) }
    const { post } = await schedulePost.run(linked.api, params)
    return post ? drawPost(post, timezone) : say('Nothing was scheduled.')
  } catch (error) {
    if (hasUnconfirmedWarnings(error)) return drawWarnings(id, explain(error), at)
    throw error
  }
}
