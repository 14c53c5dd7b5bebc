import { z } from 'zod'
import type { Hear, NetworkNotice } from '#connectors/connector.ts'
import { id } from '#connectors/meta/graph-call.ts'
import { challenge, isSigned, readHook, revokedIn } from '#connectors/meta/hub.ts'
import { postId } from './api.ts'
import { neededScopes } from './auth/auth.ts'

/**
 * Reads Facebook's webhooks: a person revoked a permission, the state of a post changed, or someone commented. A webhook
 * only wakes the engine or the inbox and decides nothing. One body may have up to a thousand entries, so unreadable ones are skipped individually.
 */
export const hear: Hear = { challenge, isSigned, read }

const entry = z.object({ id: id.optional(), changes: z.array(z.unknown()) })
const feed = z.object({
  field: z.literal('feed'),
  value: z.object({
    verb: z.literal('add'),
    post_id: postId.optional(),
    video_id: id.optional(),
    comment_id: z.string().optional(),
    reaction_type: z.string().optional(),
  }),
})

function read(raw: Buffer): readonly NetworkNotice[] {
  const notification = readHook(raw)
  if (notification?.object === 'permissions') return notification.entry.flatMap((one) => revokedIn(one, neededScopes))
  return notification?.object === 'page'
    ? notification.entry.flatMap((one) => newsOf(entry.safeParse(one).data ?? { changes: [] }))
    : []
}

/** A comment that was written, changed or removed. */
const talk = z.object({
  field: z.literal('feed'),
  value: z.object({ item: z.literal('comment'), comment_id: z.string() }),
})

/** Skips reactions and changes to an old post. */
function newsOf({ id: accountId, changes }: z.infer<typeof entry>): NetworkNotice[] {
  return changes.flatMap((change): NetworkNotice[] => {
    if (talk.safeParse(change).success) return accountId === undefined ? [] : [{ is: 'talk', accountId }]
    const { value } = feed.safeParse(change).data ?? {}
    if (!value || value.comment_id !== undefined || value.reaction_type !== undefined) return []
    const handles = new Set([value.video_id, value.post_id].filter((one) => one !== undefined))
    return [...handles].map((handle) => ({ is: 'news', handle }) as const)
  })
}
