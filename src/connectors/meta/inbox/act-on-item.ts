import { ownFailure } from '#connectors/api/json-api.ts'
import type { InboxCall } from '#connectors/contract/inbox.ts'
import type { Act, ActedOn } from '#connectors/contract/inbox-acts.ts'
import { itemMissing } from '#connectors/verdicts/verdicts.ts'
import type { GraphCall } from '../graph-call.ts'
import { isGraphError } from './walk.ts'

/** Sends a call as an account. */
type Send = (call: GraphCall) => Promise<unknown>

type CallOf<Grant> = (item: ActedOn, wanted: boolean, call: InboxCall<Grant>) => GraphCall

export const pathOf = ({ remoteId }: ActedOn): string => `/${encodeURIComponent(remoteId)}`

/**
 * Returns the function that makes acts of calls, for a network that names the call which reads an item `reads`. With
 * `mayBeGone`, nothing is left to do once the item is gone, as when a change is undone.
 */
export const actsBy =
  <Grant>(senderOf: (call: InboxCall<Grant>) => Send, reads: string) =>
  (callOf: CallOf<Grant>, { mayBeGone = false } = {}): Act<Grant>['run'] =>
  (call, item, wanted) => {
    const send = senderOf(call)
    return actOnItem({
      act: () => send(callOf(item, wanted, call)),
      read: () => send({ name: reads, method: 'GET', path: pathOf(item), params: { fields: 'id' } }),
      mayBeGone: mayBeGone || !wanted,
    })
  }

interface OnItem {
  /** Makes the change. */
  readonly act: () => Promise<unknown>
  /** Reads the item. */
  readonly read: () => Promise<unknown>
  /** True if nothing is left to do once the item is gone. */
  readonly mayBeGone: boolean
}

/**
 * Changes an item. Meta's networks answer the same for an item that is gone and one that the app may not change, so the
 * item is then read: only if that fails, too, it is gone.
 */
async function actOnItem({ act, read, mayBeGone }: OnItem): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!isGraphError(error, isMissing) || (await isThere(read))) throw error
    if (!mayBeGone) throw ownFailure(itemMissing)
  }
}

async function isThere(read: OnItem['read']): Promise<boolean> {
  try {
    await read()
    return true
  } catch (error) {
    if (isGraphError(error, isMissing)) return false
    throw error
  }
}

const isMissing = (code: number): boolean => code === 100 || code === 24
