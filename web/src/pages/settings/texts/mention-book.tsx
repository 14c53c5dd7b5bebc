import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { type Entry, EntryDialog } from '#web/posts/mentions/entry-dialog.tsx'
import { Button, iconButtonStyle } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { NetworkMark, type NetworkName } from '#web/ui/marks/network-mark.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'

const atOnce = 100

/** The people and companies that a brand mentions: add, change and delete them. */
export function MentionBook({ profileId }: { readonly profileId: string }) {
  const { mentions: words, posts } = useMessages('mentions')
  const { mayWrite } = useRights()
  const [editing, setEditing] = useState<Entry | 'new' | null>(null)
  const list = useInfiniteQuery({
    queryKey: ['mentions', profileId, 'page'],
    queryFn: ({ pageParam }) =>
      api.listMentionBook({ profileId, limit: atOnce, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const entries = list.data?.pages.flatMap((page) => page.entries)
  const add = mayWrite && (
    <Button variant="primary" onClick={() => setEditing('new')}>
      {words.new}
    </Button>
  )
  return (
    <>
      {list.error && <ProblemBanner error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <WaitingRows count={4} />}
      {entries?.length === 0 && <EmptyState icon="note" title={words.empty} lead={words.lead} action={add} />}
      {entries && entries.length > 0 && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 flex-1 basis-64 text-ink-2">{words.lead}</p>
            {add}
          </div>
          <RowList label={words.book}>
            {entries.map((entry) => (
              <EntryRow key={entry.id} entry={entry} onEdit={() => setEditing(entry)} />
            ))}
          </RowList>
        </>
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
        <EntryDialog
          profileId={profileId}
          entry={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={() => setEditing(null)}
        />
      )}
    </>
  )
}

interface RowProps {
  readonly entry: Entry
  readonly onEdit: () => void
}

/** A name with its handles. */
function EntryRow({ entry: { id, name, handles }, onEdit }: RowProps) {
  const { mentions: words } = useMessages('mentions')
  const { mayWrite, mayDelete } = useRights()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => api.deleteMentionEntry({ id }),
    onSuccess: async () => {
      setAsking(false)
      await queries.invalidateQueries({ queryKey: ['mentions'] })
    },
  })
  return (
    <li className="flex items-center gap-3 px-4 py-2">
      <span className="grid min-w-0 flex-1 gap-0.5">
        <OneLine className="font-medium">{name}</OneLine>
        <span className="flex min-w-0 flex-wrap gap-x-4 text-ink-3 text-sm">
          {(Object.entries(handles) as [NetworkName, string][]).map(([network, handle]) => (
            <span key={network} className="flex min-w-0 items-center gap-1.5">
              <NetworkMark network={network} />
              <OneLine>{handle}</OneLine>
            </span>
          ))}
        </span>
      </span>
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
