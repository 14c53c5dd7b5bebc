import type { Item } from '@posthorn/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

/** Lists the apps that act for the user, and revokes them. */
export function AppsCard() {
  const { apps } = useMessages()
  const list = useQuery({ queryKey: ['apps'], queryFn: async () => (await api.listApps()).apps })
  return (
    <Card title={apps.list.title} lead={list.data?.length === 0 ? apps.list.empty : apps.list.lead}>
      {list.error && <ProblemBanner error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && list.data.length > 0 && (
        <ul aria-label={apps.list.title} className="grid divide-y divide-line">
          {list.data.map((app) => (
            <AppRow key={app.id} app={app} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function AppRow({ app }: { readonly app: Item<'listApps', 'apps'> }) {
  const { apps, apiKeys } = useMessages()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const end = useMutation({
    mutationFn: () => api.endApp({ id: app.id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['apps'] }),
  })
  const { name, scopes, profileIds, connectedAt, lastUsedAt } = app
  const facts = [
    profileIds === null ? apiKeys.everyBrand : apiKeys.brandCount(profileIds.length),
    apps.list.since(formatDistance(connectedAt)),
    lastUsedAt === null ? apiKeys.neverUsed : apiKeys.used(formatDistance(lastUsedAt)),
  ]
  return (
    <li className="flex flex-wrap items-start gap-3 py-3 first:pt-0 last:pb-0">
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <p className="font-medium">
          <bdi className="break-words">{name}</bdi>
        </p>
        <p className="text-ink-3 text-sm">{facts.join(' · ')}</p>
        <details className="text-ink-3 text-sm">
          <summary
            aria-label={apps.list.scopesOf(apps.list.scopes(scopes.length), name)}
            className="w-fit hover:text-ink"
          >
            {apps.list.scopes(scopes.length)}
          </summary>
          <ul className="mt-1 grid gap-0.5">
            {scopes.map((scope) => (
              <li key={scope}>{apps.scopes[scope]}</li>
            ))}
          </ul>
        </details>
      </div>
      <Button variant="danger" aria-label={apps.list.endNamed(name)} onClick={() => setAsking(true)}>
        {apps.list.end}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={apps.list.endTitle(name)}
          lead={apps.list.endLead}
          action={apps.list.end}
          isBusy={end.isPending}
          error={end.error}
          onConfirm={() => end.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}
