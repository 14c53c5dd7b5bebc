import { useRef } from 'react'
import { makeImport } from '#web/lib/make-import.ts'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { findColon } from '../texts/typed.ts'
import { useTypedList } from '../texts/use-typed-list.ts'
import { EmojiButton } from './emoji-button.tsx'

/** The list is fetched when it opens. */
const EmojiList = makeLatePart(makeImport(async () => (await import('./emoji-list.tsx')).EmojiList))

/** Returns the button and the list that insert emoji into a text field, and what the field needs for them. */
export function useEmoji() {
  const field = useRef<HTMLTextAreaElement>(null)
  const { note, active, press, list } = useTypedList(findColon)
  return {
    field,
    note,
    active,
    press,
    button: <EmojiButton field={field} />,
    list: list && <EmojiList {...list} field={field} />,
  }
}
