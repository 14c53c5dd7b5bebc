import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { refuse } from '#kernel/errors.ts'
import type { SlackDeps } from '../deps.ts'

/** Refuses a body that Slack has not signed in the last five minutes. */
export function requireSigned(
  { config, clock }: Pick<SlackDeps, 'config' | 'clock'>,
  raw: Buffer,
  headers: IncomingHttpHeaders,
): void {
  const signed = {
    raw,
    timestamp: oneOf(headers['x-slack-request-timestamp']),
    signature: oneOf(headers['x-slack-signature']),
  }
  if (!config.slack || !isSigned(config.slack.signingSecret, signed, clock.now()))
    refuse('webhook_signature_invalid', {
      detail: 'The request wasn’t signed with the Slack app’s signing secret within the last five minutes.',
    })
}

const oneOf = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? undefined : value)

/** The largest allowed difference between the time of a signature and ours. */
const windowS = 300

interface Signed {
  /** The raw body: parsed and rewritten bytes may differ. */
  readonly raw: Buffer
  readonly timestamp: string | undefined
  readonly signature: string | undefined
}

/** True if Slack signed these bytes recently. Compares in constant time. */
function isSigned(secret: string, { raw, timestamp, signature }: Signed, now: Date): boolean {
  if (timestamp === undefined || signature === undefined || !/^\d{1,12}$/.test(timestamp)) return false
  const wanted = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(raw).digest()
  const given = Buffer.from(/^v0=([0-9a-f]{64})$/.exec(signature)?.[1] ?? '', 'hex')
  const isRight = given.length === wanted.length && timingSafeEqual(given, wanted)
  return isRight && Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= windowS
}
