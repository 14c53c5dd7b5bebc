import {
  type Claim,
  type ClaimOptions,
  createLaneWork,
  type HeldLane,
  type LaneKey,
  type LaneWork,
  type Turn,
} from '#infra/claim/index.ts'
import { inTx } from '#infra/db/client.ts'
import { createDbGate } from '#infra/db/db-gate.ts'
import { after, seconds } from '#kernel/clock.ts'
import type { TelegramDeps } from '../../deps.ts'
import { createBotApi, meaningOf, TelegramRefusal } from '../bot-api.ts'
import { findChat, moveChat, noteCard, updateChat } from '../store/chats.ts'
import {
  createChatClaim,
  endItems,
  type ItemRow,
  insertLaneNotice,
  isLossNotice,
  listOpenItems,
  type OpenItem,
  postponeFailed,
  postponeLane,
  readLane,
  repliesBinding,
  storeReplies,
  storeSent,
} from '../store/items.ts'
import { handleItems } from '../talk/handle-item.ts'
import type { Reply } from '../talk/render.ts'
import type { Replies, Talk } from '../talk/talk.ts'

interface Held {
  readonly claim: Claim
  readonly lane: LaneKey
}

/**
 * Handles items and sends their replies. The replies are stored before the first is sent, and each is counted when
 * sent, so a crash repeats neither actions nor replies. Only a message whose sending was interrupted may arrive twice:
 * the Bot API cannot report whether it arrived.
 */
async function finishItems(talk: Talk, held: Held): Promise<'continue' | 'stop' | 'put off'> {
  const [item] = talk.items
  if (!item) return 'continue'
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
  return (await endItems(deps.db, held, ids)) ? 'continue' : 'stop'
}

/** Sends one reply. `failed`: another attempt may succeed. */
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
        deps.log.warn({ event: 'telegram.answer_refused', method, err: error }, 'Telegram refused a response')
        return 'sent'
      default:
        deps.log.warn({ event: 'telegram.answer_failed', method, err: error }, 'Telegram rejected a reply')
        return 'failed'
    }
  }
}

/**
 * Handles chats: many at once, but each by one process at a time, in the order of its updates. All progress is in rows.
 * When a process dies and its leases end, other processes take over its chats.
 */
export interface ChatWork extends Omit<LaneWork, 'lanes' | 'isStopping'> {
  releaseAllOf(holder: string): Promise<number>
  readonly watched: Claim
}

interface ChatWorkOptions extends TelegramDeps {
  readonly holder: string
  readonly onlyIf?: ClaimOptions['onlyIf']
}

/** The maximum number of concurrent chats. They mostly wait for Telegram. */
const places = 24
const group = 'chat'
const databasePlaces = 4
/** The maximum number of items per turn; then other chats get theirs. */
const mostItems = 20
const mostAttempts = 6
/** While Telegram is not responding, an item is retried for about a day. */
const mostAttemptsAtTelegram = 300

export function createChatWork(options: ChatWorkOptions): ChatWork {
  const { db, clock, log } = options
  const claim = createChatClaim(options.holder, options.onlyIf)
  const dbGate = createDbGate(databasePlaces)
  /** True if the latest claim filled all places: other chats may wait for the next free one. */
  let mayBeMore = false

  async function turn(held: HeldLane): Promise<Turn> {
    const lane = await readLane(db, held.id)
    const { telegram } = options.config
    // Items for another bot, or without a bot, are not handled: the token may be set again.
    if (!lane || telegram?.botId !== lane.botId) {
      await postponeLane(db, held.id, after(clock.now(), 600_000))
      return { worked: 0, more: false }
    }
    const bot = createBotApi(options, telegram)
    for (let worked = 0; worked < mostItems && !held.isLost() && !work.isStopping(); worked += 1) {
      const open = await listOpenItems(db, held.id, mostItems)
      const next = pickNext(open, clock.now())
      if (next.waitUntil) await postponeLane(db, held.id, next.waitUntil)
      if (next.items.length === 0) return { worked, more: false }
      const chat = await findChat(db, lane)
      const talk = { deps: options, telegram, bot, lane, chat, items: next.items }
      const end = await finishItems(talk, { claim, lane: held })
      if (end === 'put off') await putOff(held, mostAttemptsAtTelegram)
      if (end !== 'continue') return { worked: worked + 1, more: false }
      // Items that arrive after the list was read are for the next claim.
      if (next.items.length === open.length) return { worked: worked + 1, more: mayBeMore }
    }
    return { worked: mostItems, more: true }
  }

  /** Postpones a failed item. After the last attempt the chat gets a notice, unless the item is that notice. */
  async function putOff(held: HeldLane, most: number): Promise<void> {
    const hasEnded = await inTx(db, async (tx) => {
      const failed = await postponeFailed(tx, held.id, most)
      if (!failed || failed.dueAt !== null) return false
      const kind = failed.notice ? ('notice_lost' as const) : ('message_lost' as const)
      if (!isLossNotice(failed.notice)) await insertLaneNotice(tx, held.id, { kind })
      return true
    })
    if (hasEnded)
      log.error(
        { event: 'telegram.item_given_up', lane: held.id },
        'Telegram update could not be handled and was dropped',
      )
  }

  const work = createLaneWork({
    db,
    clock,
    log,
    claim,
    dbGate,
    what: 'a Telegram chat',
    async *claimMore(busy) {
      const room = places - busy(group)
      if (room <= 0) return
      const lanes = await dbGate.once(() => claim.claim(db, { lanes: room }))
      mayBeMore = lanes.length === room
      yield { group, lanes }
    },
    turn: (held) => turn(held),
    afterFault: (held) => putOff(held, mostAttempts),
  })
  return { ...work, releaseAllOf: (holder) => claim.releaseAllOf(db, holder), watched: claim }
}

interface Next {
  /** The items to handle now: one, or the parts of an album. */
  readonly items: readonly ItemRow[]
  /** The time of the next attempt, if the chat waits. */
  readonly waitUntil?: Date
}

/**
 * Picks the first items. While one item of a chat waits, all do: Telegram requires it, or more parts of an album may
 * arrive.
 */
function pickNext(open: readonly OpenItem[], now: Date): Next {
  const [first] = open
  if (!first) return { items: [] }
  if (first.restsUntil > now) return { items: [], waitUntil: first.restsUntil }
  return { items: first.album === null ? [first] : open.filter(({ album }) => album === first.album) }
}
