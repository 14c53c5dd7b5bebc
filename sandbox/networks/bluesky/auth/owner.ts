import type { Incoming } from '../../../core/http/request.ts'
import type { Blobs } from '../media/blobs.ts'
import type { Writer } from '../posts/write.ts'
import type { Rules } from '../rules.ts'
import type { Account, Accounts } from '../state/accounts.ts'
import type { Repo } from '../state/repo.ts'
import { inputOf } from '../wire/input.ts'
import type { Rates } from '../wire/rates.ts'
import { invalid, no } from '../wire/refusals.ts'
import type { Sessions } from './sessions.ts'

export interface RepoDeps {
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly repo: Repo
  readonly writer: Writer
  readonly blobs: Blobs
  readonly rates: Rates
  readonly rules: Rules
}

export type Input = Readonly<Record<string, unknown>>

/** Returns the account of the access token, which must own the repo that the call writes to. */
export function ownerOf(incoming: Incoming, { accounts, sessions }: RepoDeps): { account: Account; input: Input } {
  const account = sessions.signedIn(incoming)
  const input = inputOf(incoming)
  if (accountNamed(accounts, wordOf(input, 'repo')) !== account)
    no(401, 'AuthenticationRequired', 'Authentication Required')
  return { account, input }
}

/** Checks the commit that a write may name as its base. */
export function checkSwapCommit(account: Account, input: Input, repo: Repo): void {
  const { swapCommit } = input
  if (swapCommit === undefined || swapCommit === null) return
  const head = repo.head(account)
  if (head?.cid !== swapCommit) no(400, 'InvalidSwap', `Commit was at ${head?.cid ?? 'null'}`)
}

export function wordOf(input: Input, name: string): string {
  const value = input[name]
  if (value === undefined) return invalid(`Input must have the property "${name}"`)
  return typeof value === 'string' ? value : invalid(`Input/${name} must be a string`)
}

export function validateOf({ validate }: Input): boolean | undefined {
  if (validate === undefined || typeof validate === 'boolean') return validate
  return invalid('Input/validate must be a boolean')
}

export const accountNamed = (accounts: Accounts, name: string): Account =>
  accounts.byIdentifier(name) ?? invalid(`Could not find repo: ${name}`)
