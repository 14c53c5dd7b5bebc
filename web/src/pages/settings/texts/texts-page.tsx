import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { makeImport } from '#web/lib/make-import.ts'
import type { SavedText } from '#web/posts/texts-query.ts'
import { Button, iconButtonStyle } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { EditTextDialog } from './edit-text-dialog.tsx'

const atOnce = 100

/** The texts that a brand uses again: create, change and delete them. */
export function TextsPage() {
  const { part } = useSearch({ strict: false }) as { readonly part?: unknown }
  return part === 'mentions' ? <MentionsPart /> : <TextsPart />
}

const loadBook = makeImport(async () => (await import('./load-book.ts')).loadBook())
const PartTabs = makeLatePart(async () => (await loadBook()).PartTabs)
const MentionBook = makeLatePart(async () => (await loadBook()).MentionBook)

function MentionsPart() {
  const { profileId } = useParams({ from: '/p/$profileId' })
  return (
    <SettingsFrame tab="texts">
      <div className="min-h-11">
        <PartTabs part="mentions" />
      </div>
      <MentionBook profileId={profileId} />
    </SettingsFrame>
  )
}

function TextsPart() {
  const { texts: words, posts } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { mayWrite } = useRights()
  const [editing, setEditing] = useState<SavedText | 'new' | null>(null)
  const list = useInfiniteQuery({
    queryKey: ['texts', profileId, 'page'],
    queryFn: ({ pageParam }) =>
      api.listSavedTexts({ profileId, limit: atOnce, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const texts = list.data?.pages.flatMap((page) => page.texts)
  const create = mayWrite && (
    <Button variant="primary" onClick={() => setEditing('new')}>
      {words.new}
    </Button>
  )
  const isEmpty = texts?.length === 0
  return (
    <SettingsFrame tab="texts" actions={!isEmpty && create}>
      <div className="min-h-11">
        <PartTabs part="texts" />
      </div>
      {list.error && <ProblemBanner error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <WaitingRows count={4} />}
      {isEmpty && <EmptyState icon="note" title={words.empty} lead={words.emptyLead} action={create} />}
      {texts && texts.length > 0 && (
        <RowList label={words.title}>
          {texts.map((text) => (
            <TextRow key={text.id} text={text} onEdit={() => setEditing(text)} />
          ))}
        </RowList>
      )}
      {list.hasNextPage && (
        <Button
          className="justify-self-center"
          isBusy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {posts.loadMore}
        </Button>
      )}
      {editing !== null && (
        <EditTextDialog
          profileId={profileId}
          text={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </SettingsFrame>
  )
}

interface RowProps {
  readonly text: SavedText
  readonly onEdit: () => void
}

/** A saved text with its kind and how often it was used. */
function TextRow({ text, onEdit }: RowProps) {
  const { texts: words } = useMessages()
  const { mayWrite, mayDelete } = useRights()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { id, kind, name, content, post, uses, auto } = text
  const remove = useMutation({
    mutationFn: () => api.deleteSavedText({ id }),
    onSuccess: async () => {
      setAsking(false)
      queries.removeQueries({ queryKey: ['signature'] })
      await queries.invalidateQueries({ queryKey: ['texts'] })
    },
  })
  return (
    <li className="flex items-center gap-3 px-4 py-2">
      <span className="grid min-w-0 flex-1">
        <span className="flex min-w-0 items-center gap-2">
          <OneLine className="font-medium">{name}</OneLine>
          <Tag tone="quiet">{words.kinds[kind]}</Tag>
          {kind === 'signature' && auto === 'always' && <Tag tone="quiet">{words.auto}</Tag>}
        </span>
        <OneLine className="text-ink-3 text-sm">{content || post?.content || ''}</OneLine>
      </span>
      <span className="nums shrink-0 text-ink-3 text-sm max-sm:hidden">{words.uses(uses)}</span>
      {mayWrite && (
        <button
          type="button"
          aria-label={words.edit(name)}
          title={words.edit(name)}
          onClick={onEdit}
          className={iconButtonStyle}
        >
          <Icon name="pen" className="size-4" />
        </button>
      )}
      {mayDelete && (
        <button
          type="button"
          aria-label={words.remove(name)}
          title={words.remove(name)}
          onClick={() => setAsking(true)}
          className={iconButtonStyle}
        >
          <Icon name="trash" className="size-4" />
        </button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={words.removeTitle(name)}
          lead={words.removeLead}
          action={words.confirm}
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}
