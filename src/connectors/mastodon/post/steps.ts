import type { Step } from '#connectors/connector.ts'
import { afresh, upload, wait } from '../media/media.ts'
import type { Grant, Memo } from '../memo.ts'
import { answer } from './answer.ts'
import { lookForComment, lookForPart, publishComment, publishPart } from './publish.ts'

/**
 * Period for repeats. Mastodon stores a key for an hour from the first request, and a request in flight at its end must
 * not arrive too late.
 */
const knownForMs = 55 * 60_000

const part: Pick<Step<Grant, Memo>, 'run' | 'find'> = {
  run: publishPart,
  find: (call, post, memo, doubt) =>
    lookForPart(call, post, memo, { since: doubt.first, ours: (id) => doubt.ours(id), witness: true }),
}

const comment: Pick<Step<Grant, Memo>, 'run' | 'find'> = {
  run: publishComment,
  find: (call, post, memo, doubt) =>
    lookForComment(call, post, memo, { since: doubt.first, ours: (id) => doubt.ours(id), witness: true }),
}

/**
 * The steps. Older servers look up and store a key in two separate operations, so a repeat waits until the first
 * attempt can no longer be running. Other software with Mastodon's API may not support keys: there a part is sent only
 * once.
 */
export const steps: Readonly<Record<string, Step<Grant, Memo>>> = {
  answer,
  upload,
  wait,
  afresh,
  post: { repeat: { forMs: knownForMs }, settleMs: 10_000, ...part },
  'post-once': { repeat: 'once', ...part },
  comment: { repeat: { forMs: knownForMs }, settleMs: 10_000, optional: true, ...comment },
  'comment-once': { repeat: 'once', optional: true, ...comment },
}
