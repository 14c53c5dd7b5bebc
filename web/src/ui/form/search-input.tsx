import type { ComponentProps } from 'react'
import { Icon } from '#web/icons/icon.tsx'

interface SearchProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** The name of the search, which is also the placeholder. */
  readonly label: string
}

/** A search in a filter bar, with an unobtrusive frame and an icon. */
export function SearchInput({ label, className = '', ...input }: SearchProps) {
  return (
    <label className={`relative block ${className}`}>
      <span className="sr-only">{label}</span>
      <Icon name="search" className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-ink-3" />
      <input
        type="search"
        placeholder={label}
        {...input}
        className="min-h-9 w-full rounded-md border border-line-2 bg-surface ps-9 pe-3 text-lg hover:bg-sunken max-sm:min-h-10 sm:text-base placeholder:text-ink-3"
      />
    </label>
  )
}
