import type { JsonObject } from '#connectors/connector.ts'
import { seconds } from '#kernel/clock.ts'
import { type Network, networks } from '#rules/network-names.ts'
import type { Deps } from '../../deps.ts'
import { type DemoApi, requireDone } from './open-api.ts'

/** The sandbox people who can own the accounts. The first one that no other user has connected is used. */
const logins = ['carla', 'user-7001', 'user-7002'] as const
type Login = (typeof logins)[number]

type ConnectDeps = Pick<Deps, 'config' | 'outbound'>

/** Connects a sandbox account on each network, as far as the plan allows. Returns the connected networks. */
export async function connectAccounts(deps: ConnectDeps, api: DemoApi, profileId: string): Promise<Network[]> {
  const connected: Network[] = []
  for (const network of networks) {
    for (const login of logins) {
      const { status, body } = await connect(deps, api, { network, login, profileId })
      if (status < 300) {
        connected.push(network)
        break
      }
      if (body.code === 'plan_limit_reached') return connected
      if (body.code !== 'account_in_use') break
    }
  }
  return connected
}

interface ConnectParams {
  readonly network: Network
  readonly login: Login
  readonly profileId: string
}

async function connect(
  deps: ConnectDeps,
  api: DemoApi,
  params: ConnectParams,
): Promise<{ status: number; body: JsonObject }> {
  const { network, login, profileId } = params
  if (network === 'bluesky')
    return connectDirectly(api, params, { identifier: `${login}.sandbox`, appPassword: 'sand-boxx-pass-word' })
  if (network === 'mastodon') {
    const instanceUrl = `${deps.config.sandbox?.url}/mastodon`
    return connectDirectly(api, params, { instanceUrl, accessToken: `sandbox-token-${login}` })
  }
  const redirectUrl = `${deps.config.publicUrl}/v1/oauth/callback/${network}`
  const begun = await api.post('/v1/connections/oauth-url', {
    platform: network,
    profileId,
    redirectUrl,
    headless: true,
  })
  if (begun.status !== 200) return begun
  let back = await consent(deps, String(begun.body.authUrl), login)
  let answer = await api.get(back.pathname + back.search)
  if (answer.status === 307 && answer.location !== null) {
    back = new URL(answer.location)
    answer = await api.get(back.pathname + back.search)
  }
  return answer.body.choose === 'page' ? choosePage(api, params) : answer
}

const connectDirectly = (api: DemoApi, { network, profileId }: ConnectParams, credentials: object) =>
  api.post('/v1/connections/direct', { platform: network, profileId, credentials })

/** Grants access on the sandbox's consent page, and returns the URL that it redirects to. */
async function consent({ outbound }: ConnectDeps, authUrl: string, login: Login): Promise<URL> {
  const url = new URL(authUrl)
  url.searchParams.set('login', login)
  url.searchParams.set('approve', '1')
  const { headers } = await outbound.request({ url: url.href, timeoutMs: seconds(20), maxBytes: 100_000 })
  const { location } = headers
  if (typeof location !== 'string') throw new Error('The sandbox did not accept the sign-in.')
  return new URL(location)
}

async function choosePage(api: DemoApi, { network, profileId }: ConnectParams) {
  const response = await api.get(`/v1/connections/pages?platform=${network}&profileId=${profileId}`)
  const { pages } = requireDone(response)
  const usable = Array.isArray(pages) ? pages.find((page) => isUsable(page)) : undefined
  if (!usable) return response
  return api.post('/v1/connections/choose-page', { platform: network, profileId, pageId: usable.id })
}

const isUsable = (page: unknown): page is { readonly id: string } =>
  typeof page === 'object' && page !== null && 'lacks' in page && page.lacks === null
