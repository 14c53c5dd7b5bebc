import type { Connector } from '#connectors/connector.ts'
import { type ActKind, actKinds } from '#connectors/contract/inbox-acts.ts'
import { listMissingForAct } from '../missing-scopes.ts'

/** Facts about an item that decide which acts are possible. */
export interface ActFacts {
  readonly direction: 'in' | 'out'
  readonly kind: 'comment' | 'mention' | 'quote'
  /** True if it is the first item of its conversation. */
  readonly isTop: boolean
  /** True for a reply that was written in the inbox. */
  readonly isOwnReply: boolean
  /** True for a post, a part of a thread or a first comment that was published from here. */
  readonly isOwnPost: boolean
  /** True if it was removed, or its words are no longer stored. */
  readonly isGone: boolean
  /** The scopes of the account's grant. */
  readonly scopes: readonly string[]
}

/** Lists what can be done on the network of an account, with the scopes that the account lacks for it. */
export const listActs = (connector: Connector | undefined, scopes: readonly string[]) =>
  actKinds.flatMap((act) =>
    isOffered(connector, act, scopes) ? [{ act, missingScopes: listMissingForAct(connector, act, scopes) }] : [],
  )

function isOffered(connector: Connector | undefined, kind: ActKind, scopes: readonly string[]): boolean {
  const act = connector?.inbox?.acts?.[kind]
  return act !== undefined && (act.isOffered?.(scopes) ?? true)
}

/**
 * Lists what the network can do with an item. What was published as a post is never removed: only its author may do
 * that, at the network.
 */
export function listPossibleActs(connector: Connector | undefined, facts: ActFacts): readonly ActKind[] {
  const { direction, kind, isTop, isOwnReply, isOwnPost, isGone, scopes } = facts
  const acts = connector?.inbox?.acts
  if (!acts || isGone || isOwnPost) return []
  const isTheirs = direction === 'in'
  const isBelowOurs = isTheirs && kind === 'comment'
  const fits: Readonly<Record<ActKind, boolean>> = {
    like: isTheirs,
    hide: isBelowOurs && (acts.hide?.of === 'all' || isTop),
    remove: isTheirs ? isBelowOurs && acts.remove?.of === 'all' : isOwnReply,
  }
  return actKinds.filter((act) => fits[act] && isOffered(connector, act, scopes))
}
