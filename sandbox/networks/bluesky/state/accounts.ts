import { createHash } from 'node:crypto'
import type { World } from '../../../core/network.ts'
import { displayNameOf, firstAccounts, isAccountName } from '../../../core/people/accounts.ts'
import { base32 } from './cid.ts'

export const appPassword = 'sand-boxx-pass-word'
export const mainPassword = 'sandbox-main-password'
export const emailCode = 'SANDB-OXXXX'

export interface Account {
  readonly name: string
  readonly displayName: string
  readonly did: string
  readonly handle: string
  readonly email: string
  readonly createdAt: Date
  /** `deleted`: the server no longer has data of the account. */
  status: 'takendown' | 'suspended' | 'deactivated' | 'deleted' | null
  /** True while the app password is valid; its owner can revoke it. */
  appPasswordStands: boolean
  emailConfirmed: boolean
  /** True if a sign-in with the main password also needs a code sent by email. */
  emailFactor: boolean
}

export interface Accounts {
  byName(name: string): Account | null
  byDid(did: string): Account | null
  /** Finds an account by handle, DID or email address, ignoring case. */
  byIdentifier(identifier: string): Account | null
  /** Lists the accounts that have been used so far. */
  all(): readonly Account[]
  readonly count: number
}

const didOf = (name: string): string =>
  `did:plc:${base32(createHash('sha256').update(`sandbox/${name}`).digest()).slice(0, 24)}`

export function createAccounts({ clock }: World): Accounts {
  const byName = new Map<string, Account>()
  const byDid = new Map<string, Account>()

  function find(name: string): Account | null {
    if (!isAccountName(name)) return null
    const there = byName.get(name)
    if (there) return there
    const account: Account = {
      name,
      displayName: displayNameOf(name),
      did: didOf(name),
      handle: `${name}.sandbox`,
      email: `${name}@example.com`,
      createdAt: clock.now(),
      status: null,
      appPasswordStands: true,
      emailConfirmed: true,
      emailFactor: false,
    }
    byName.set(name, account)
    byDid.set(account.did, account)
    return account
  }
  for (const name of firstAccounts) find(name)

  return {
    get count() {
      return byName.size
    },
    all: () => [...byName.values()],
    byName: find,
    byDid: (did) => byDid.get(did) ?? null,
    byIdentifier(identifier) {
      const given = identifier.toLowerCase()
      if (given.startsWith('did:')) return byDid.get(given) ?? null
      const name = /^([a-z0-9-]+)(?:\.sandbox|@example\.com)$/.exec(given)?.[1]
      return name === undefined ? null : find(name)
    },
  }
}
