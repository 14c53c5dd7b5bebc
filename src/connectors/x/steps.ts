import type { Step } from '#connectors/connector.ts'
import type { Grant } from './grant.ts'
import { afresh, append, describe, finalize, resend, upload, wait } from './media.ts'
import type { Memo } from './memo.ts'
import { lookForComment, lookForPart, lookingOf, publishComment, publishPart } from './publish.ts'

/** So long after a try a post may still turn up among the account's own. */
const settleMs = 60_000

/** X knows no key of ours. It does know a text that it has just had, so a repeat is refused rather than made. */
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
