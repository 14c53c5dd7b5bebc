import type { Item } from '@posthorn/sdk'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { now } from '#web/lib/clock.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'

/** The API keys of the user. */
export function ApiKeysPage() {
  const { apiKeys, settings, shell } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const [isCreating, setCreating] = useState(false)
  const keys = useInfiniteQuery({
    queryKey: ['api-keys'],
    queryFn: ({ pageParam }) => api.listApiKeys(pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
  const all = keys.data?.pages.flatMap((page) => page.apiKeys)
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      {apiKeys.create}
    </Button>
  )
  const isEmpty = all?.length === 0
  return (
    <SettingsFrame
      tab="apiKeys"
      actions={
        <>
          <Link
            to="/p/$profileId/settings/api-keys/requests"
            params={{ profileId }}
            search={{}}
            className={buttonStyle('plain')}
          >
            {apiKeys.requests.open}
          </Link>
          {!isEmpty && create}
        </>
      }
    >
      {keys.error && <ProblemBanner error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.isPending && <WaitingRows count={3} />}
      {isEmpty && <EmptyState icon="link" title={apiKeys.empty} lead={apiKeys.emptyLead} action={create} />}
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

/** A key: its scopes, its last use, its expiry, and a button to revoke it. */
export function KeyRow({ apiKey }: { readonly apiKey: Item<'listApiKeys', 'apiKeys'> }) {
  const { apiKeys } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const revoke = useMutation({
    mutationFn: () => api.revokeApiKey({ id: apiKey.id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['api-keys'] }),
  })
  const { name, prefix, scopes, profileIds, lastUsedAt, expiresAt } = apiKey
  const ends = expiresAt && (Date.parse(expiresAt) < now() ? apiKeys.endedAt : apiKeys.endsAt)
  const facts = [
    profileIds === null ? apiKeys.everyBrand : apiKeys.brandCount(profileIds.length),
    lastUsedAt === null ? apiKeys.neverUsed : apiKeys.used(formatDistance(lastUsedAt)),
    ...(ends ? [ends(formatDistance(expiresAt))] : []),
  ]
  return (
    <li className="flex flex-wrap items-start gap-3 px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-44 grid-cols-[minmax(0,1fr)] gap-0.5">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <OneLine className="max-w-full font-medium">{name}</OneLine>
          <code className="font-mono text-ink-3 text-xs">{prefix}…</code>
        </p>
        <p className="text-ink-3 text-sm">{facts.join(' · ')}</p>
        <details className="text-ink-3 text-sm">
          <summary aria-label={apiKeys.scopesOf(apiKeys.scopes(scopes.length), name)} className="w-fit hover:text-ink">
            {apiKeys.scopes(scopes.length)}
          </summary>
          <p className="mt-1 break-words font-mono text-xs">{scopes.join(', ')}</p>
        </details>
      </div>
      <div className="flex gap-2">
        <Link
          to="/p/$profileId/settings/api-keys/requests"
          params={{ profileId }}
          search={{ key: apiKey.id }}
          aria-label={apiKeys.requests.ofKey(name)}
          className={buttonStyle('quiet')}
        >
          {apiKeys.requests.title}
        </Link>
        <Button variant="danger" aria-label={apiKeys.revokeNamed(name)} onClick={() => setAsking(true)}>
          {apiKeys.revoke}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={apiKeys.revokeTitle(name)}
          lead={apiKeys.revokeLead}
          action={apiKeys.revoke}
          isBusy={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}
