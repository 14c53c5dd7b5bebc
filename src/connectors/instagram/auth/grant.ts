import { ownFailure } from '#connectors/api/json-api.ts'
import type { Outgoing } from '#connectors/connector.ts'

/** One person's grant from one of the two login methods. Every call is sent to that method's host. */
export type Grant = LoginGrant | PagesGrant

/** An Instagram login, which covers one account. */
export type LoginGrant = {
  readonly way: 'instagram'
  /** The professional account's ID, which paths and webhooks use. */
  readonly userId: string
  /** The same person's app-scoped ID. Meta's calls may contain either. */
  readonly appUserId: string
  /** The token, which lasts 60 days and is renewed before then. An expired token requires a new sign-in. */
  readonly token: string
  readonly scopes: readonly string[]
}

/** A Facebook login, which covers the accounts linked to the chosen pages. */
export type PagesGrant = {
  readonly way: 'facebook'
  /** The person's app-scoped ID at Facebook. */
  readonly userId: string
  readonly userToken: string
  /** The tokens of the accounts' pages, which do not expire. */
  readonly accounts: { readonly [accountId: string]: { readonly token: string } }
  readonly scopes: readonly string[]
}

/**
 * Returns the token for an account. Without one, throws a failure that makes the user sign in again and include that
 * account.
 */
function tokenOf(grant: Grant, accountId: string): string {
  if (grant.way === 'instagram') return grant.token
  const account = Object.hasOwn(grant.accounts, accountId) ? grant.accounts[accountId] : undefined
  if (account) return account.token
  throw ownFailure(notGranted)
}

/** This connector's own failure codes, not the network's. */
export const notGranted = 'account_not_granted'
export const notRenewable = 'grant_not_renewable'

/** The credentials for one account's calls. */
export interface Caller {
  readonly way: Grant['way']
  readonly token: string
}

export const callerOf = (grant: Grant, accountId: string): Caller => ({
  way: grant.way,
  token: tokenOf(grant, accountId),
})

export const authorOf = (grant: Grant, { account }: Outgoing): Caller => callerOf(grant, account.remoteId)
