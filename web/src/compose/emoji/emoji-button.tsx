import { type RefObject, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { makeImport } from '#web/lib/make-import.ts'
import { iconButtonStyle } from '#web/ui/button.tsx'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { Popover } from '../popover.tsx'
import { insertText } from './insert.ts'

const EmojiPicker = makeLatePart(makeImport(async () => (await import('./emoji-picker.tsx')).EmojiPicker))

/** Opens the emoji, and inserts the chosen one at the caret of the text field. */
export function EmojiButton({ field }: { readonly field: RefObject<HTMLTextAreaElement | null> }) {
  const { writing } = useMessages()
  const [isOpen, setOpen] = useState(false)
  const insert = (emoji: string) => {
    setOpen(false)
    if (field.current) insertText(field.current, emoji, field.current.selectionStart, field.current.selectionEnd)
  }
  return (
    <Popover
      label={writing.emoji.title}
      trigger={<Icon name="smile" className="size-4" />}
      triggerLabel={writing.emoji.title}
      triggerClass={iconButtonStyle}
      panelClass="start-2 bottom-full mb-1 w-88 max-md:fixed max-md:inset-x-2 max-md:bottom-20 max-md:w-auto"
      isOpen={isOpen}
      onOpenChange={setOpen}
      className="shrink-0"
    >
      <EmojiPicker onChoose={insert} />
    </Popover>
  )
}
