import { type KeyboardEvent, useRef, useState } from 'react'
import { makeImport } from '#web/lib/make-import.ts'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import type { Account, Draft } from '../draft/draft.ts'
import { findSlash, type Slash } from './slash.ts'

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
  const [slash, setSlash] = useState<Slash | null>(null)
  const [active, setActive] = useState<string | undefined>(undefined)
  const keys = useRef<((event: KeyboardEvent) => boolean) | null>(null)
  const close = () => {
    setSlash(null)
    setActive(undefined)
  }
  return {
    /** Follows what is typed. */
    note: (text: string, caret: number) => {
      const found = findSlash(text, caret)
      if (found) setSlash(found)
      else close()
    },
    field: {
      'aria-activedescendant': slash ? active : undefined,
      onKeyDown: (event: KeyboardEvent) => {
        if (slash && keys.current?.(event)) event.preventDefault()
      },
    },
    menu: slash && <TextsMenu {...options} slash={slash} keys={keys} onActive={setActive} onClose={close} />,
  }
}
