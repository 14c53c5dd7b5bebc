import assert from 'node:assert/strict'
import type { Network } from '#rules/network-names.ts'
import { everyNetwork } from '#test/connector-suite/networks/index.ts'
import type { openApi } from './visitor.ts'

type Api = Awaited<ReturnType<typeof openApi>>

interface Place {
  readonly url: string
  readonly sandboxUrl: string
  readonly person: string
}

/** Connects accounts of one sandbox person without a browser. Returns the settings that their posts need. */
export async function connectNetworks(
  api: Api,
  networks: readonly Network[],
  place: Place,
): Promise<Readonly<Record<string, object>>> {
  const settings: Record<string, object> = {}
  for (const network of networks) {
    const accountId = await connect(api, network, place)
    const { chooses } = everyNetwork[network]
    const options = () => api.get(`/v1/connections/${accountId}/options`)
    if (chooses) settings[network] = await chooses(options)
  }
  return settings
}

async function connect(api: Api, network: Network, { url, sandboxUrl, person }: Place): Promise<string> {
  const { profileId } = api
  const { signsIn, ledgerName } = everyNetwork[network]
  if ('fields' in signsIn) {
    const server = { url: `${sandboxUrl}/${network}` } as Parameters<typeof signsIn.fields>[0]
    const { id } = await api.post(`/v1/platforms/${network}/connect`, { profileId, ...signsIn.fields(server, person) })
    return id
  }
  const request = { platform: network, profileId, redirectUrl: `${url}/v1/oauth/callback/${network}`, headless: true }
  const { authUrl } = await api.post('/v1/connections/oauth-url', request)
  const consent = new URL(authUrl)
  consent.searchParams.set('login', person)
  consent.searchParams.set('approve', '1')
  const back = (await fetch(consent, { redirect: 'manual' })).headers.get('location')
  assert.ok(back, `${network} leads back`)
  const answer = await fetch(back)
  const { accountId } = (await answer.json()) as { accountId: string | null }
  if (accountId !== null) return accountId
  const { pages } = await api.get(`/v1/platforms/${network}/pages?profileId=${profileId}`)
  const wanted = ledgerName?.(person)
  const page = pages.find(({ name }: { name: string }) => name.toLowerCase().replaceAll(' ', '-') === wanted)
  return (await api.post(`/v1/platforms/${network}/connect-page`, { profileId, pageId: page?.id })).id
}
