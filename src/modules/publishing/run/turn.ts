import type { HeldLane } from '#infra/claim/index.ts'
import { after, type Clock, isAhead, seconds } from '#kernel/clock.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { AccountAtWork, Granted } from '../deps.ts'
import type { EngineContext } from './context.ts'

/**
 * One turn of a lane. Accounts and grants that every step reads are cached briefly, so that the next step need not wait
 * for them.
 */
export interface LaneTurn {
  readonly lane: HeldLane
  account(id: AccountId): Promise<AccountAtWork | undefined>
  /** `rejected`: the version that the network has rejected, so that a newer one is needed. */
  grant(accountId: AccountId, rejected: number | null): Promise<Granted>
}

const rememberedMs = seconds(1)

export function openTurn(context: EngineContext, lane: HeldLane): LaneTurn {
  const { clock } = context.deps
  const accounts = remember(clock, context.reads.account, () => true)
  const grants = remember(
    clock,
    (accountId: AccountId) => readGrant(context, accountId),
    (granted) => 'grant' in granted,
  )
  return {
    lane,
    account: accounts.read,
    async grant(accountId, rejected) {
      if (rejected === null) return grants.read(accountId)
      grants.forget(accountId)
      return readGrant(context, accountId, rejected)
    },
  }
}

/** Reads a grant, and renews it first if the network has rejected this version. */
export async function readGrant(
  { deps: { accounts, log } }: Pick<EngineContext, 'deps'>,
  accountId: AccountId,
  rejected: number | null = null,
): Promise<Granted> {
  try {
    return await accounts.liveGrant(accountId, rejected === null ? {} : { refreshIfOlderThan: rejected })
  } catch (error) {
    log.warn({ event: 'publishing.grant_unavailable', err: error, accountId }, 'Access could not be read or renewed')
    return { fault: error }
  }
}

interface Remembered<Key, Value> {
  read(key: Key): Promise<Value>
  forget(key: Key): void
}

function remember<Key, Value>(
  clock: Clock,
  readNow: (key: Key) => Promise<Value>,
  isWorthIt: (value: Value) => boolean,
): Remembered<Key, Value> {
  const known = new Map<Key, { readonly value: Value; readonly until: Date }>()
  return {
    async read(key) {
      const found = known.get(key)
      if (found && isAhead(found.until, clock.now(), rememberedMs)) return found.value
      const value = await readNow(key)
      if (isWorthIt(value)) known.set(key, { value, until: after(clock.now(), rememberedMs) })
      else known.delete(key)
      return value
    },
    forget: (key) => void known.delete(key),
  }
}
