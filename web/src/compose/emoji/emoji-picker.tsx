import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, memo, type SyntheticEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { currentLanguage, useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import {
  type AllEmoji,
  type Emoji,
  emojiQuery,
  findEmoji,
  inTone,
  keepRecent,
  keepTone,
  readRecent,
  readTone,
} from './emoji-data.ts'
import { columns, moveBy, toRows } from './emoji-rows.ts'

interface PickerProps {
  readonly onChoose: (emoji: string) => void
}

/** All emoji by group, and a field that searches them. The arrow keys walk through them from the field. */
export function EmojiPicker({ onChoose }: PickerProps) {
  const all = useQuery(emojiQuery(currentLanguage()))
  return (
    <div className="flex h-88 max-h-[55dvh] flex-col">
      {all.error && <ProblemBanner error={all.error} onRetry={() => void all.refetch()} />}
      {all.data && <Loaded all={all.data} onChoose={onChoose} />}
    </div>
  )
}

const shownResults = 80

function Loaded({ all, onChoose }: PickerProps & { readonly all: AllEmoji }) {
  const { writing } = useMessages()
  const words = writing.emoji
  const id = useId()
  const [query, setQuery] = useState('')
  const [tone, setTone] = useState(readTone)
  const [recent] = useState(() => readRecent(all))
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const { sections, rows } = useMemo(() => {
    const shown =
      query.trim() === ''
        ? [
            { name: words.recent, emoji: recent },
            ...all.map(({ group, emoji }) => ({ name: words.groups[group], emoji })),
          ]
        : [{ name: words.found, emoji: findEmoji(all, query, shownResults) }]
    const filled = shown.filter(({ emoji }) => emoji.length > 0)
    return { sections: filled, rows: toRows(filled.map(({ emoji }) => emoji)) }
  }, [all, query, recent, words])
  const current = rows.all[active]
  useEffect(() => {
    // A finger does not want a keyboard over the emoji.
    if (!matchMedia('(pointer: coarse)').matches) field.current?.focus({ preventScroll: true })
  }, [])
  const choose = (emoji: Emoji) => {
    keepRecent(emoji)
    onChoose(inTone(emoji, tone))
  }
  /** Returns the position of the emoji under the pointer. */
  const placeOf = ({ target }: SyntheticEvent): number | null => {
    const option = target instanceof Element ? target.closest<HTMLElement>('[data-nth]') : null
    return option ? Number(option.dataset.nth) : null
  }
  const press = (event: KeyboardEvent) => {
    const next = moveBy(rows, active, event.key)
    if (next !== null) show(next)
    else if (event.key === 'Enter' && current) choose(current)
    else return
    event.preventDefault()
  }
  const show = (nth: number) => {
    setActive(nth)
    list.current?.querySelector(`[data-nth="${nth}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const pickTone = (next: number) => {
    setTone(next)
    keepTone(next)
  }
  return (
    <>
      <div className="p-2 pb-1">
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={current ? `${id}-${active}` : undefined}
          aria-label={words.search}
          placeholder={words.search}
          autoComplete="off"
          value={query}
          onChange={({ target }) => {
            setQuery(target.value)
            setActive(0)
          }}
          onKeyDown={press}
          className="min-h-9 w-full rounded-md border border-line-2 bg-surface px-2.5 max-md:min-h-10"
        />
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys */}
      <div
        ref={list}
        id={id}
        role="listbox"
        tabIndex={-1}
        onPointerMove={(event) => setActive(placeOf(event) ?? active)}
        onClick={(event) => {
          const chosen = rows.all[placeOf(event) ?? -1]
          if (chosen) choose(chosen)
        }}
        aria-label={words.title}
        className="min-h-0 flex-1 overflow-y-auto px-2 pb-2"
      >
        {sections.map(({ name, emoji }, nth) => {
          const start = rows.starts[nth] ?? 0
          const isActive = active >= start && active < start + emoji.length
          return (
            <Section
              key={name}
              name={name}
              emoji={emoji}
              tone={tone}
              start={start}
              active={isActive ? active : null}
              listId={id}
            />
          )
        })}
        {sections.length === 0 && <p className="p-3 text-ink-3 text-sm">{words.none}</p>}
      </div>
      <div className="flex min-h-11 items-center gap-2 border-line border-t ps-3 pe-2">
        <OneLine className="min-w-0 flex-1 text-ink-3 text-sm">{current?.name ?? ''}</OneLine>
        <TonePicker tone={tone} onChange={pickTone} />
      </div>
    </>
  )
}

interface SectionProps {
  readonly name: string
  readonly emoji: readonly Emoji[]
  readonly tone: number
  /** The position of the first emoji among all. */
  readonly start: number
  /** The position of the active emoji. Null if it is in another section. */
  readonly active: number | null
  readonly listId: string
}

const rowHeight = 40

/** Renders again only when something in it changes, because there are 1,900 emoji and the pointer moves over them. */
const Section = memo(function Section({ name, emoji, tone, start, active, listId }: SectionProps) {
  return (
    // The browser skips the layout of sections that are not in view.
    // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
    <div
      role="group"
      aria-label={name}
      style={{
        contentVisibility: 'auto',
        containIntrinsicSize: `auto ${28 + Math.ceil(emoji.length / columns) * rowHeight}px`,
      }}
    >
      <p aria-hidden="true" className="px-1 pt-2 pb-1 font-medium text-ink-3 text-xs">
        {name}
      </p>
      <div className="grid grid-cols-8">
        {emoji.map((one, nth) => {
          const place = start + nth
          return (
            <div
              key={one.text}
              id={`${listId}-${place}`}
              data-nth={place}
              role="option"
              tabIndex={-1}
              aria-selected={place === active}
              aria-label={one.name}
              title={one.name}
              className={`grid h-10 cursor-pointer place-items-center rounded-md text-2xl leading-none ${place === active ? 'bg-sunken' : ''}`}
            >
              {inTone(one, tone)}
            </div>
          )
        })}
      </div>
    </div>
  )
})

const hands = ['✋', '✋🏻', '✋🏼', '✋🏽', '✋🏾', '✋🏿']

interface ToneProps {
  readonly tone: number
  readonly onChange: (tone: number) => void
}

function TonePicker({ tone, onChange }: ToneProps) {
  const { writing } = useMessages()
  const words = writing.emoji
  return (
    <label className="relative flex min-h-9 items-center gap-1 rounded-md px-1.5 text-xl hover:bg-sunken has-[select:focus-visible]:outline-2 has-[select:focus-visible]:outline-brand">
      <span aria-hidden="true">{hands[tone]}</span>
      <Icon name="chevron" className="size-3.5 text-ink-3" />
      <select
        aria-label={words.tone}
        value={tone}
        onChange={({ target }) => onChange(Number(target.value))}
        className="absolute inset-0 cursor-pointer opacity-0"
      >
        {Object.values(words.tones).map((name, nth) => (
          <option key={name} value={nth}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
