import { CallFailed, type Connector } from '#connectors/connector.ts'
import type { ReadBack } from '#connectors/contract/read-back.ts'
import { defaultVerdict } from '#connectors/verdicts/default-verdicts.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, type Clock, isAhead, seconds } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import type { PostId, PostTargetId } from '#kernel/ids.ts'
import { httpFor, liveGrant } from '#modules/accounts/index.ts'
import { listTargetsOfPosts, postFor } from '#modules/posts/index.ts'
import { readShownParts, type ShownParts } from '#modules/publishing/index.ts'
import { platformFields } from '#rules/network-names.ts'
import type { AnalyticsDeps } from '../deps.ts'
import { takeReads } from '../sync/read-budget.ts'

export interface ReadBackDeps extends AnalyticsDeps {
  readonly readBacks: ReadBackMemory
}

const callMs = seconds(20)

/** Reads a target's post back from its network. Nothing is stored in the database; results are cached for minutes. */
export async function readPostBack(deps: ReadBackDeps, caller: Caller, id: PostId, targetId: PostTargetId) {
  const post = await postFor(deps, deps.db, caller, id, 'read')
  const target = (await listTargetsOfPosts(deps.db, [post])).get(id)?.find((one) => one.id === targetId)
  if (!target) return refuse('post_target_not_found', { detail: 'The post has no target with this ID.' })
  const shown = target.publicationId === null ? undefined : await readShownParts(deps.db, target.publicationId)
  const { readAt, unread, parts } =
    shown && shown.parts.length > 0
      ? await deps.readBacks.read(`${shown.publicationId} ${shown.parts.length}`, () => ask(deps, shown))
      : away(deps, 'not_published', 'No part of the post has been published there yet.')
  return { targetId, ...platformFields(target.network), readAt, unread, parts: parts.map(presentPart) }
}

async function ask(deps: ReadBackDeps, shown: ShownParts): Promise<Answer> {
  const { network, mode, accountId, snapshot } = shown
  const connector = deps.connectors[network]
  const named = shown.parts.flatMap(({ part, remoteId }) => (remoteId === null ? [] : [{ part, remoteId }]))
  if (named.length === 0) return away(deps, 'no_id', 'The network has not returned the post’s ID.')
  if (!connector?.readBack) return away(deps, 'network_closed', 'The network does not allow reading posts back.')
  // The sandbox does not charge.
  const budget = mode === 'sandbox' ? null : await takeReads(deps, connector, { network, mode }, named.length)
  if (budget && (!('reads' in budget) || budget.reads < named.length))
    return away(deps, 'reads_cost', `${connector.limits.name} charges for reads, and none are left this month.`)
  const live = await liveGrant(deps, accountId)
  if ('lost' in live) return away(deps, 'account_lost', 'The account must be reconnected before it can be read.')
  const { signal } = new AbortController()
  const http = httpFor(deps, { network, mode, deadline: after(deps.clock.now(), callMs), signal, fresh: false })
  const remoteIds = named.map(({ remoteId }) => remoteId)
  try {
    const read = await connector.readBack({ grant: live.grant, http, signal, post: snapshot, remoteIds })
    return {
      readAt: deps.clock.now(),
      unread: read.every((one) => one === 'closed') ? closed(connector) : null,
      parts: named.map(({ part }, nth) => ({ part, is: read[nth] ?? 'closed' })),
    }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    const now = deps.clock.now()
    const { why } = connector.judge(error.failure, 'readBack', now) ?? defaultVerdict(error.failure, 'safe', now)
    return away(deps, 'network_away', why)
  }
}

const closed = ({ limits }: Connector): Unread => ({
  reason: 'network_closed',
  detail: `${limits.name} does not let apps read this post.`,
})

const away = ({ clock }: ReadBackDeps, reason: Unread['reason'], detail: string): Answer => ({
  readAt: clock.now(),
  unread: { reason, detail },
  parts: [],
})

function presentPart({ part, is }: Answer['parts'][number]) {
  if (is === 'gone' || is === 'closed')
    return { part, state: is, title: null, text: null, isCut: false, media: null, tellsAltTexts: false }
  return { part, state: 'there' as const, ...is, media: is.media && [...is.media] }
}

/** Reasons why a post was not read back from its network. */
export const unreadReasons = [
  'not_published',
  'no_id',
  'network_closed',
  'reads_cost',
  'account_lost',
  'network_away',
] as const

interface Unread {
  readonly reason: (typeof unreadReasons)[number]
  readonly detail: string
}

/** The response of a network, or the reason why it was not queried. */
interface Answer {
  readonly readAt: Date
  readonly unread: Unread | null
  readonly parts: readonly { readonly part: number; readonly is: ReadBack }[]
}

/**
 * Caches network responses for minutes, so that opening a page again costs no calls. Concurrent requests share one
 * call.
 */
interface ReadBackMemory {
  /** Returns the cached response, or fetches it. */
  read(key: string, ask: () => Promise<Answer>): Promise<Answer>
}

const mostRemembered = 1_000
const goodForMs = 5 * 60_000
/** For a network that could not be reached. */
const awayForMs = 60_000

export function createReadBackMemory({ clock }: { readonly clock: Clock }): ReadBackMemory {
  const remembered = new Map<string, { readonly answer: Promise<Answer>; goodUntil: Date }>()
  return {
    async read(key, ask) {
      const known = remembered.get(key)
      if (known && isAhead(known.goodUntil, clock.now(), goodForMs)) return known.answer
      if (remembered.size >= mostRemembered) remembered.clear()
      const requested = { answer: ask(), goodUntil: after(clock.now(), goodForMs) }
      remembered.set(key, requested)
      try {
        const answer = await requested.answer
        if (answer.unread) requested.goodUntil = after(clock.now(), awayForMs)
        return answer
      } catch (error) {
        remembered.delete(key)
        throw error
      }
    },
  }
}
