import { makeImport } from '#web/lib/make-import.ts'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import type { Account, Draft } from '../draft/draft.ts'
import { findSlash } from './typed.ts'
import { useTypedList } from './use-typed-list.ts'

/** The list of saved texts is fetched when it opens. */
const TextsMenu = makeLatePart(makeImport(async () => (await import('./texts-menu.tsx')).TextsMenu))

interface MenuOptions {
  readonly profileId: string
  readonly draft: Draft
  readonly targets: readonly Account[]
  /** The account whose custom text is written. Null for the text of all accounts. */
  readonly writesFor: Account | null
  readonly update: (change: (before: Draft) => Draft) => void
}

/** Returns the list of saved texts that a slash in the text opens, and what the text field needs for it. */
export function useTextsMenu(options: MenuOptions) {
  const { note, active, press, list } = useTypedList(findSlash)
  return { note, active, press, list: list && <TextsMenu {...options} {...list} /> }
}
