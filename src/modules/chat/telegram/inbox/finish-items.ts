import type { Claim, LaneKey } from '#infra/claim/index.ts'
import { inTx } from '#infra/db/client.ts'
import { after, seconds } from '#kernel/clock.ts'
import { meaningOf, TelegramRefusal } from '../bot-api/client.ts'
import { moveChat, noteCard, updateChat } from '../store/chats.ts'
import { endItems, postponeLane, repliesBinding, storeReplies, storeSent } from '../store/items.ts'
import { handleItems } from '../talk/handle-item.ts'
import type { Reply } from '../talk/render.ts'
import type { Replies, Talk } from '../talk/talk.ts'

interface Held {
  readonly claim: Claim
  readonly lane: LaneKey
}

/**
 * Handles items and sends their answers. The answers are stored before the first one is sent, and each is counted when
 * it is sent, so that a crash repeats neither what was done nor what was said. Only a message whose sending itself was
 * cut off may come twice: the Bot API cannot say whether it arrived.
 */
export async function finishItems(talk: Talk, held: Held): Promise<'go on' | 'stop' | 'put off'> {
  const [item] = talk.items
  if (!item) return 'go on'
  const { deps } = talk
  const stored = item.sealedReplies
  const replies: Replies = stored
    ? (JSON.parse(deps.seal.open(stored, repliesBinding(item.id)).toString('utf8')) as Reply[])
    : await handleItems(talk)
  if (!stored && replies.length > 0) {
    const sealed = deps.seal.seal(JSON.stringify(replies), repliesBinding(item.id))
    if (!(await storeReplies(deps.db, held, item.id, sealed))) return 'stop'
  }
  const from = stored ? item.sent : 0
  for (const [at, reply] of replies.entries()) {
    if (at < from) continue
    const sent = await send(talk, reply)
    if (sent === 'later') return 'stop'
    if (sent === 'failed') return 'put off'
    if (sent === 'unreachable') break
    const isLast = at === replies.length - 1
    if (!isLast && !(await storeSent(deps.db, held, item.id, at + 1))) return 'stop'
  }
  const ids = talk.items.map(({ id }) => id)
  return (await endItems(deps.db, held, ids)) ? 'go on' : 'stop'
}

/** Sends one answer. `failed`: another attempt may succeed. */
async function send(talk: Talk, { method, args, cardOf }: Reply): Promise<'sent' | 'later' | 'unreachable' | 'failed'> {
  const { deps, lane, bot } = talk
  try {
    const result = await bot.call<{ message_id?: number } | true>(method, args)
    if (cardOf && result !== true && result.message_id) await noteCard(deps.db, lane, cardOf, result.message_id)
    return 'sent'
  } catch (error) {
    switch (meaningOf(error)) {
      case 'done':
        return 'sent'
      case 'wait': {
        const waitMs = (error instanceof TelegramRefusal && error.waitMs) || seconds(5)
        await postponeLane(deps.db, lane.id, after(deps.clock.now(), waitMs))
        return 'later'
      }
      case 'unreachable':
        if (talk.chat) await updateChat(deps.db, lane, { isReachable: false })
        return 'unreachable'
      case 'migrated': {
        const to = error instanceof TelegramRefusal ? error.migratedTo : null
        if (to === null) return 'unreachable'
        await inTx(deps.db, (tx) => moveChat(tx, lane, to))
        await bot.call(method, { ...args, chat_id: to })
        return 'sent'
      }
      case 'refused':
        deps.log.warn({ event: 'telegram.answer_refused', method, err: error }, 'Telegram refused an answer')
        return 'sent'
      default:
        deps.log.warn({ event: 'telegram.answer_failed', method, err: error }, 'Telegram rejected a reply')
        return 'failed'
    }
  }
}
