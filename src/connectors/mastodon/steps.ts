import type { Step } from '#connectors/connector.ts'
import { afresh, upload, wait } from './media.ts'
import type { Grant, Memo } from './memo.ts'
import { lookForComment, lookForPart, publishComment, publishPart } from './publish.ts'

/** Mastodon remembers a key for an hour from the first time; what is on the way when it ends must not come too late. */
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
 * Older servers look for a key and write it down in two moves, so a repeat waits until the first try cannot be at work
 * any more. Other programs that speak Mastodon's language may not know keys at all: there a part is sent once.
 */
export const steps: Readonly<Record<string, Step<Grant, Memo>>> = {
  upload,
  wait,
  afresh,
  post: { repeat: { forMs: knownForMs }, settleMs: 10_000, ...part },
  'post-once': { repeat: 'once', ...part },
  comment: { repeat: { forMs: knownForMs }, settleMs: 10_000, optional: true, ...comment },
  'comment-once': { repeat: 'once', optional: true, ...comment },
}
