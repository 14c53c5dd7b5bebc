import { useEffect, useRef, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { useKey } from '#web/lib/browser/use-key.ts'
import { SearchInput } from '#web/ui/form/search-input.tsx'
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
    <SearchInput
      ref={field}
      label={posts.search}
      value={text}
      maxLength={longestSearch}
      onChange={(event) => setText(event.target.value)}
      className="sm:flex-1 xl:w-64 xl:flex-none"
    />
  )
}
