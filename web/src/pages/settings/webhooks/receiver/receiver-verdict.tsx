import { useQuery } from '@tanstack/react-query'
import { useMessages } from '#web/i18n/index.ts'
import { type Delivery, deliveryQuery } from '../webhook-queries.ts'

interface VerdictProps {
  readonly webhookId: string
  readonly delivery: Delivery
}

/** Tells how long the receiver of the sandbox took, and what it found when it checked the signature. */
export function ReceiverVerdict({ webhookId, delivery: { id, attempts, status } }: VerdictProps) {
  const { webhooks } = useMessages()
  const whole = useQuery({ ...deliveryQuery(webhookId, id), enabled: attempts > 0 && status !== 'pending' })
  const last = whole.data?.attemptsLog.findLast(({ responseStatus }) => responseStatus !== null)
  if (!last) return null
  const found = readSignature(last.responseBody)
  return (
    <>
      {last.durationMs !== null && ` · ${webhooks.took(last.durationMs)}`}
      {found && (
        <>
          {' · '}
          <span className={found === 'valid' ? 'text-published' : 'text-failed'}>{webhooks.found[found]}</span>
        </>
      )}
    </>
  )
}

const verdicts = ['valid', 'invalid', 'missing', 'unknown'] as const

/** Reads the verdict in the answer of the receiver. Answers with other bodies hold none. */
function readSignature(body: string | null): (typeof verdicts)[number] | undefined {
  try {
    const { signature } = Object(JSON.parse(body ?? ''))
    return verdicts.find((one) => one === signature)
  } catch {
    return undefined
  }
}
