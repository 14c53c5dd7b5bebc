import type { AccountId } from '#kernel/ids.ts'

/** A period in which planned posts are not published. */
export interface Band {
  readonly cause: 'grant' | 'quota' | 'plan'
  readonly from: Date
  /** Null if it lasts until someone acts. */
  readonly to: Date | null
  /** Null for all accounts of the profile. */
  readonly accountId: AccountId | null
  readonly posts: number
  readonly firstPostAt: Date | null
  readonly requiredPlan: string | null
  readonly detail: string
}

/** A post to one account that waits for a quota. */
interface Waiting {
  readonly accountId: AccountId
  readonly wantedAt: Date
  readonly expectedAt: Date
  readonly detail: string
}

/** Joins overlapping waits of each account. Between two bands of an account, its quota has room. */
export function joinWaits(waits: readonly Waiting[]): Band[] {
  const bands: Band[] = []
  const lastOf = new Map<AccountId, number>()
  for (const { accountId, wantedAt, expectedAt, detail } of waits.toSorted((a, b) => +a.wantedAt - +b.wantedAt)) {
    const place = lastOf.get(accountId)
    const last = place === undefined ? undefined : bands[place]
    if (place !== undefined && last?.to && last.to >= wantedAt) {
      bands[place] = { ...last, to: expectedAt > last.to ? expectedAt : last.to, posts: last.posts + 1 }
      continue
    }
    lastOf.set(accountId, bands.length)
    const span = { from: wantedAt, to: expectedAt, posts: 1, firstPostAt: wantedAt }
    bands.push({ cause: 'quota', accountId, ...span, requiredPlan: null, detail })
  }
  return bands
}
