import { fromWire } from '#kernel/ids.ts'
import { escapeTags } from '#kernel/text/escape-html.ts'
import type { Outcome } from '#tasks/run-task.ts'
import { listShownAccounts, showCard } from '../show/card.ts'
import { type Button, editIn, plain, sendTo } from '../show/reply.ts'
import type { Actor } from '../talk/actor.ts'
import type { Replies, Talk } from '../talk/talk.ts'

interface Shown {
  readonly postId: string
  /** The message of the bot to change; null: a new one. */
  readonly messageId: number | null
  /** The outcome of the latest wish. */
  readonly outcome?: Outcome
  /** Repeats the wish although there are warnings. */
  readonly anyway?: Button
}

/** Shows a post as it is now, with the reason where a wish was refused. */
export async function showPost(
  talk: Talk,
  actor: Actor,
  { postId, messageId, outcome, anyway }: Shown,
): Promise<Replies> {
  const { lane } = talk
  const put = (shown: { html: string; buttons?: Parameters<typeof editIn>[2]['buttons'] }): Replies => {
    const id = fromWire('post', postId)
    const content = { html: shown.html, ...(shown.buttons ? { buttons: shown.buttons } : {}) }
    if (messageId !== null) return [editIn(lane.chatId, messageId, content)]
    return [sendTo(lane.chatId, content, id ? { cardOf: id } : {})]
  }
  const post = await actor.api.getPost({ id: postId }).catch(readRefusal)
  if (typeof post === 'string') return put({ html: escapeTags(post) })
  const accounts = await listShownAccounts(actor, post.profileId)
  const card = showCard(post, accounts, actor, outcome?.ok === false ? outcome.text : undefined)
  const hasWarnings = outcome?.ok === false && outcome.error.warnings.length > 0
  return put({ ...card, buttons: hasWarnings && anyway ? [[anyway], ...card.buttons] : card.buttons })
}

/** Returns what the API says about a post that is gone or hidden. A fault is thrown. */
export function readRefusal(error: unknown): string {
  const { name, status, message } = error as { name?: unknown; status?: unknown; message?: unknown }
  if (name !== 'PosthornError' || typeof status !== 'number' || status >= 500) throw error
  return status === 403 || status === 404 ? 'This post no longer exists.' : plain(String(message))
}
