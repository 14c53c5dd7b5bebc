import { useEffect, useRef, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { useKey } from '#web/lib/browser/use-key.ts'
import { searchLook } from '#web/ui/form/labelled.tsx'
import { longestSearch } from './posts-search.ts'

interface SearchProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

const pauseMs = 250

/** Searches shortly after the last letter. The key "/" leads here from anywhere on the page. */
export function SearchField({ value, onChange }: SearchProps) {
  const { posts } = useMessages()
  const [text, setText] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  useKey({ '/': () => field.current?.focus() })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts a search
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(() => onChange(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <label className="relative block sm:flex-1 xl:w-64 xl:flex-none">
      <span className="sr-only">{posts.search}</span>
      <Icon name="search" className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-ink-3" />
      <input
        ref={field}
        type="search"
        value={text}
        maxLength={longestSearch}
        placeholder={posts.search}
        onChange={(event) => setText(event.target.value)}
        className={searchLook}
      />
    </label>
  )
}
