import { type ReactNode, useEffect, useId, useState } from 'react'
import type { TypedListProps } from './use-typed-list.ts'

interface OptionsProps<Item> extends Omit<TypedListProps, 'typed'> {
  readonly label: string
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  readonly onChoose: (item: Item) => void
  readonly children: (item: Item) => ReactNode
}

/** The options of a list that opens while a word is typed. The text keeps the focus. */
export function TypedOptions<Item>(props: OptionsProps<Item>) {
  const { label, items, keyOf, keys, onActive, onClose, onChoose, children } = props
  const id = useId()
  const [active, setActive] = useState(0)
  const current = Math.min(active, Math.max(0, items.length - 1))
  const activeId = items[current] ? `${id}-${current}` : undefined
  useEffect(() => onActive(activeId), [activeId, onActive])
  useEffect(() => {
    keys.current = ({ key }) => {
      const chosen = items[current]
      if (key === 'Escape') onClose()
      else if (chosen === undefined) return false
      else if (key === 'ArrowDown') setActive((current + 1) % items.length)
      else if (key === 'ArrowUp') setActive((current - 1 + items.length) % items.length)
      else if (key === 'Enter' || key === 'Tab') onChoose(chosen)
      else return false
      return true
    }
    return () => {
      keys.current = null
    }
  })
  if (items.length === 0) return null
  return (
    <div
      role="listbox"
      aria-label={label}
      className="mx-3 mb-2 max-h-64 overflow-y-auto rounded-md border border-line-2 bg-raised p-1 shadow-1"
    >
      {items.map((item, nth) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys
        <div
          key={keyOf(item)}
          id={`${id}-${nth}`}
          role="option"
          tabIndex={-1}
          aria-selected={nth === current}
          // The text keeps the focus and the caret.
          onMouseDown={(event) => event.preventDefault()}
          onPointerMove={() => setActive(nth)}
          onClick={() => onChoose(item)}
          className={`flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-2.5 ${nth === current ? 'bg-sunken' : ''}`}
        >
          {children(item)}
        </div>
      ))}
    </div>
  )
}
