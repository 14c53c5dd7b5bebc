import type { Db, Tx } from '#infra/db/client.ts'
import type { AccountId } from '#kernel/ids.ts'
import { faceUrl } from '#modules/faces/index.ts'
import { type Network, platformFields } from '#rules/network-names.ts'
import type { AccountDeps, Affected } from './deps.ts'
import { expectFailure, type Forecast, toForecast } from './health/forecast.ts'
import { findAccount, type SeenAccount } from './store/accounts.ts'

export interface PresentedAccount
  extends Pick<
    SeenAccount,
    | 'id'
    | 'profileId'
    | 'mode'
    | 'handle'
    | 'displayName'
    | 'avatar'
    | 'status'
    | 'scopes'
    | 'isDefault'
    | 'settings'
    | 'expiresAt'
    | 'createdAt'
    | 'lastCheckedAt'
  > {
  readonly accountId: AccountId
  /** An image from this service. */
  readonly avatarUrl: string | null
  readonly platform: string
  readonly network: Network
  readonly statusReason: string | null
  readonly statusReasonCode: string | null
  readonly warnings: string[]
  /** The page that the account represents, on a network where one consent covers several pages. */
  readonly page: { readonly id: string; readonly name: string } | null
  readonly forecast: Forecast | null
}

type Asking = Pick<AccountDeps, 'config' | 'connectors' | 'guards'> & { readonly db: Db }

/** Presents an account to users, without the grant's secret. */
export async function presentAccount(deps: Asking, account: SeenAccount): Promise<PresentedAccount> {
  const auth = deps.connectors[account.network]?.auth
  const isPage = auth?.targets !== undefined
  return {
    ...account,
    accountId: account.id,
    avatarUrl: faceUrl(deps, account.faceId),
    ...platformFields(account.network),
    statusReason: account.statusWhy,
    statusReasonCode: account.statusWhyCode,
    warnings: [...(auth?.warningsOf?.(account.scopes) ?? [])],
    page: isPage ? { id: account.remoteId, name: account.displayName ?? account.handle } : null,
    forecast: await readForecast(deps, account),
  }
}

/** Presents an account in the transaction that has connected it. */
export async function presentSavedAccount(deps: Omit<Asking, 'db'>, tx: Tx, id: AccountId): Promise<PresentedAccount> {
  const account = await findAccount(tx, id, false)
  if (!account) throw new Error('an account that was just saved exists')
  return await presentAccount({ ...deps, db: tx }, account)
}

/** Returns the forecast of an account. Most accounts work, so their posts need not be queried. */
export async function readForecast(deps: Asking, account: SeenAccount): Promise<Forecast | null> {
  const fails = expectFailure(account, deps.connectors[account.network])
  return fails ? toForecast(fails, await readAffected(deps, deps.db, account.id)) : null
}

export async function readAffected({ guards }: Pick<AccountDeps, 'guards'>, db: Db, id: AccountId): Promise<Affected> {
  let all: Affected = { total: 0, firstAt: null, posts: [] }
  for (const one of guards.accountPosts) {
    const more = await one.affected(db, id)
    const firstAt =
      all.firstAt && more.firstAt && all.firstAt < more.firstAt ? all.firstAt : (more.firstAt ?? all.firstAt)
    all = { total: all.total + more.total, firstAt, posts: [...all.posts, ...more.posts] }
  }
  return all
}
