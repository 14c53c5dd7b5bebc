import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { Provider } from './use-connect.ts'
import { useSandboxRest } from './use-sandbox-rest.ts'

interface CardProps {
  readonly profileId: string
  /** The sandbox networks without a connected account. */
  readonly providers: readonly Provider[]
}

/** Connects all remaining sandbox networks with one click, after a new user has connected the first one. */
export function SandboxRestCard({ profileId, providers }: CardProps) {
  const { connections } = useMessages()
  const { start, isBusy, progress, fault } = useSandboxRest(profileId, providers)
  return (
    <Card
      title={connections.rest.title}
      lead={isBusy ? progress : connections.rest.lead}
      actions={
        <Button isBusy={isBusy} onClick={start}>
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
