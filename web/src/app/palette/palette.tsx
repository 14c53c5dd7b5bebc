import { Dialog } from '@base-ui/react/dialog'
import { type KeyboardEvent, useId, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatDayAndTime, formatDistance } from '#web/lib/time.ts'
import { PostNetworks } from '#web/posts/post-networks.tsx'
import { type Post, plannedTimeOf } from '#web/posts/post-time.ts'
import { StatusIcon } from '#web/ui/marks/status-badge.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { type Entry, useEntries } from './entries.ts'

interface PaletteProps {
  readonly profileId: string
  /** Returns what was typed before the field had the focus. */
  readonly takeTyped: () => string
  readonly onShowKeys: () => void
  readonly onClose: () => void
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** The command palette: one search field for everything. The focus stays in it; the arrow keys move the selection. */
export function Palette({ profileId, takeTyped, onShowKeys, onClose }: PaletteProps) {
  const { palette, shell } = useMessages()
  const id = useId()
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const entries = useEntries(profileId, search, onShowKeys)
  const chosen = entries[Math.min(at, entries.length - 1)]
  const run = (entry: Entry) => {
    onClose()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step !== undefined && entries.length > 0) {
      event.preventDefault()
      setAt((before) => (Math.min(before, entries.length - 1) + step + entries.length) % entries.length)
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      run(chosen)
    }
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 animate-fade bg-ink/40 dark:bg-bg/70" />
        <Dialog.Popup className="fixed inset-x-4 top-[10vh] z-40 mx-auto grid max-w-xl grid-cols-[minmax(0,1fr)] overflow-hidden animate-rise rounded-lg bg-raised shadow-3 outline-none ring-1 ring-line-2">
          <Dialog.Title className="sr-only">{shell.search}</Dialog.Title>
          <div className="flex items-center gap-3 border-line border-b px-4">
            <Icon name="search" className="size-4.5 text-ink-3" />
            <input
              role="combobox"
              aria-expanded="true"
              aria-controls={`${id}-list`}
              aria-activedescendant={chosen && `${id}-${chosen.id}`}
              aria-label={palette.label}
              placeholder={palette.label}
              autoComplete="off"
              value={search}
              onFocus={() => {
                const typed = takeTyped()
                setSearch((before) => before + typed)
              }}
              onChange={({ target }) => {
                setSearch(target.value)
                setAt(0)
              }}
              onKeyDown={onKeyDown}
              className="min-h-13 w-full bg-transparent text-lg outline-none placeholder:text-ink-3"
            />
          </div>
          <div id={`${id}-list`} role="listbox" aria-label={shell.search} className="max-h-[50vh] overflow-y-auto p-2">
            {entries.map((entry, nth) => (
              <Choice
                key={entry.id}
                id={`${id}-${entry.id}`}
                entry={entry}
                heading={entry.group === entries[nth - 1]?.group ? null : palette.groups[entry.group]}
                isChosen={entry === chosen}
                onChoose={() => run(entry)}
              />
            ))}
          </div>
          {entries.length === 0 && <p className="px-4 pb-4 text-ink-3">{palette.none}</p>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface ChoiceProps {
  readonly id: string
  readonly entry: Entry
  readonly heading: string | null
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Choice({ id, entry, heading, isChosen, onChoose }: ChoiceProps) {
  return (
    <>
      {heading && (
        <p role="presentation" className="px-2.5 pt-2 pb-1 text-ink-3 text-xs">
          {heading}
        </p>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys. */}
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isChosen}
        ref={(element) => {
          if (isChosen) element?.scrollIntoView({ block: 'nearest' })
        }}
        onClick={onChoose}
        className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2.5 hover:bg-sunken aria-selected:bg-sunken"
      >
        {entry.icon && <Icon name={entry.icon} className="size-4.5 text-ink-3" />}
        {entry.post && <StatusIcon status={entry.post.status} />}
        {!entry.icon && !entry.post && <span className="w-4.5 shrink-0" />}
        <OneLine className="flex-1">{entry.name}</OneLine>
        {entry.post && <PostFacts post={entry.post} />}
      </div>
    </>
  )
}

/** The state, networks and time of a post, since several posts can have the same text. */
function PostFacts({ post }: { readonly post: Post }) {
  const { posts, shell } = useMessages()
  const planned = plannedTimeOf(post)
  return (
    <span className="flex shrink-0 items-center gap-3">
      <span className="sr-only">{shell.post.status[post.status]}</span>
      <span className="flex max-sm:hidden">
        <PostNetworks post={post} />
      </span>
      <span className="nums whitespace-nowrap text-ink-2 text-sm">
        {planned ? formatDayAndTime(planned) : posts.edited(formatDistance(post.updatedAt))}
      </span>
    </span>
  )
}
