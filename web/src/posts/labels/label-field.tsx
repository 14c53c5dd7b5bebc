import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { labelKey } from '#rules/label-key.ts'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { isRefusal } from '#web/ui/problem/problem-kind.ts'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { LabelDot } from './label-chips.tsx'
import { labelsQuery, pickColor } from './labels-query.ts'

interface FieldProps {
  readonly profileId: string
  readonly label: string
  readonly value: readonly string[]
  readonly onChange: (names: readonly string[]) => void
  readonly error?: string | undefined
  /** True for a field that was opened just now. */
  readonly isFirst?: boolean
}

/** The number of labels that a post can get here. */
const mostLabels = 20
const longestName = 100
const shownOptions = 50

interface Option {
  readonly name: string
  readonly color: string | undefined
  /** True for the option that creates the label. */
  readonly isNew: boolean
}

/**
 * Chooses labels from a list that typing narrows, and creates new ones. The list stays open without the focus, so that
 * nothing below it moves while it is pressed.
 */
export function LabelField({ profileId, label, value, onChange, error, isFirst = false }: FieldProps) {
  const { labels: words } = useMessages()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const [said, setSaid] = useState('')
  const create = useCreateLabel(profileId)
  const { labels, options } = useOptions(profileId, value, typed)
  const isFull = value.length >= mostLabels
  const current = Math.min(active, options.length - 1)
  const isListed = isOpen && options.length > 0
  const has = (name: string) => value.some((one) => labelKey(one) === labelKey(name))
  const remove = (name: string) => {
    onChange(value.filter((one) => labelKey(one) !== labelKey(name)))
    setSaid(words.removed(name))
  }
  const add = (name: string) => {
    onChange([...value, name])
    setTyped('')
    setSaid(words.added(name))
  }
  const choose = (option: Option) => {
    if (has(option.name)) return remove(option.name)
    if (isFull || create.isPending) return setSaid(words.full(mostLabels))
    if (option.isNew) create.mutate(option.name, { onSuccess: add })
    else add(option.name)
  }
  const press = (event: KeyboardEvent) => {
    const option = options[current]
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const by = key === 'ArrowDown' ? 1 : -1
      setActive(isListed ? (current + by + options.length) % options.length : 0)
    } else if (key === 'Enter' || (key === ',' && typed.trim() !== '')) {
      // Enter would send the form around the field.
      event.preventDefault()
      if (isListed && option) choose(option)
    } else if (key === 'Escape' && isListed) {
      event.stopPropagation()
      event.nativeEvent.stopImmediatePropagation()
      setOpen(false)
    } else if (key === 'Backspace' && typed === '') {
      const last = value.at(-1)
      if (last !== undefined) remove(last)
    }
  }
  // It was opened just now, to be filled.
  useEffect(() => {
    if (isFirst) input.current?.focus()
  }, [isFirst])
  const ids = { list: `${id}-list`, hint: `${id}-hint`, option: (nth: number) => `${id}-${nth}` }
  useEffect(() => {
    if (isListed) document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current, isListed])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <div className="flex min-h-10 flex-wrap items-center gap-1.5 rounded-md border border-line-2 bg-surface px-1.5 py-1 focus-within:border-brand sm:min-h-9">
        {value.map((name) => (
          <Chosen
            key={name}
            name={name}
            color={labels.find((one) => labelKey(one.name) === labelKey(name))?.color}
            onRemove={() => {
              remove(name)
              input.current?.focus()
            }}
          />
        ))}
        <input
          ref={input}
          id={id}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isListed}
          aria-controls={isListed ? ids.list : undefined}
          aria-activedescendant={isListed ? ids.option(current) : undefined}
          aria-describedby={ids.hint}
          aria-invalid={error !== undefined}
          autoComplete="off"
          dir="auto"
          maxLength={longestName}
          placeholder={value.length === 0 ? words.find : undefined}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setActive(0)
            setOpen(true)
          }}
          onKeyDown={press}
          onFocus={() => setOpen(true)}
          className="min-h-7 min-w-24 flex-1 bg-transparent px-1.5 text-lg outline-none placeholder:text-ink-3 sm:text-base"
        />
      </div>
      {isListed && (
        <div
          id={ids.list}
          role="listbox"
          aria-label={label}
          aria-multiselectable="true"
          tabIndex={-1}
          className="max-h-56 overflow-y-auto rounded-md border border-line-2 bg-raised p-1 shadow-1"
        >
          {options.map((option, nth) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
            <div
              key={option.isNew ? '' : option.name}
              id={ids.option(nth)}
              role="option"
              tabIndex={-1}
              aria-selected={has(option.name)}
              // The field keeps the focus, and the list stays.
              onMouseDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(nth)}
              onClick={() => choose(option)}
              className={`flex min-h-10 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 sm:min-h-8 ${nth === current ? 'bg-sunken' : ''}`}
            >
              {option.isNew ? <Icon name="plus" className="size-3.5" /> : <LabelDot color={option.color} />}
              <bdi className="min-w-0 flex-1 truncate">{option.isNew ? words.create(option.name) : option.name}</bdi>
              {has(option.name) && <Icon name="check" className="size-4 text-brand" />}
            </div>
          ))}
        </div>
      )}
      <p id={ids.hint} className={`text-sm empty:hidden ${error ? 'text-failed' : 'text-ink-3'}`}>
        {error ?? (isFull ? words.full(mostLabels) : '')}
      </p>
      <span role="status" className="sr-only">
        {said}
      </span>
      {create.error && <ProblemBanner error={create.error} />}
    </div>
  )
}

interface ChosenProps {
  readonly name: string
  readonly color: string | undefined
  readonly onRemove: () => void
}

function Chosen({ name, color, onRemove }: ChosenProps) {
  const { labels: words } = useMessages()
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1.5 rounded-full border border-line-2 ps-2 text-ink-2 text-sm">
      <LabelDot color={color} />
      <bdi className="truncate">{name}</bdi>
      <button
        type="button"
        aria-label={words.remove(name)}
        onClick={onRemove}
        className="grid size-7 shrink-0 place-items-center rounded-full hover:bg-sunken hover:text-ink"
      >
        <Icon name="close" className="size-3" />
      </button>
    </span>
  )
}

/** Lists the labels that match, and the one to create. Archived labels are listed only by their whole name. */
function useOptions(profileId: string, value: readonly string[], typed: string) {
  const labels = useQuery(labelsQuery(profileId)).data ?? []
  const key = labelKey(typed)
  const chosen = value.map(labelKey)
  const matching = labels.filter(({ name, archived }) => {
    const own = labelKey(name)
    return own === key || (own.includes(key) && (!archived || chosen.includes(own)))
  })
  const isKnown = [...labels.map(({ name }) => labelKey(name)), ...chosen].includes(key)
  const options: readonly Option[] = [
    ...matching.slice(0, shownOptions).map(({ name, color }) => ({ name, color, isNew: false })),
    ...(key === '' || isKnown ? [] : [{ name: typed.trim(), color: undefined, isNew: true }]),
  ]
  return { labels, options }
}

/** Creates a label, and returns its name. A label that someone else has created in the meantime is used as it is. */
function useCreateLabel(profileId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (name: string): Promise<string> => {
      const color = pickColor(await queries.ensureQueryData(labelsQuery(profileId)))
      try {
        return (await api.createLabel({ profileId, name, color })).name
      } catch (error) {
        if (isRefusal(error, 'label_exists')) return name
        throw error
      }
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['labels', profileId] }),
  })
}
