import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import type { LimitsByNetwork } from '../check/limits.ts'
import { useEmoji } from '../emoji/use-emoji.tsx'
import { Counters } from '../text/counters.tsx'
import type { Room } from '../text/room.ts'
import { WordsBox } from '../text/words-box.tsx'

interface PartProps {
  /** The position in the thread; the first part is 1. */
  readonly nth: number
  readonly of: number
  readonly text: string
  /** The last counted text. */
  readonly counted: string
  readonly rooms: readonly Room[]
  readonly limits: LimitsByNetwork
  readonly onWrite: (text: string) => void
  readonly onMove: (by: 1 | -1) => void
  readonly onRemove: () => void
  readonly onAdd: () => void
  /** The row of its files, and the menu that adds one. */
  readonly strip: ReactNode
  readonly menu: ReactNode
}

const small =
  'grid size-9 place-items-center rounded-md text-ink-3 hover:bg-sunken hover:text-ink disabled:opacity-40 max-md:size-11'

/** A reply of a thread: its text, remaining length, files and position. */
export function ThreadPart({
  nth,
  of,
  text,
  counted,
  rooms,
  limits,
  onWrite,
  onMove,
  onRemove,
  onAdd,
  strip,
  menu,
}: PartProps) {
  const { thread: words } = useMessages()
  const box = useRef<HTMLDivElement>(null)
  const emoji = useEmoji()
  // A new part gets the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the part appears
  useEffect(() => {
    if (text === '') box.current?.querySelector('textarea')?.focus()
  }, [])
  const press = (event: KeyboardEvent) => {
    if (emoji.press(event)) return
    const { key, altKey, shiftKey, ctrlKey, metaKey } = event
    if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
      event.preventDefault()
      onMove(key === 'ArrowUp' ? -1 : 1)
    } else if (key === 'Enter' && shiftKey && (ctrlKey || metaKey)) {
      event.preventDefault()
      event.stopPropagation()
      onAdd()
    }
  }
  const label = words.part(nth, of)
  return (
    <div
      ref={box}
      data-field="thread"
      className="rounded-lg border border-line bg-surface focus-within:border-line-strong has-[textarea:focus]:border-brand"
    >
      <div className="flex items-center justify-between gap-2 border-line border-b ps-5 pe-1">
        <p className="text-ink-3 text-sm">{label}</p>
        <div className="flex">
          <button type="button" className={small} onClick={() => onMove(-1)} aria-label={words.up(nth)}>
            <Icon name="chevron" className="size-4 rotate-180" />
          </button>
          <button
            type="button"
            className={small}
            disabled={nth === of}
            onClick={() => onMove(1)}
            aria-label={words.down(nth)}
          >
            <Icon name="chevron" className="size-4" />
          </button>
          <button type="button" className={small} onClick={onRemove} aria-label={words.remove(nth)}>
            <Icon name="close" className="size-4" />
          </button>
        </div>
      </div>
      <WordsBox
        aria-label={label}
        placeholder={words.placeholder}
        value={text}
        counted={counted}
        ref={emoji.field}
        aria-activedescendant={emoji.active}
        onWrite={(written, caret) => {
          onWrite(written)
          emoji.note(written, caret)
        }}
        onKeyDown={press}
        dialect={limits.get(rooms[0]?.account.network ?? 'x')?.dialect ?? 'plain'}
        fits={rooms[0]?.findFit() ?? null}
        className="min-h-20"
      />
      {emoji.list}
      <div className="px-5 pb-3 empty:hidden">{strip}</div>
      <div className="relative flex min-h-12 items-center gap-0.5 border-line border-t px-2 py-1">
        {menu}
        {emoji.button}
        <Counters rooms={rooms} />
      </div>
    </div>
  )
}
