import { CallFailed, type Connector } from '#connectors/connector.ts'
import { after, seconds } from '#kernel/clock.ts'
import {
  checkApp,
  findAccountToTry,
  findAddresses,
  findNetworkSettings,
  httpFor,
  liveGrant,
} from '#modules/accounts/index.ts'
import type { Mode } from '#rules/modes.ts'
import { type Network, networks } from '#rules/network-names.ts'
import { limitsForNetwork } from '#rules/networks/index.ts'
import type { Finding, SelfTest, SelfTestDeps } from '../deps.ts'

const patienceMs = seconds(15)

/**
 * A test for each network: it calls "who am I" with an account if there is one, or else checks only the app or the URL.
 */
export const networkTests: readonly SelfTest[] = networks.map((network) => ({
  name: `network:${network}`,
  about: `${limitsForNetwork(network).name} responds to an account of this installation, or knows its app.`,
  run: (deps) => tryNetwork(deps, network),
}))

async function tryNetwork(deps: SelfTestDeps, network: Network): Promise<Finding> {
  const connector = deps.connectors[network]
  const settings = findNetworkSettings(deps.config, network)
  if (!connector || !settings) return { ok: true, code: 'network_not_offered', detail: 'This network isn’t enabled.' }
  const { mode } = settings
  if (!findAddresses(deps.config, network, mode))
    return {
      ok: true,
      code: 'network_not_set_up',
      detail: `${connector.limits.name} isn’t set up. Its app is missing.`,
    }
  const account = await findAccountToTry(deps.db, network, mode)
  if (account) return await askWhoami(deps, connector, account, mode)
  if (connector.auth.oauth) return await checkApp(deps, connector, mode)
  return await knock(deps, connector, mode)
}

type AccountToTry = NonNullable<Awaited<ReturnType<typeof findAccountToTry>>>

async function askWhoami(
  deps: SelfTestDeps,
  connector: Connector,
  { id, handle, remoteId }: AccountToTry,
  mode: Mode,
): Promise<Finding> {
  const { name } = connector.limits
  const granted = await liveGrant(deps, id)
  if ('lost' in granted) return { ok: false, code: 'account_lost', detail: `${handle} at ${name}: ${granted.lost}` }
  try {
    const remote = await connector.auth.whoami(http(deps, connector.network, mode), granted.grant, remoteId)
    return { ok: true, code: 'network_knows_account', detail: `${name} responds for ${remote.handle}.` }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    return {
      ok: false,
      code: 'network_without_answer',
      detail: `${name} isn’t responding for ${handle}: ${describe(error)}`,
    }
  }
}

/** Any response of a network without an app shows that it can be reached. */
async function knock(deps: SelfTestDeps, { network, limits }: Connector, mode: Mode): Promise<Finding> {
  const client = http(deps, network, mode)
  const url = client.addresses.api
  if (url === undefined)
    return {
      ok: true,
      code: 'network_without_address',
      detail: `${limits.name} has no single server. Each account uses its own.`,
    }
  try {
    await client.send({ name: 'selftest', method: 'GET', url })
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    if (error.failure.sent !== 'answered')
      return { ok: false, code: 'network_unreached', detail: `Couldn’t reach ${limits.name}: ${describe(error)}` }
  }
  return {
    ok: true,
    code: 'network_reached',
    detail: `${limits.name} is reachable (${mode}). Connect an account to test more.`,
  }
}

const http = (deps: SelfTestDeps, network: Network, mode: Mode) =>
  httpFor(deps, {
    network,
    mode,
    deadline: after(deps.clock.now(), patienceMs),
    signal: AbortSignal.timeout(patienceMs),
    fresh: true,
  })

const describe = ({ failure: { status, code } }: CallFailed): string =>
  status === null ? `${code ?? 'no answer'}.` : `HTTP ${status}.`
