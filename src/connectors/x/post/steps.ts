import type { Step } from '#connectors/connector.ts'
import type { Grant } from '../auth/grant.ts'
import { afresh, append, describe, finalize, resend, upload, wait } from '../media/media.ts'
import type { Memo } from '../memo.ts'
import { lookForComment, lookForPart, lookingOf, publishComment, publishPart } from './publish.ts'

/** Period after an attempt in which the post may still appear among the account's own. */
const settleMs = 60_000

/**
 * The steps. X does not accept an idempotency key, but it recognizes a recent text and refuses a repeat instead of
 * publishing it twice.
 */
export const steps: Readonly<Record<string, Step<Grant, Memo>>> = {
  upload,
  append,
  finalize,
  wait,
  describe,
  resend,
  afresh,
  post: {
    repeat: 'once',
    settleMs,
    run: publishPart,
    async find(call, post, memo, doubt) {
      const { isThere, ...looking } = lookingOf(doubt)
      const found = await lookForPart(call, post, memo, looking)
      return found === 'absent' && isThere ? 'unsure' : found
    },
  },
  comment: {
    repeat: 'once',
    settleMs,
    optional: true,
    run: publishComment,
    async find(call, post, memo, doubt) {
      const { isThere, ...looking } = lookingOf(doubt)
      const found = await lookForComment(call, post, memo, looking)
      return found === 'absent' && isThere ? 'unsure' : found
    },
  },
}
