import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { connectInSandbox, openPassage } from './sandbox-rest.ts'
import type { Provider } from './use-connect.ts'

interface CardProps {
  readonly profileId: string
  /** The networks of the sandbox on which nothing is connected yet. */
  readonly providers: readonly Provider[]
}

/** Connects every other network of the sandbox with one click, once a newcomer has seen how it is done. */
export function SandboxRestCard({ profileId, providers }: CardProps) {
  const { connections } = useMessages()
  const queries = useQueryClient()
  const [progress, setProgress] = useState({ done: 0, all: 0 })
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
  const [isBlocked, setBlocked] = useState(false)
  const start = () => {
    const passage = openPassage()
    setBlocked(passage === null)
    if (passage) connect.mutate(passage)
  }
  const fault = isBlocked ? connections.popupBlocked : connect.error?.message
  return (
    <Card
      title={connections.rest.title}
      lead={connect.isPending ? connections.rest.progress(progress.done, progress.all) : connections.rest.lead}
      actions={
        <Button look="primary" isBusy={connect.isPending} onClick={start}>
          {connections.rest.connect}
        </Button>
      }
    >
      {fault && (
        <p role="alert" className="text-failed">
          {fault}
        </p>
      )}
    </Card>
  )
}
