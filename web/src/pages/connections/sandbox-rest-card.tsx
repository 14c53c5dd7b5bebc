import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { Provider } from './use-connect.ts'
import { useSandboxRest } from './use-sandbox-rest.ts'

interface CardProps {
  readonly profileId: string
  /** The networks of the sandbox on which nothing is connected yet. */
  readonly providers: readonly Provider[]
}

/** Connects every other network of the sandbox with one click, once a newcomer has seen how it is done. */
export function SandboxRestCard({ profileId, providers }: CardProps) {
  const { connections } = useMessages()
  const { start, isBusy, progress, fault } = useSandboxRest(profileId, providers)
  return (
    <Card
      title={connections.rest.title}
      lead={isBusy ? progress : connections.rest.lead}
      actions={
        <Button look="primary" isBusy={isBusy} onClick={start}>
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
