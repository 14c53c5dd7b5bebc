import { createHash } from 'node:crypto'
import type { World } from '../../../core/network.ts'
import { invalid } from '../wire/refusals.ts'
import type { Account } from './accounts.ts'
import { encodeCbor, NotData } from './cbor.ts'
import { recordCid } from './cid.ts'
import { createTids } from './tid.ts'

export interface Stored {
  readonly uri: string
  readonly key: string
  readonly collection: string
  readonly account: Account
  readonly cid: string
  readonly value: Readonly<Record<string, unknown>>
  readonly indexedAt: Date
}

interface Commit {
  readonly cid: string
  readonly rev: string
}

/** The records of all accounts, by URI. The repo stores any record; `write.ts` decides. */
export interface Repo {
  newKey(): string
  find(uri: string): Stored | null
  list(account: Account, collection: string): readonly Stored[]
  /** The likes of a record, by the account that likes it. Several likes of an account count once. */
  likesOf(uri: string): ReadonlyMap<string, string>
  collections(account: Account): readonly string[]
  head(account: Account): Commit | null
  put(record: Omit<Stored, 'indexedAt'>): Stored
  remove(uri: string): void
  /** Adds a commit for these writes. Its ID covers all earlier commits. */
  commit(account: Account, uris: readonly string[]): Commit
}

/** True for a record that others see: it exists, and its account is active. */
export const isSeen = (stored: Stored | null): stored is Stored => stored !== null && stored.account.status === null

export const uriOf = (account: Account, collection: string, key: string): string =>
  `at://${account.did}/${collection}/${key}`

export function cidOf(value: unknown): string {
  try {
    return recordCid(createHash('sha256').update(encodeCbor(value)).digest())
  } catch (error) {
    if (error instanceof NotData) return invalid(`Bad record: it holds ${error.message}`)
    throw error
  }
}

export function createRepo({ clock }: World): Repo {
  const byUri = new Map<string, Stored>()
  const byAccount = new Map<string, Map<string, Map<string, Stored>>>()
  const heads = new Map<string, Commit>()
  const likes = new Map<string, Map<string, string>>()
  const newTid = createTids(clock.ms)
  return {
    newKey: newTid,
    find: (uri) => byUri.get(uri) ?? null,
    list: (account, collection) => [...(byAccount.get(account.did)?.get(collection)?.values() ?? [])],
    likesOf: (uri) => likes.get(uri) ?? new Map(),
    collections: (account) => [...(byAccount.get(account.did)?.keys() ?? [])],
    head: (account) => heads.get(account.did) ?? null,
    put(given) {
      const stored = { ...given, indexedAt: byUri.get(given.uri)?.indexedAt ?? clock.now() }
      const { did } = stored.account
      const collections = byAccount.get(did) ?? new Map<string, Map<string, Stored>>()
      byAccount.set(did, collections)
      const records = collections.get(stored.collection) ?? new Map<string, Stored>()
      collections.set(stored.collection, records)
      records.set(stored.key, stored)
      byUri.set(stored.uri, stored)
      const subject = likedIn(stored)
      if (subject !== null) {
        const known = likes.get(subject) ?? new Map<string, string>()
        likes.set(subject, known)
        if (!known.has(did)) known.set(did, stored.uri)
      }
      return stored
    },
    remove(uri) {
      const stored = byUri.get(uri)
      byUri.delete(uri)
      if (!stored) return
      byAccount.get(stored.account.did)?.get(stored.collection)?.delete(stored.key)
      const known = likes.get(likedIn(stored) ?? '')
      if (known?.get(stored.account.did) === uri) known.delete(stored.account.did)
    },
    commit(account, uris) {
      const prev = heads.get(account.did)?.cid ?? null
      const rev = newTid()
      const commit = { rev, cid: cidOf({ did: account.did, version: 3, rev, prev, writes: [...uris] }) }
      heads.set(account.did, commit)
      return commit
    },
  }
}

/** Returns the URI of the record that a like is about. */
function likedIn({ collection, value }: Pick<Stored, 'collection' | 'value'>): string | null {
  if (collection !== 'app.bsky.feed.like') return null
  const { subject } = value as { readonly subject?: { readonly uri?: unknown } }
  return typeof subject?.uri === 'string' ? subject.uri : null
}
