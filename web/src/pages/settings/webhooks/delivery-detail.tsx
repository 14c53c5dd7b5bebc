import { type Result, verifyWebhook } from '@posthorn/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatDayAndTime, formatDistance } from '#web/lib/time.ts'
import { Button, iconButtonStyle } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { JsonText } from '#web/ui/form/json-text.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'
import { findSecret, keepSecret } from './kept-secrets.ts'
import { deliveryQuery, refreshDeliveries, tones } from './webhook-queries.ts'

interface DetailProps {
  readonly webhookId: string
  readonly deliveryId: string
  readonly onClose: () => void
}

/** A delivery next to its list: the request, and the response to each attempt. The event can be sent again. */
export function DeliveryDetail({ webhookId, deliveryId, onClose }: DetailProps) {
  const title = useId()
  const { shell, webhooks } = useMessages()
  const delivery = useQuery(deliveryQuery(webhookId, deliveryId))
  const replay = useMutation({
    mutationFn: () => api.replayWebhookDelivery({ id: webhookId, deliveryId }),
    onSuccess: refreshDeliveries,
  })
  const error = delivery.error ?? replay.error
  const one = delivery.data
  const names: Readonly<Record<string, string>> = webhooks.names
  return (
    <section
      ref={showStart}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      aria-labelledby={title}
      className="grid scroll-mt-20 grid-cols-[minmax(0,1fr)] gap-4 rounded-lg bg-surface p-4 shadow-1 ring-1 ring-line sm:p-5"
    >
      <header className="flex items-start justify-between gap-3">
        <h2 id={title} className="min-w-0 break-words font-semibold">
          {one ? (names[one.event] ?? one.event) : webhooks.delivery}
        </h2>
        <button type="button" aria-label={shell.close} onClick={onClose} className={`-my-1.5 ${iconButtonStyle}`}>
          <Icon name="close" className="size-4" />
        </button>
      </header>
      {!one && !error && <Loading />}
      {one && (
        <>
          <p className="flex flex-wrap items-center gap-2 text-ink-3">
            <Tag tone={tones[one.status]}>{webhooks.states[one.status]}</Tag>
            {formatDayAndTime(one.createdAt)}
            {one.nextAttemptAt && <span>{webhooks.next(formatDistance(one.nextAttemptAt))}</span>}
          </p>
          <Attempts log={one.attemptsLog} />
          {one.attempts > 0 && one.request.body !== null && (
            <SignatureProof webhookId={webhookId} request={one.request} />
          )}
          <section className="grid min-w-0 gap-2">
            <h3 className="font-medium">{webhooks.request}</h3>
            <Code label={webhooks.headers} text={headerLines(one.request.headers)} />
            {one.request.body === null ? (
              <p className="text-ink-3">{webhooks.bodyGone}</p>
            ) : (
              <Code label={webhooks.body} text={indent(one.request.body)} isJson />
            )}
          </section>
        </>
      )}
      {error && <ProblemBanner error={error} />}
      <footer className="flex flex-wrap items-center justify-end gap-3">
        <span role="status" className="text-published text-sm">
          {replay.isSuccess && webhooks.replayed}
        </span>
        <Button variant="primary" disabled={!one} isBusy={replay.isPending} onClick={() => replay.mutate()}>
          {webhooks.replay}
        </Button>
      </footer>
    </section>
  )
}

/** Below the list, on narrow windows, the detail would open out of sight. */
const showStart = (detail: HTMLElement | null): void => detail?.scrollIntoView({ block: 'nearest' })

function Attempts({ log }: { readonly log: Result<'getWebhookDelivery'>['attemptsLog'] }) {
  const { webhooks } = useMessages()
  if (log.length === 0) return null
  return (
    <section className="grid min-w-0 gap-2">
      <h3 className="font-medium">{webhooks.attemptsTitle}</h3>
      <ol className="grid min-w-0 gap-2">
        {log.map(({ at, durationMs, responseStatus, error, responseBody }) => (
          <li key={at} className="grid min-w-0 gap-1">
            <p className="nums flex flex-wrap gap-x-2 text-ink-2">
              <strong className="font-semibold text-ink">{responseStatus ?? webhooks.noAnswer}</strong>
              <span>{formatDayAndTime(at)}</span>
              {durationMs !== null && <span>{webhooks.took(durationMs)}</span>}
            </p>
            {error && <p className="text-failed">{webhooks.failed(responseStatus, error)}</p>}
            {responseBody && <Code text={responseBody} isJson />}
          </li>
        ))}
      </ol>
    </section>
  )
}

interface CodeProps {
  readonly label?: string
  readonly text: string
  readonly isJson?: boolean
}

function Code({ label, text, isJson = false }: CodeProps) {
  return (
    <div className="grid min-w-0 gap-1">
      {label && <p className="text-ink-3 text-sm">{label}</p>}
      <pre className="min-w-0 whitespace-pre-wrap break-all rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs leading-5">
        {isJson ? <JsonText text={text} /> : text}
      </pre>
    </div>
  )
}

const headerLines = (headers: Readonly<Record<string, unknown>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n')

/** Indents JSON for reading. Other text is returned unchanged. */
function indent(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

type Request = Result<'getWebhookDelivery'>['request']

interface ProofProps {
  readonly webhookId: string
  readonly request: Request
}

/** Verifies the signature of exactly the bytes that are shown. The secret never leaves the page, and is not stored. */
function SignatureProof({ webhookId, request }: ProofProps) {
  const { webhooks } = useMessages()
  const title = useId()
  const [secret, setSecret] = useState(() => findSecret(webhookId) ?? '')
  const [isKnown] = useState(secret !== '')
  const check = useQuery({
    queryKey: ['signature', request, secret],
    queryFn: () => isSignedWith(secret, request),
    enabled: secret !== '',
    gcTime: 0,
    placeholderData: () => undefined,
  })
  const isValid = check.data
  return (
    <section aria-labelledby={title} className="grid gap-2">
      <h3 id={title} className="font-medium">
        {webhooks.proof.title}
      </h3>
      {!isKnown && (
        <Field
          label={webhooks.secret}
          hint={webhooks.proof.hint}
          value={secret}
          placeholder="whsec_…"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => {
            setSecret(target.value.trim())
            keepSecret(webhookId, target.value.trim())
          }}
        />
      )}
      <p role="status" className={isValid ? 'flex items-start gap-2 text-published' : 'text-failed'}>
        {isValid && <Icon name="check" className="mt-0.5 size-4 shrink-0" />}
        {isValid === true && webhooks.proof.valid}
        {isValid === false && webhooks.proof.invalid}
      </p>
    </section>
  )
}

/** True if the request was signed with the secret. An invalid secret matches nothing. */
async function isSignedWith(secret: string, { headers, body }: Request): Promise<boolean> {
  const sentAt = Object.entries(headers).find(([name]) => name.toLowerCase() === 'webhook-timestamp')?.[1]
  const now = new Date(Number(sentAt) * 1_000)
  try {
    await verifyWebhook({ body: body ?? '', headers, secret, now })
    return true
  } catch {
    return false
  }
}
