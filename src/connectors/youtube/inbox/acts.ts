import { ownFailure, sendJson } from '#connectors/api/json-api.ts'
import { CallFailed } from '#connectors/connector.ts'
import type { InboxCall } from '#connectors/contract/inbox.ts'
import type { ActedOn, InboxActs } from '#connectors/contract/inbox-acts.ts'
import { itemMissing } from '#connectors/verdicts/verdicts.ts'
import { write } from '../api.ts'
import type { Grant } from '../auth/grant.ts'

/** Holds comments for review, publishes them, rejects those of others, and deletes the channel's own. */
export const acts: InboxActs<Grant> = {
  hide: {
    of: 'all',
    async run(call, item, wanted) {
      const isThere = await moderate(call, item, wanted ? 'heldForReview' : 'published')
      if (wanted && !isThere) throw ownFailure(itemMissing)
    },
  },
  remove: {
    of: 'all',
    async run(call, item) {
      if (item.isOwn) await deleteOwn(call, item)
      else await moderate(call, item, 'rejected')
    },
  },
}

type Status = 'heldForReview' | 'published' | 'rejected'

/** Returns false if the comment does not exist. */
const moderate = (call: InboxCall<Grant>, { remoteId: id }: ActedOn, moderationStatus: Status): Promise<boolean> =>
  isFound(() => {
    const query = new URLSearchParams({ id, moderationStatus })
    return write(call, { name: 'setModerationStatus', path: `comments/setModerationStatus?${query}` })
  })

const deleteOwn = ({ http, grant }: InboxCall<Grant>, { remoteId: id }: ActedOn): Promise<boolean> =>
  isFound(() => {
    const path = `/youtube/v3/comments?${new URLSearchParams({ id })}`
    return sendJson(http, { name: 'deleteComment', method: 'DELETE', path, token: grant.accessToken })
  })

async function isFound(change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change()
    return true
  } catch (error) {
    if (error instanceof CallFailed && error.failure.status === 404 && /commentNotFound/.test(error.failure.body))
      return false
    throw error
  }
}
