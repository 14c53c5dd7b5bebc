import type { Item } from '@posthorn/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { now } from '#web/lib/clock.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { OneLine } from '#web/ui/one-line.tsx'

/** A key: what it may do, when it was used, when it ends, and its end by hand. */
export function KeyRow({ apiKey }: { readonly apiKey: Item<'listApiKeys', 'apiKeys'> }) {
  const { apiKeys } = useMessages()
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
          <summary aria-label={apiKeys.scopesOf(name)} className="w-fit hover:text-ink">
            {apiKeys.scopes(scopes.length)}
          </summary>
          <p className="mt-1 break-words font-mono text-xs">{scopes.join(', ')}</p>
        </details>
      </div>
      <Button look="danger" aria-label={apiKeys.revokeNamed(name)} onClick={() => setAsking(true)}>
        {apiKeys.revoke}
      </Button>
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
