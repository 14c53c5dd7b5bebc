import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { currentLanguage, useMessages } from '#web/i18n/index.ts'
import { OneLine } from '#web/ui/one-line.tsx'
import { TypedOptions } from '../texts/typed-options.tsx'
import type { TypedListProps } from '../texts/use-typed-list.ts'
import { type Emoji, emojiQuery, findEmoji, inTone, keepRecent, readTone } from './emoji-data.ts'
import { insertText } from './insert.ts'

const shownEmoji = 6

/** The emoji that match what was typed after a colon. The chosen one replaces it. */
export function EmojiList({
  typed,
  field,
  ...list
}: TypedListProps & { readonly field: RefObject<HTMLTextAreaElement | null> }) {
  const { writing } = useMessages()
  const all = useQuery(emojiQuery(currentLanguage())).data
  const choose = (emoji: Emoji) => {
    list.onClose()
    keepRecent(emoji)
    if (field.current) insertText(field.current, inTone(emoji, readTone()), typed.from, typed.to)
  }
  return (
    all && (
      <TypedOptions
        {...list}
        label={writing.emoji.title}
        items={findEmoji(all, typed.query, shownEmoji)}
        keyOf={({ text }) => text}
        onChoose={choose}
      >
        {(emoji) => (
          <>
            <span className="text-xl">{inTone(emoji, readTone())}</span>
            <OneLine className="min-w-0 flex-1">{emoji.name}</OneLine>
          </>
        )}
      </TypedOptions>
    )
  )
}
