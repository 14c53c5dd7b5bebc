import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { connectInSandbox, openPassage } from './sandbox-rest.ts'
import type { Provider } from './use-connect.ts'

/** Connects an account of the sandbox on each of these networks, one after the other, and says how far it is. */
export function useSandboxRest(profileId: string, providers: readonly Provider[]) {
  const { connections } = useMessages()
  const queries = useQueryClient()
  const [progress, setProgress] = useState({ done: 0, all: 0 })
  const [isBlocked, setBlocked] = useState(false)
  const connect = useMutation({
    mutationFn: async (passage: Window) => {
      const failed: string[] = []
      setProgress({ done: 0, all: providers.length })
      for (const [nth, provider] of providers.entries()) {
        await connectInSandbox(provider, profileId, passage).catch(() => failed.push(provider.name))
        setProgress({ done: nth + 1 - failed.length, all: providers.length })
        await queries.invalidateQueries({ queryKey: ['accounts'] })
      }
      passage.close()
      if (failed.length > 0) throw new Error(connections.rest.failed(failed.join(', ')))
    },
  })
  return {
    start: () => {
      const passage = openPassage()
      setBlocked(passage === null)
      if (passage) connect.mutate(passage)
    },
    isBusy: connect.isPending,
    progress: connections.rest.progress(progress.done, progress.all),
    fault: isBlocked ? connections.popupBlocked : connect.error?.message,
  }
}
