import type { Fault } from '#kernel/errors.ts'
import { type AccountId, toWire } from '#kernel/ids.ts'
import type { AccountForPublishing } from '#modules/accounts/index.ts'
import { type Network, platformFields } from '#rules/network-names.ts'
import type { PlatformWish } from '../schema/parts.ts'
import type { Overrides } from './written.ts'

/** A target that the author wants, as far as that is known now. */
export interface WantedTarget {
  readonly network: Network
  /** Null: no account is connected there yet, which only a draft may have. */
  readonly accountId: AccountId | null
  readonly overrides: Overrides
  /** Index in the list that was sent. */
  readonly index: number
}

/**
 * Resolves the wanted platforms to accounts. A bare platform means its default account. A duplicate or an account that
 * is not connected is a fault, but a draft may be written before anything is connected.
 */
export function wantedTargets(
  wishes: readonly PlatformWish[],
  accounts: readonly AccountForPublishing[],
  mayLack: boolean,
): { readonly targets: readonly WantedTarget[]; readonly faults: readonly Fault[] } {
  const faults: Fault[] = []
  const seen = new Set<string>()
  const targets: WantedTarget[] = []
  wishes.forEach((wish, index) => {
    const { platform: network, accountId: named, overrides: own } = ownOf(wish)
    const path = `/platforms/${index}`
    const there = accounts.filter((account) => account.network === network)
    const account = named ? there.find(({ id }) => id === named) : there.find(({ isDefault }) => isDefault)
    if (named && !account) {
      faults.push({
        path: `${path}/accountId`,
        code: 'account_not_connected',
        message: `No account of this id is connected to the profile on ${network}. Name one that is.`,
        ...platformFields(network),
        accountId: toWire('acc', named),
      })
      return
    }
    if (!account && !mayLack) {
      faults.push(notConnected(network, path))
      return
    }
    const key = account?.id ?? network
    if (seen.has(key)) {
      const message = `This account on ${network} is named twice. Name each once.`
      faults.push({ path, code: 'duplicate_target', message, ...platformFields(network) })
      return
    }
    seen.add(key)
    targets.push({ network, accountId: account?.id ?? null, overrides: own, index })
  })
  return { targets, faults }
}

export const notConnected = (network: Network, path: string): Fault => ({
  path,
  code: 'account_not_connected',
  message: `No account on ${network} is connected to the profile. Connect one first.`,
  ...platformFields(network),
})

/**
 * Separates the platform, the account and the overrides. Files are added where they are looked up; an absent field
 * stays absent.
 */
function ownOf(wish: PlatformWish) {
  const { platform, accountId, ...own } = { accountId: undefined, ...wish }
  const { content, title, firstComment, settings } = {
    content: undefined,
    title: undefined,
    firstComment: undefined,
    settings: undefined,
    ...own,
  }
  const overrides: Overrides = {
    ...(content === undefined ? {} : { content }),
    ...(title === undefined ? {} : { title }),
    ...(firstComment === undefined ? {} : { firstComment }),
    ...(settings === undefined ? {} : { settings }),
  }
  return { platform, accountId, overrides }
}
