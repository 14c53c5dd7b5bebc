import { ownFailure } from '#connectors/api/json-api.ts'
import { CallFailed, type Step } from '#connectors/connector.ts'
import { graphErrorOf } from '#connectors/meta/graph-error.ts'
import { readPublishingLimit } from '../auth/account.ts'
import { authorOf, type Grant } from '../auth/grant.ts'
import type { Memo } from '../memo.ts'
import { containerStep } from '../plan.ts'

/** A failure code of this connector: other apps have used up the account's posts. */
export const usedUp = 'posts_used_up'

/**
 * Reads how many posts the account has left. Our own posts are counted before a publication begins; only Instagram
 * knows those of other apps.
 */
export const room: Step<Grant, Memo> = {
  repeat: 'safe',
  async run({ http, grant }, post, memo) {
    try {
      const { used, total } = await readPublishingLimit(http, authorOf(grant, post), post.account.remoteId)
      if (used >= total) throw ownFailure(usedUp)
    } catch (error) {
      if (!isNoAnswer(error)) throw error
    }
    return { memo, then: containerStep(post) }
  },
}

/** True if Instagram cannot report the number, which is not a reason to withhold the post. */
function isNoAnswer(error: unknown): boolean {
  if (!(error instanceof CallFailed) || error.failure.sent !== 'answered') return false
  return error.failure.code === 'unreadable' || graphErrorOf(error.failure)?.code === 100
}
