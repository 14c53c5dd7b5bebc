import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { KeyRow } from './key-row.tsx'

/** The API keys of the user. */
export function ApiKeysPage() {
  const { apiKeys, settings, shell } = useMessages()
  const [isCreating, setCreating] = useState(false)
  const keys = useInfiniteQuery({
    queryKey: ['api-keys'],
    queryFn: ({ pageParam }) => api.listApiKeys(pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
  const all = keys.data?.pages.flatMap((page) => page.apiKeys)
  const create = (
    <Button look="primary" onClick={() => setCreating(true)}>
      {apiKeys.create}
    </Button>
  )
  const isEmpty = all?.length === 0
  return (
    <SettingsFrame tab="apiKeys" actions={!isEmpty && create}>
      {keys.error && <ProblemBanner error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.isPending && <WaitingRows count={3} />}
      {isEmpty && <EmptyState title={apiKeys.empty} lead={apiKeys.emptyLead} action={create} />}
      {all && all.length > 0 && (
        <RowList label={settings.titles.apiKeys}>
          {all.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </RowList>
      )}
      {keys.hasNextPage && (
        <Button isBusy={keys.isFetchingNextPage} onClick={() => void keys.fetchNextPage()}>
          {shell.more}
        </Button>
      )}
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
    </SettingsFrame>
  )
}
