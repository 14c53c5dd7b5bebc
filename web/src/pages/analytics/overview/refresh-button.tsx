import { PosthornError, type Result } from '@posthorn/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { readPlatform } from '#rules/network-names.ts'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatDuration } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { tell, tellFailure } from '#web/ui/toast.tsx'

const leastWaitMs = 1_000

/** Refreshes the metrics from the networks. The service allows this once a minute, and reports how long to wait. */
export function RefreshButton() {
  const { analytics, shell } = useMessages()
  const queries = useQueryClient()
  const refresh = useMutation({
    mutationFn: () => api.refreshAnalytics(),
    onSuccess: (answer) => {
      void queries.invalidateQueries({ queryKey: ['analytics'] })
      const silent = silentNetworks(answer)
      tell({ title: silent.length > 0 ? analytics.refreshedPart(silent.join(', ')) : analytics.refreshed })
    },
    onError: (error) => {
      if (error instanceof PosthornError && error.code === 'analytics_refreshed_lately')
        tell({ title: analytics.refreshWait(formatDuration(Math.max(leastWaitMs, error.retryAfterMs ?? 0))) })
      else tellFailure(shell.problem.title, error)
    },
  })
  return (
    <Button className="max-sm:size-10 max-sm:px-0" isBusy={refresh.isPending} onClick={() => refresh.mutate()}>
      {!refresh.isPending && <Icon name="refresh" className="size-4" />}
      <span className="max-sm:sr-only">{analytics.refresh}</span>
    </Button>
  )
}

/** The names of the networks that did not respond for every account. */
function silentNetworks(answer: Result<'refreshAnalytics'>): readonly string[] {
  const parts = Object.entries(answer).filter(([, part]) => typeof part === 'object' && part.failed > 0)
  return parts.map(([platform]) => {
    const network = readPlatform(platform)
    return network ? networks[network].name : platform
  })
}
