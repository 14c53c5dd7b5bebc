import type { IncomingHttpHeaders } from 'node:http'
import { refuse } from '#kernel/errors.ts'
import type { SlackDeps } from '../deps.ts'
import { isSigned } from './signature.ts'

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
      detail: 'The request has no signature of the last five minutes by the signing secret of the Slack app.',
    })
}

const oneOf = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? undefined : value)
