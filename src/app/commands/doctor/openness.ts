import type { Config } from '#infra/config/config.ts'
import { isLoopback } from '#infra/config/loopback.ts'
import type { Finding } from './finding.ts'

type Openness = Pick<
  Config,
  'host' | 'publicUrl' | 'publicUrlGiven' | 'isOpenToOthers' | 'signUp' | 'sandbox' | 'trustProxy'
>

/** Determines what strangers could do if they reach the service, through HOST or a proxy. */
export function examineOpenness(config: Openness): Finding[] {
  const place = isLoopback(config.host) ? config.publicUrl : config.host
  return [signUp(config, place), ...sandbox(config, place), ...proxy(config)]
}

function signUp({ isOpenToOthers, signUp }: Openness, place: string): Finding {
  const check = 'sign-up'
  if (!isOpenToOthers || signUp !== 'open') return { check, ok: true, detail: `New accounts: ${signUp}.` }
  return {
    check,
    ok: false,
    detail: `Anyone who can reach ${place} can create an account.`,
    remedy: 'Set SIGN_UP=invite, then `posthorn user invite EMAIL`.',
  }
}

function sandbox({ isOpenToOthers, sandbox }: Openness, place: string): Finding[] {
  if (!isOpenToOthers || sandbox === null) return []
  return [
    {
      check: 'sandbox',
      ok: false,
      detail: `The sandbox is on and ${place} is reachable by others, but the sandbox’s passwords and secrets are public in the documentation.`,
      remedy: 'Set SANDBOX=off, or leave it unset.',
    },
  ]
}

/** Warns about a proxy without TRUST_PROXY. A public address with a loopback HOST is reached through a proxy. */
function proxy({ host, publicUrl, isOpenToOthers, trustProxy }: Openness): Finding[] {
  if (!isOpenToOthers || !isLoopback(host) || trustProxy !== false) return []
  return [
    {
      check: 'proxy',
      ok: true,
      isWarning: true,
      detail: `${publicUrl} reaches ${host} through a proxy, but TRUST_PROXY is not set, so all clients share one rate limit.`,
      remedy: 'Set TRUST_PROXY=loopback if the proxy runs on this machine, otherwise to the address of the proxy.',
    },
  ]
}
