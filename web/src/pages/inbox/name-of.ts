import type { AreaMessages } from '#web/i18n/en/index.ts'
import { networks } from '#web/ui/marks/network-mark.tsx'
import type { Conversation, Item } from './inbox-query.ts'

/** The name of a stranger, or the handle where the network has no name. */
export const nameOf = ({ name, handle }: { readonly name: string | null; readonly handle: string }): string =>
  name || handle

/** The first words of a message, or why there are none. */
export const textOf = (
  { text, erasedAt, deletedAt }: Pick<Item, 'text' | 'erasedAt' | 'deletedAt'>,
  { network }: Pick<Conversation, 'network'>,
  words: AreaMessages['inbox'],
): string => text || (deletedAt ? words.deleted(networks[network].name) : erasedAt ? words.erased : words.onlyFiles)
