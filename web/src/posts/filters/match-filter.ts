import { labelKey } from '#rules/label-key.ts'
import type { PageFilter } from './read-filter.ts'

/** Returns the shared filters as the API names them. */
export const toApiFilter = ({ account, author, label, network }: PageFilter) => ({
  ...(account && { accountId: account }),
  ...(author && { authorUid: author }),
  ...(label && { label }),
  ...(network && { platform: network }),
})

interface Filtered {
  readonly authorUid: string | null
  readonly tags: readonly string[]
  readonly targets: readonly { readonly accountId: string | null; readonly network: string }[]
}

/** True if a post passes the shared filters. */
export const passes = (
  { authorUid, tags, targets }: Filtered,
  { account, author, label, network }: PageFilter,
): boolean =>
  (!network || targets.some((target) => target.network === network)) &&
  (!account || targets.some(({ accountId }) => accountId === account)) &&
  (!author || authorUid === author) &&
  (!label || tags.some((tag) => labelKey(tag) === labelKey(label)))
