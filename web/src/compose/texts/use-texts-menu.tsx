import type { RefObject } from 'react'
import { makeImport } from '#web/lib/make-import.ts'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import type { Account, Draft } from '../draft/draft.ts'
import { findSlashOrAt } from './typed.ts'
import { useTypedList } from './use-typed-list.ts'

/** The list of saved texts is fetched when it opens. */
const TextsMenu = makeLatePart(makeImport(async () => (await import('./texts-menu.tsx')).TextsMenu))

/** The list of people is fetched when it opens, with its texts. */
const MentionList = makeLatePart(makeImport(async () => (await import('../mentions/load-list.ts')).loadList()))

interface MenuOptions {
  readonly profileId: string
  readonly draft: Draft
  readonly targets: readonly Account[]
  /** The account whose custom text is written. Null for the text of all accounts. */
  readonly writesFor: Account | null
  /** The signature of new posts. Empty if the brand has none. */
  readonly signature: string
  readonly update: (change: (before: Draft) => Draft) => void
  readonly field: RefObject<HTMLTextAreaElement | null>
}

/** Returns the list that a slash or an @ in the text opens, of saved texts or of people, and what the text field needs for it. */
export function useTextsMenu(options: MenuOptions) {
  const { note, active, press, list } = useTypedList(findSlashOrAt)
  const Menu = list?.typed.sign === '@' ? MentionList : TextsMenu
  return { note, active, press, list: list && <Menu {...options} {...list} /> }
}
