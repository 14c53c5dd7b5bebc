import type { Config } from '#infra/config/config.ts'
import { AddressNotAllowed, OutboundFailure } from '#infra/outbound/failure.ts'
import { createOutbound, type Outbound } from '#infra/outbound/outbound.ts'
import { refuse } from '#kernel/errors.ts'

/**
 * The HTTP client for calls to receivers. Users choose the URLs, so the guard of `infra/outbound` checks every
 * connection without exemption. The only exception is the sandbox's own receiver.
 */
export interface WebhookHttp {
  readonly stream: Outbound['stream']
  /** Refuses a URL that would not be called, as far as is known now. */
  requireAllowed(url: string): Promise<void>
  close(): Promise<void>
}

type WebhookHttpConfig = Pick<Config, 'allowPrivateWebhooks' | 'sandbox'>

const receiverPath = '/receiver/'

export function createWebhookHttp(
  { allowPrivateWebhooks, sandbox }: WebhookHttpConfig,
  options: Pick<Parameters<typeof createOutbound>[0], 'resolve'> = {},
): WebhookHttp {
  const receivers = sandbox ? new URL(receiverPath, sandbox.url) : null
  const outbound = createOutbound({
    ...options,
    operatorOrigins: receivers ? [receivers.origin] : [],
    allowPrivate: allowPrivateWebhooks,
    userAgent: 'Posthorn-Webhooks',
  })
  const isReceiver = (text: string): boolean => {
    const url = URL.parse(text)
    return receivers !== null && url?.origin === receivers.origin && url.pathname.startsWith(receivers.pathname)
  }
  /** Also checks each call: a URL that was allowed when its endpoint was created may no longer be allowed. */
  const requireSealed = (text: string): void => {
    const url = URL.parse(text)
    if (!allowPrivateWebhooks && url?.protocol === 'http:' && !isReceiver(text))
      throw new AddressNotAllowed(url.origin, 'the URL must begin with https://')
  }
  return {
    async stream(request) {
      requireSealed(request.url)
      return outbound.stream({ ...request, userNamed: !isReceiver(request.url) })
    },
    async requireAllowed(url) {
      try {
        requireSealed(url)
        await outbound.requireAllowed(url, { userNamed: !isReceiver(url) })
      } catch (error) {
        // A name that does not resolve now cannot be called; once it does, each connection is checked.
        if (error instanceof OutboundFailure && error.code === 'dns') return
        if (error instanceof OutboundFailure) refuse('webhook_url_not_allowed', { detail: `${error.message}.` })
        throw error
      }
    },
    close: () => outbound.close(),
  }
}
