import { CallFailed, type FoundPerson } from '#connectors/connector.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, minutes, seconds } from '#kernel/clock.ts'
import { type AccountId, toWire } from '#kernel/ids.ts'
import { keepLatest } from '#kernel/keep-latest.ts'
import { accountFor, httpFor, liveGrant, type SeenAccount } from '#modules/accounts/index.ts'
import { faultOfHandle, nameFrom, plainHandle } from '#rules/mentions.ts'
import type { MentionDeps } from './deps.ts'
import type { LookUpQuery } from './schema.ts'
import { findEntries } from './store.ts'

/**
 * Looks up whom a post can mention: first in the book, then on the network. Responses are cached, and an account makes a
 * limited number of calls in a minute, so that typing does not use up what publishing needs.
 */

const bookMost = 8
const networkMost = 8
const callMs = seconds(5)
const cachedMs = minutes(60)
const cachedMost = 2_000
const callsAMinute = 30

type Search = 'done' | 'failed' | 'limited' | 'none'

interface Searched {
  readonly search: Search
  readonly people: readonly FoundPerson[]
}

interface Remembered {
  readonly at: Date
  readonly people: readonly FoundPerson[]
}

/** Responses of networks by account and text, and the calls of each account in its current minute. */
interface LookUpMemory {
  readonly found: Map<string, Remembered>
  readonly calls: Map<AccountId, { readonly from: Date; readonly count: number }>
}

export const emptyMemory = (): LookUpMemory => ({ found: new Map(), calls: new Map() })

/** Finds people and companies for a mention on an account. */
export async function lookUpMentions(
  deps: MentionDeps,
  memory: LookUpMemory,
  caller: Caller,
  { accountId, q }: LookUpQuery,
) {
  const account = await accountFor(deps.db, caller, accountId, 'write')
  const asked = q.trim().replace(/^@/, '')
  const { profileId, network } = account
  const entries = await findEntries(deps.db, profileId, asked, bookMost)
  const { search, people } = await searchNetwork(deps, memory, account, asked)
  const known = new Set(entries.flatMap(({ handles }) => handles[network]?.toLowerCase() ?? []))
  const fromNetwork = people.flatMap(({ name, handle: written }) => {
    const handle = plainHandle(written)
    if (known.has(handle.toLowerCase()) || faultOfHandle(network, handle) !== null) return []
    return [{ source: 'network' as const, entryId: null, name: nameFrom(name, handle), handles: { [network]: handle } }]
  })
  const fromBook = entries.map(({ id, name, handles }) => ({ source: 'book' as const, entryId: id, name, handles }))
  return { search, items: [...fromBook, ...fromNetwork] }
}

/** Asks the network, unless it has been asked lately. A failure is not cached. */
async function searchNetwork(
  deps: MentionDeps,
  { found, calls }: LookUpMemory,
  account: SeenAccount,
  q: string,
): Promise<Searched> {
  const findPeople = deps.connectors[account.network]?.findPeople
  if (!findPeople || account.status !== 'active') return { search: 'none', people: [] }
  const now = deps.clock.now()
  const key = `${toWire('acc', account.id)} ${q.toLowerCase()}`
  const before = found.get(key)
  if (before && now.getTime() - before.at.getTime() < cachedMs) return { search: 'done', people: before.people }
  const minute = calls.get(account.id)
  const isSame = minute !== undefined && now.getTime() - minute.from.getTime() < minutes(1)
  if (isSame && minute.count >= callsAMinute) return { search: 'limited', people: [] }
  const counted = isSame ? { ...minute, count: minute.count + 1 } : { from: now, count: 1 }
  keepLatest(calls, account.id, counted, cachedMost)
  try {
    const live = await liveGrant(deps, account.id)
    if ('lost' in live) return { search: 'failed', people: [] }
    const { signal } = new AbortController()
    const { network, mode } = account
    const http = httpFor(deps, { network, mode, deadline: after(now, callMs), signal, fresh: false })
    const people = (await findPeople({ http, grant: live.grant, signal }, q, networkMost, account.facts)).slice(
      0,
      networkMost,
    )
    keepLatest(found, key, { at: now, people }, cachedMost)
    return { search: 'done', people }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    return { search: 'failed', people: [] }
  }
}
