import { OutboundFailure } from '#infra/outbound/failure.ts'
import { createOutbound } from '#infra/outbound/outbound.ts'
import { machineClock } from '#infra/time/clock.ts'
import { seconds } from '#kernel/clock.ts'
import { isSecret, newSecret, signedHeaders } from '#modules/webhooks/index.ts'
import { UsageFault } from '../commands/command.ts'
import type { StreamEvent } from './line-of.ts'

interface Forward {
  /** Posts the bytes like a webhook, and returns the status or the failure. */
  send(event: StreamEvent, body: string): Promise<string>
  close(): Promise<void>
}

const timeoutMs = seconds(10)
const loopback = ['127.0.0.1', '::1']

export interface ForwardOptions {
  readonly to: string
  readonly secret: string
  /** True if the secret was generated for this run. */
  readonly isNew: boolean
}

export function readForward(text: string, secret: string | undefined): ForwardOptions {
  const to = loopbackUrl(text)
  if (to === null)
    throw new UsageFault('only forwards to this machine, for example --forward http://127.0.0.1:3000/hook')
  if (secret !== undefined && !isSecret(secret))
    throw new UsageFault('expects POSTHORN_WEBHOOK_SECRET to be "whsec_" followed by 24 to 64 bytes in base64')
  return { to, secret: secret ?? newSecret(), isNew: secret === undefined }
}

/** Returns null for an address outside this machine: signed events are not sent anywhere else. */
function loopbackUrl(text: string): string | null {
  const url = /[\p{Cc}\s\\]/u.test(text) ? null : URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  return url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(url.hostname)
    ? url.href
    : null
}

export function createForward({ to, secret }: ForwardOptions, signal: AbortSignal): Forward {
  const outbound = createOutbound({
    operatorOrigins: [new URL(to).origin],
    userAgent: 'Posthorn-Webhooks',
    // `localhost` means this machine, even if the hosts file says otherwise.
    resolve: async () => loopback,
  })
  const secrets = { current: secret, previous: [] }
  return {
    async send({ id, type }, body) {
      const headers = signedHeaders({ id, type, body, at: machineClock.now(), secrets })
      try {
        // A new connection for each event: a server under development restarts often.
        const answer = await outbound.stream({
          url: to,
          method: 'POST',
          headers,
          body,
          timeoutMs,
          maxBytes: Number.MAX_SAFE_INTEGER,
          signal,
          fresh: true,
        })
        answer.body.resume()
        return `${answer.status}`
      } catch (error) {
        if (error instanceof OutboundFailure) return error.message
        throw error
      }
    },
    close: () => outbound.close(),
  }
}
