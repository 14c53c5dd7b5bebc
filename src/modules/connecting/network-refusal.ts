import type { Connector, Failure } from '#connectors/connector.ts'
import { defaultVerdict, retryAfterMs } from '#connectors/verdicts/default-verdicts.ts'
import { Refusal, refuse } from '#kernel/errors.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'
import { type Network, networks, readPlatform } from '#rules/network-names.ts'

/** Returns the refusal for a user whom a network rejected. It contains nothing that the user typed. */
export function toNetworkRefusal(
  connector: Connector,
  failure: Failure,
  named: boolean,
  now: Date,
  movedBy?: string,
): Refusal {
  const verdict = connector.judge(failure, 'connect', now) ?? defaultVerdict(failure, 'safe', now)
  const atAddress = failure.sent === 'no' ? addressFaults[failure.code ?? ''] : undefined
  if (named && atAddress) return new Refusal('network_address_unusable', { detail: atAddress })
  const isElsewhere = atAddress !== undefined || notThisNetwork(failure)
  if (!named && movedBy && isElsewhere) {
    const what = atAddress ?? `That server isn’t ${connector.limits.name}.`
    const detail =
      `This installation uses the address for ${connector.limits.name} in the setting ${movedBy}. ${what} The ` +
      'operator must correct the setting.'
    return new Refusal('network_misconfigured', { detail })
  }
  switch (verdict.is) {
    case 'reauth':
      return new Refusal('network_refused_credentials', { detail: verdict.why })
    case 'refused':
      return named && notThisNetwork(failure)
        ? new Refusal('network_address_unusable', { detail: `That server isn’t ${connector.limits.name}.` })
        : new Refusal('network_refused', { detail: verdict.why })
    case 'retry':
    case 'operator':
    case 'again':
    case 'doubt': {
      const waitMs = verdict.is === 'retry' && verdict.until ? verdict.until.getTime() - now.getTime() : null
      const afterMs = waitMs ?? retryAfterMs(failure.headers['retry-after'], now)
      return new Refusal('network_unavailable', {
        detail: verdict.why,
        ...omitUndefined({ retryAfterMs: afterMs === null ? undefined : Math.max(1_000, Math.round(afterMs)) }),
      })
    }
    default:
      return verdict satisfies never
  }
}

/** Details of a call that did not reach a server that the user named. */
const addressFaults: Readonly<Record<string, string>> = {
  address_not_allowed: 'The server must have a public address. Its address is private, local or reserved.',
  https_required: 'The server URL must start with https://.',
  invalid_request: 'The server URL isn’t valid.',
  dns: 'We couldn’t find that server. Check the spelling.',
  unreachable: 'The server refuses connections.',
  connect_timeout: 'The server didn’t respond in time.',
  tls: 'The server has no trusted TLS certificate.',
}

/** True if a server lacks what every server of the network has, or returns something else. */
const notThisNetwork = ({ status, code }: Failure): boolean => status === 404 || status === 405 || code === 'unreadable'

/** Returns the network that a URL names by its platform ID or an alias. */
export const requireNetwork = ({ platform }: { readonly platform: string }): Network =>
  readPlatform(platform) ?? refuse('platform_not_found', { detail: `The known platforms are ${networks.join(', ')}.` })
