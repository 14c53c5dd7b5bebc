import { ownFailure } from '#connectors/api/json-api.ts'
import type { Outgoing } from '#connectors/connector.ts'

/** One consent of a person, by one of the two ways. Every call goes to the host of its way. */
export type Grant = LoginGrant | PagesGrant

/** A sign-in at Instagram, which covers one account. */
export type LoginGrant = {
  readonly way: 'instagram'
  /** The id of the professional account, which paths and webhooks use. */
  readonly userId: string
  /** The id of the same person for the app. Meta's calls may carry either. */
  readonly appUserId: string
  /** The token, which lasts 60 days and is renewed before they end: after that only another sign-in helps. */
  readonly token: string
  readonly scopes: readonly string[]
}

/** A sign-in at Facebook, which covers the accounts that are linked to the chosen pages. */
export type PagesGrant = {
  readonly way: 'facebook'
  /** The person's app-scoped id at Facebook. */
  readonly userId: string
  readonly userToken: string
  /** The tokens of the accounts' pages, which do not end by time. */
  readonly accounts: { readonly [accountId: string]: { readonly token: string } }
  readonly scopes: readonly string[]
}

/** Returns the token for an account. Throws a failure that makes the person sign in again, this time with that account. */
function tokenOf(grant: Grant, accountId: string): string {
  if (grant.way === 'instagram') return grant.token
  const account = Object.hasOwn(grant.accounts, accountId) ? grant.accounts[accountId] : undefined
  if (account) return account.token
  throw ownFailure(notGranted)
}

/** Failure codes of this connector, not of the network. */
export const notGranted = 'account_not_granted'
export const notRenewable = 'grant_not_renewable'

/** The credentials of one account's calls. */
export interface Caller {
  readonly way: Grant['way']
  readonly token: string
}

export const callerOf = (grant: Grant, accountId: string): Caller => ({
  way: grant.way,
  token: tokenOf(grant, accountId),
})

export const authorOf = (grant: Grant, { account }: Outgoing): Caller => callerOf(grant, account.remoteId)
