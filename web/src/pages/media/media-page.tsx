import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import { StockButtons } from '#web/compose/media/stock/late-stock.ts'
import { stockProvidersQuery } from '#web/compose/media/stock/stock-query.ts'
import { useMessages } from '#web/i18n/index.ts'
import { labelsQuery } from '#web/posts/labels/labels-query.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'
import { FileDialog } from './file-dialog.tsx'
import { LibraryFilter } from './library-filter.tsx'
import { libraryQuery, matches, useCountsQuery } from './library-query.ts'
import { MediaTile } from './media-tile.tsx'
import { AddFiles, DropArea, UploadList, useSendFiles } from './send-files.tsx'

/** The files of a brand: add, find, describe and delete them. */
export function MediaPage() {
  const { library } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { q = '', kind = 'all', use = 'any', label, author, file: openId } = useSearch({ from: '/p/$profileId/media' })
  const navigate = useNavigate({ from: '/p/$profileId/media' })
  const list = useInfiniteQuery(libraryQuery(profileId, { label, author }))
  const send = useSendFiles(profileId)
  const { mayWrite } = useRights()
  const hasStock = (useQuery(stockProvidersQuery).data ?? []).length > 0
  const counts = useQuery(useCountsQuery(profileId))
  const labels = useQuery(labelsQuery(profileId))
  // Each tile shows its count, and the filters are above them, so the tiles wait for both.
  const isPending = counts.isPending || labels.isPending
  const files = isPending ? [] : (list.data?.pages.flatMap(({ media }) => media) ?? [])
  const countOf = (id: string) => counts.data?.get(id) ?? 0
  const isFiltered = q !== '' || kind !== 'all' || use !== 'any'
  const isNarrowed = (label ?? author) !== undefined
  const shown = files.filter((file) => matches(file, countOf(file.id), { kind, use, search: q }))
  const { hasNextPage, isFetching, fetchNextPage } = list
  useEffect(() => {
    // The service lists by age, so a search fetches everything before it shows that nothing matches.
    if (isFiltered && hasNextPage && !isFetching) void fetchNextPage()
  }, [isFiltered, hasNextPage, isFetching, fetchNextPage])
  const open = files.find(({ id }) => id === openId)
  const show = (id: string | undefined) =>
    void navigate({ search: ({ file: _, ...rest }) => (id === undefined ? rest : { ...rest, file: id }) })
  return (
    <DropArea onFiles={send}>
      <Page
        title={library.title}
        lead={library.lead}
        actions={
          <>
            {hasStock && mayWrite && <StockButtons profileId={profileId} />}
            <AddFiles onFiles={send} />
          </>
        }
      >
        <UploadList />
        {list.error && <ProblemBanner error={list.error} onRetry={() => void list.refetch()} />}
        {(list.isPending || isPending) && <Loading />}
        {(files.length > 0 || isNarrowed) && <LibraryFilter q={q} kind={kind} use={use} />}
        {list.data && !isPending && files.length === 0 && !isNarrowed && (
          <EmptyState
            icon="image"
            title={library.empty}
            lead={library.emptyLead}
            action={<AddFiles onFiles={send} />}
          />
        )}
        {(files.length > 0 || (isNarrowed && list.data && !isPending)) && shown.length === 0 && !hasNextPage && (
          <EmptyState icon="search" title={library.noneFound} />
        )}
        <ul aria-label={library.title} className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5">
          {shown.map((file) => (
            <li key={file.id}>
              <MediaTile file={file} postCount={countOf(file.id)} onOpen={() => show(file.id)} />
            </li>
          ))}
        </ul>
        {hasNextPage && !isFiltered && (
          <Button className="justify-self-center" isBusy={isFetching} onClick={() => void fetchNextPage()}>
            {library.more}
          </Button>
        )}
      </Page>
      {open && <FileDialog key={open.id} file={open} onClose={() => show(undefined)} />}
    </DropArea>
  )
}
