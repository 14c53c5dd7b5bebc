import type { HeldLane } from '#infra/claim/index.ts'
import { after, type Clock, seconds } from '#kernel/clock.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Desk, EngineContext } from './context.ts'
import { grantFor } from './grant-for.ts'

const goodForMs = seconds(1)

export function openDesk(context: EngineContext, lane: HeldLane): Desk {
  const { clock } = context.deps
  const accounts = remembered(clock, context.reads.account, () => true)
  const readGrant = remembered(
    clock,
    (accountId: AccountId) => grantFor(context, { accountId }),
    (granted) => 'grant' in granted,
  )
  return {
    lane,
    account: accounts.read,
    async grant({ accountId }, refreshIfOlderThan) {
      if (refreshIfOlderThan === undefined) return readGrant.read(accountId)
      readGrant.forget(accountId)
      return grantFor(context, { accountId }, refreshIfOlderThan)
    },
  }
}

interface Remembered<Key, Value> {
  read(key: Key): Promise<Value>
  forget(key: Key): void
}

function remembered<Key, Value>(
  clock: Clock,
  readNow: (key: Key) => Promise<Value>,
  isWorthIt: (value: Value) => boolean,
): Remembered<Key, Value> {
  const known = new Map<Key, { readonly value: Value; readonly until: Date }>()
  return {
    async read(key) {
      const found = known.get(key)
      if (found && clock.now() < found.until) return found.value
      const value = await readNow(key)
      if (isWorthIt(value)) known.set(key, { value, until: after(clock.now(), goodForMs) })
      else known.delete(key)
      return value
    },
    forget: (key) => void known.delete(key),
  }
}
