import type { Id } from '#kernel/ids.ts'
import { findAlert, listAdministrators } from '#modules/alerts/index.ts'
import type { Actor } from '../../conversation/actor.ts'
import type { Message } from '../../conversation/message.ts'
import { describeAlert, describePostEvent, describeReconnect } from '../../conversation/notices.ts'
import { orRefusal } from '../../conversation/refusals.ts'
import { describeNews } from '../../conversation/talks.ts'
import type { Notice } from '../store/items.ts'
import { actAs, type Replies, say, type Talk } from './talk.ts'

/** Sentences about items that failed permanently, by the kind of notice. */
const losses: Readonly<Record<string, string>> = {
  message_lost: 'Something went wrong with one of your messages. Check /drafts and resend it if it’s missing.',
  notice_lost: 'I couldn’t send you an update about a post. Check /status.',
}

/** Reports an event to a chat, with content that its user may read. Skips a post that is hidden from them. */
export async function tellNotice(talk: Talk, notice: Notice): Promise<Replies> {
  const { chat } = talk
  if (!chat || notice.byUid === chat.uid) return []
  const loss = losses[notice.kind]
  if (loss) return say(talk, { text: loss })
  const message = notice.alertId
    ? await readAlert(talk, chat.uid, notice.kind, notice.alertId)
    : await readEvent(talk, await actAs(talk, chat), notice)
  return message ? say(talk, message) : []
}

async function readEvent({ deps }: Talk, actor: Actor | null, notice: Notice): Promise<Message | null> {
  if (actor && notice.inbox) return describeNews(actor, notice.inbox)
  if (actor && notice.postId) return describePostEvent(actor, notice.kind, notice.postId)
  if (!actor || !notice.accountId) return null
  const account = await orRefusal(actor.api.getConnection({ accountId: notice.accountId }))
  return 'text' in account
    ? null
    : describeReconnect({ ...account, reason: account.statusReason }, deps.config.publicUrl)
}

async function readAlert({ deps }: Talk, uid: string | null, kind: string, id: string): Promise<Message | null> {
  const administrators = await listAdministrators(deps.db)
  const alert = await findAlert(deps.db, id as Id<'alert'>)
  if (!alert || !administrators.some((one) => one.uid === uid)) return null
  return describeAlert(alert, kind === 'alert.closed')
}
