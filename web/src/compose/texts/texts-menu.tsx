import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { makeImport } from '#web/lib/make-import.ts'
import { textsQuery } from '#web/posts/texts-query.ts'
import { linkStyle } from '#web/ui/button.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { tellFailure } from '#web/ui/toast.tsx'
import type { Account, Draft } from '../draft/draft.ts'
import { mergeDrafts } from '../draft/merge.ts'
import { applyText } from './apply-text.ts'
import { TypedOptions } from './typed-options.tsx'
import type { TypedListProps } from './use-typed-list.ts'

interface MenuProps extends TypedListProps {
  readonly profileId: string
  readonly draft: Draft
  readonly targets: readonly Account[]
  readonly writesFor: Account | null
  readonly signature: string
  readonly update: (change: (before: Draft) => Draft) => void
}

const shownTexts = 8
const loadMergeWords = makeImport(() => import('../draft/merge-words.ts'))

/** The saved texts that match what was typed after a slash, the most used first. */
export function TextsMenu({ profileId, draft, targets, writesFor, signature, update, typed, ...list }: MenuProps) {
  const { texts: words } = useMessages()
  const queries = useQueryClient()
  const found = useQuery(textsQuery(profileId, typed.query))
  const texts = [...(found.data ?? [])].sort((a, b) => b.uses - a.uses).slice(0, shownTexts)
  const apply = useMutation({
    mutationFn: async (textId: string) => ({
      base: draft,
      changes: await applyText(textId, { profileId, draft, targets, writesFor, typed, signature }),
      ...(await loadMergeWords()),
    }),
    onSuccess: ({ base, changes, mergeWords }) => {
      // What was typed in the meantime stays.
      update((before) => ({
        ...mergeDrafts([base], before, { ...base, ...changes }, mergeWords).draft,
        confirmed: [],
      }))
      void queries.invalidateQueries({ queryKey: ['texts'] })
    },
    onError: (error) => tellFailure(words.notInserted, error),
  })
  if (!found.data) return null
  return (
    <>
      {texts.length === 0 && typed.query === '' && (
        <p className="mx-3 mb-2 flex flex-wrap items-center gap-x-3 rounded-md border border-line bg-raised px-3 py-2 text-ink-3 text-sm">
          {words.empty}
          <Link to="/p/$profileId/settings/texts" params={{ profileId }} className={linkStyle}>
            {words.new}
          </Link>
        </p>
      )}
      <TypedOptions
        {...list}
        label={words.title}
        items={texts}
        keyOf={({ id }) => id}
        onChoose={({ id }) => {
          list.onClose()
          apply.mutate(id)
        }}
      >
        {(text) => (
          <>
            <OneLine className="max-w-48 shrink-0 font-medium">{text.name}</OneLine>
            <OneLine className="min-w-0 flex-1 text-ink-3 text-sm">{text.content || text.post?.content || ''}</OneLine>
            <span className="shrink-0 text-ink-3 text-xs">{words.kinds[text.kind]}</span>
          </>
        )}
      </TypedOptions>
    </>
  )
}
