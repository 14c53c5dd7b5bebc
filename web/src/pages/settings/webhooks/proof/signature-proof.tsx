import { type Result, verifyWebhook } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { Field } from '#web/ui/field.tsx'
import { findSecret, keepSecret } from './kept-secrets.ts'

type Request = Result<'getWebhookDelivery'>['request']

interface ProofProps {
  readonly webhookId: string
  readonly request: Request
}

/** Checks the signature of the very bytes that are shown. The secret stays in this page, and is forgotten with it. */
export function SignatureProof({ webhookId, request }: ProofProps) {
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

/** True when the request was signed with the secret. What is no secret at all signs nothing. */
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
