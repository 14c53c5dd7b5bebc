import type { Clock } from '../kit/clock.ts'

/**
 * An event that a person on the network would have seen, in order. A deleted post stays in the ledger, followed by an
 * entry of kind `delete`, so that a program that counts duplicates also counts deleted ones.
 */
export interface LedgerEntry {
  /** The network's own ID of the post. */
  readonly id: string
  readonly network: string
  readonly account: string
  readonly at: string
  readonly kind: 'post' | 'reply' | 'edit' | 'delete'
  readonly text: string
  readonly media: readonly LedgerMedia[]
  /** The value that makes a repeated request recognizable: a record key, an Idempotency-Key. */
  readonly key: string | null
  /** The ID of the post that this one replies to. */
  readonly replyTo: string | null
}

export interface LedgerMedia {
  readonly kind: 'image' | 'video' | 'audio' | 'link'
  readonly mime: string | null
  readonly bytes: number | null
  readonly sha256: string | null
  readonly alt: string
  /** The URL of the file in the sandbox. For a link card, the URL that it links to. */
  readonly url: string | null
}

export interface Ledger {
  add(entry: Omit<LedgerEntry, 'at'>): LedgerEntry
  entries(filter?: { readonly network?: string; readonly account?: string }): readonly LedgerEntry[]
}

export function createLedger(clock: Clock): Ledger {
  const all: LedgerEntry[] = []
  const byNetwork = new Map<string, LedgerEntry[]>()
  const byAccount = new Map<string, LedgerEntry[]>()
  const push = (map: Map<string, LedgerEntry[]>, key: string, entry: LedgerEntry) => {
    const list = map.get(key)
    if (list) list.push(entry)
    else map.set(key, [entry])
  }
  return {
    add(given) {
      const entry: LedgerEntry = { ...given, at: clock.now().toISOString() }
      all.push(entry)
      push(byNetwork, entry.network, entry)
      push(byAccount, `${entry.network}/${entry.account}`, entry)
      return entry
    },
    entries({ network, account } = {}) {
      if (network !== undefined && account !== undefined) return byAccount.get(`${network}/${account}`) ?? []
      if (network !== undefined) return byNetwork.get(network) ?? []
      return account === undefined ? all : all.filter((entry) => entry.account === account)
    },
  }
}
