import type { Fault } from '#kernel/errors.ts'
import { type AccountId, toWire } from '#kernel/ids.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'
import type { AccountForPublishing } from '#modules/accounts/index.ts'
import { type Network, platformFields } from '#rules/network-names.ts'
import type { PostMedia } from '../content.ts'
import type { PlatformInput } from '../schema/parts.ts'
import type { DraftTarget } from './draft.ts'

interface ResolveTargetsOptions {
  /** Each platform's own files. Undefined for a platform that shows those of the post. */
  readonly media?: readonly (readonly PostMedia[] | undefined)[]
  /** True for a draft, which may be written before an account is connected. */
  readonly mayLackAccount: boolean
}

/**
 * Resolves the platforms of a request to accounts. A bare platform means its default account. Duplicates and
 * unconnected accounts are errors.
 */
export function resolveTargets(
  inputs: readonly PlatformInput[],
  accounts: readonly AccountForPublishing[],
  { media = [], mayLackAccount }: ResolveTargetsOptions,
): { readonly targets: readonly DraftTarget[]; readonly faults: readonly Fault[] } {
  const faults: Fault[] = []
  const seen = new Set<string>()
  const targets: DraftTarget[] = []
  for (const [index, input] of inputs.entries()) {
    const { platform: network, accountId: named, media: _, ...own } = allFields(input)
    const path = `/platforms/${index}`
    const there = accounts.filter((account) => account.network === network)
    const account = there.find(({ id, isDefault }) => (named ? id === named : isDefault)) ?? null
    if (!account && (named || !mayLackAccount)) {
      faults.push(notConnected(network, path, named))
      continue
    }
    const key = account?.id ?? network
    if (seen.has(key)) {
      const message = `This ${network} account is listed twice.`
      faults.push({ path, code: 'duplicate_target', message, ...platformFields(network) })
      continue
    }
    seen.add(key)
    const overrides = omitUndefined({ ...own, media: media[index] })
    targets.push({ index, network, accountId: account?.id ?? null, account, overrides })
  }
  return { targets, faults }
}

function notConnected(network: Network, path: string, accountId: AccountId | undefined): Fault {
  const code = 'account_not_connected'
  const at = platformFields(network)
  if (accountId === undefined) {
    const message = `The profile has no connected account on ${network}. Connect one first.`
    return { path, code, message, ...at }
  }
  const message = `This brand has no ${network} account with that ID. Use a connected account.`
  return { path: `${path}/accountId`, code, message, ...at, accountId: toWire('acc', accountId) }
}

/** Returns the input with all fields. Those that were not sent are undefined. */
const allFields = (input: PlatformInput) => ({
  accountId: undefined,
  content: undefined,
  title: undefined,
  media: undefined,
  firstComment: undefined,
  settings: undefined,
  format: undefined,
  link: undefined,
  thread: undefined,
  delaySeconds: undefined,
  ...input,
})
