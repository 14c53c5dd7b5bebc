import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { textsQuery } from '#web/posts/texts-query.ts'
import { linkStyle } from '#web/ui/button.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { tellFailure } from '#web/ui/toast.tsx'
import type { Account, Draft } from '../draft/draft.ts'
import { mergeDrafts } from '../draft/merge.ts'
import { mergeWords } from '../draft/words.ts'
import { applyText } from './apply-text.ts'
import type { Slash } from './slash.ts'

interface MenuProps {
  readonly profileId: string
  readonly draft: Draft
  readonly targets: readonly Account[]
  readonly writesFor: Account | null
  readonly slash: Slash
  /** Receives the handler of the keys that are pressed in the text. It returns true for a key that it has used. */
  readonly keys: RefObject<((event: KeyboardEvent) => boolean) | null>
  /** Reports the ID of the active option. */
  readonly onActive: (id: string | undefined) => void
  readonly update: (change: (before: Draft) => Draft) => void
  readonly onClose: () => void
}

const shownTexts = 8

/** The saved texts that match what was typed after a slash, the most used first. */
export function TextsMenu(props: MenuProps) {
  const { profileId, draft, targets, writesFor, slash, keys, onActive, update, onClose } = props
  const { texts: words } = useMessages()
  const id = useId()
  const queries = useQueryClient()
  const [active, setActive] = useState(0)
  const found = useQuery(textsQuery(profileId, slash.query))
  const texts = [...(found.data ?? [])].sort((a, b) => b.uses - a.uses).slice(0, shownTexts)
  const current = Math.min(active, Math.max(0, texts.length - 1))
  const apply = useMutation({
    mutationFn: async (textId: string) => ({
      base: draft,
      changes: await applyText(textId, { profileId, draft, targets, writesFor, slash }),
    }),
    onSuccess: ({ base, changes }) => {
      // What was typed in the meantime stays.
      update((before) => ({
        ...mergeDrafts([base], before, { ...base, ...changes }, mergeWords).draft,
        confirmed: [],
      }))
      void queries.invalidateQueries({ queryKey: ['texts'] })
    },
    onError: (error) => tellFailure(words.notInserted, error),
  })
  const choose = (textId: string) => {
    onClose()
    apply.mutate(textId)
  }
  const activeId = texts[current] ? `${id}-${current}` : undefined
  useEffect(() => onActive(activeId), [activeId, onActive])
  useEffect(() => {
    keys.current = ({ key }) => {
      if (key === 'Escape') onClose()
      else if (texts.length === 0) return false
      else if (key === 'ArrowDown') setActive((current + 1) % texts.length)
      else if (key === 'ArrowUp') setActive((current - 1 + texts.length) % texts.length)
      else if (key === 'Enter' || key === 'Tab') choose(texts[current]?.id ?? '')
      else return false
      return true
    }
    return () => {
      keys.current = null
    }
  })
  if (!found.data) return null
  if (texts.length === 0)
    return slash.query === '' ? (
      <p className="mx-3 mb-2 flex flex-wrap items-center gap-x-3 rounded-md border border-line bg-raised px-3 py-2 text-ink-3 text-sm">
        {words.empty}
        <Link to="/p/$profileId/settings/texts" params={{ profileId }} className={linkStyle}>
          {words.new}
        </Link>
      </p>
    ) : null
  return (
    <div
      role="listbox"
      aria-label={words.title}
      className="mx-3 mb-2 max-h-64 overflow-y-auto rounded-md border border-line-2 bg-raised p-1 shadow-1"
    >
      {texts.map((text, nth) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys
        <div
          key={text.id}
          id={`${id}-${nth}`}
          role="option"
          tabIndex={-1}
          aria-selected={nth === current}
          // The text keeps the focus and the caret.
          onMouseDown={(event) => event.preventDefault()}
          onPointerMove={() => setActive(nth)}
          onClick={() => choose(text.id)}
          className={`flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-2.5 ${nth === current ? 'bg-sunken' : ''}`}
        >
          <OneLine className="max-w-48 shrink-0 font-medium">{text.name}</OneLine>
          <OneLine className="min-w-0 flex-1 text-ink-3 text-sm">{text.content || text.post?.content || ''}</OneLine>
          <span className="shrink-0 text-ink-3 text-xs">{words.kinds[text.kind]}</span>
        </div>
      ))}
    </div>
  )
}
