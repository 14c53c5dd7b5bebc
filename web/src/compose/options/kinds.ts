import type { Limits } from '#rules/limits.ts'
import type { Messages } from '#web/i18n/index.ts'
import type { Account, Format } from '../draft/draft.ts'

/** The kinds of post that a network itself distinguishes. Several kinds of the API can be one there. */
const distinct: Readonly<Partial<Record<Account['network'], readonly Format[]>>> = {
  facebook: ['post', 'reel', 'story'],
  instagram: ['post', 'reel', 'story'],
  linkedin: ['post', 'carousel', 'article'],
  youtube: ['post', 'short'],
}

/** Lists the kinds that an account can publish. */
export const kindsOf = ({ network, formats }: Limits): readonly Format[] =>
  (distinct[network] ?? ['post']).filter((kind) => formats.includes(kind))

/** Names a kind in the words of the network. */
export function nameKind(
  network: Account['network'],
  kind: Format,
  { details, writing }: Pick<Messages, 'details' | 'writing'>,
): string {
  const own: Readonly<Record<string, Readonly<Record<string, string>>>> = writing.kindsOn
  const shared: Readonly<Record<string, string>> = details.kinds
  return own[network]?.[kind] ?? shared[kind] ?? kind
}
