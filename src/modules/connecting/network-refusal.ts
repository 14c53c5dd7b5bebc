import type { Connector, Failure } from '#connectors/connector.ts'
import { defaultVerdict, retryAfterMs } from '#connectors/verdicts/default-verdicts.ts'
import { Refusal } from '#kernel/errors.ts'

/** Returns the refusal for a user whom a network would not let in. It contains nothing that the user typed. */
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
    const what = atAddress ?? `What answers there is not ${connector.limits.name}.`
    const detail = `This installation looks for ${connector.limits.name} where ${movedBy} says. ${what} Whoever runs it has to mend the setting.`
    return new Refusal('network_misconfigured', { detail })
  }
  switch (verdict.is) {
    case 'reauth':
      return new Refusal('network_refused_credentials', { detail: verdict.why })
    case 'refused':
      return named && notThisNetwork(failure)
        ? new Refusal('network_address_unusable', { detail: `What answers there is not ${connector.limits.name}.` })
        : new Refusal('network_refused', { detail: verdict.why })
    case 'retry':
    case 'operator':
    case 'again':
    case 'doubt': {
      const waitMs = verdict.is === 'retry' && verdict.until ? verdict.until.getTime() - now.getTime() : null
      const afterMs = waitMs ?? retryAfterMs(failure.headers['retry-after'], now)
      return new Refusal('network_unavailable', {
        detail: verdict.why,
        ...(afterMs === null ? {} : { retryAfterMs: Math.max(1_000, Math.round(afterMs)) }),
      })
    }
    default:
      return verdict satisfies never
  }
}

/** Details of a call that did not reach a server that the user named. */
const addressFaults: Readonly<Record<string, string>> = {
  address_not_allowed: 'The server must be at a public address, not at a private, local or reserved one.',
  https_required: 'The address of the server must begin with https://.',
  invalid_request: 'The address of the server cannot be called.',
  dns: 'The name of the server does not resolve; look for a typing error.',
  unreachable: 'The server takes no connection.',
  connect_timeout: 'The server does not take a connection in time.',
  tls: 'The server has no encryption that is trusted.',
}

/** True when a server lacks what each server of the network has, or answers with something else. */
const notThisNetwork = ({ status, code }: Failure): boolean => status === 404 || status === 405 || code === 'unreadable'
