import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Granted, JsonObject } from '#connectors/connector.ts'
import type { NetworkUnderTest } from './network-under-test.ts'
import type { SignedIn, Stand } from './stand.ts'

type SignsIn = Pick<NetworkUnderTest, 'connector' | 'signsIn'>

/** Signs a person in, by typed credentials or by consent on the network's page, and returns the grant. */
export const grantOf = (stand: Stand, network: SignsIn, person: string): Promise<Granted<JsonObject>> =>
  'fields' in network.signsIn
    ? connect(stand, network, network.signsIn.fields(stand, person))
    : consent(stand, network, person).then((code) => exchange(stand, network, code))

/** Signs in with a wrong secret; returns the failing promise and the secrets. */
export const wrongGrantOf = (stand: Stand, network: SignsIn): { secrets: string[]; failing: Promise<unknown> } => {
  if (!('fields' in network.signsIn)) {
    const code = 'a-code-that-nobody-was-given'
    return { secrets: [code], failing: exchange(stand, network, code) }
  }
  const fields = network.signsIn.wrongFields(stand, 'alice')
  const secrets = Object.values(fields).filter((value) => typeof value === 'string')
  return {
    secrets: secrets.filter((value) => !value.startsWith('http') && !value.endsWith('.sandbox')),
    failing: connect(stand, network, fields),
  }
}

function connect(stand: Stand, { connector }: SignsIn, fields: JsonObject): Promise<Granted<JsonObject>> {
  assert.ok(connector.auth.connect, `${connector.network} is not connected directly`)
  return connector.auth.connect(stand.http(), fields)
}

const redirectUrl = 'http://127.0.0.1:4000/v1/oauth/callback/suite'
const verifier = 'v'.repeat(64)
const challenge = createHash('sha256').update(verifier).digest('base64url')

/** Goes through the consent page and accepts everything. */
async function consent(stand: Stand, { connector }: SignsIn, person: string): Promise<string> {
  const { oauth, scopes = [] } = connector.auth
  const { addresses, app } = stand.http()
  assert.ok(oauth && app, `${connector.network} has no consent page`)
  const request = { redirectUrl, state: `state-of-${person}`, scopes, challenge: oauth.pkce ? challenge : null }
  const url = new URL(oauth.authorizeUrl(addresses, app, request))
  url.searchParams.set('login', person)
  url.searchParams.set('approve', '1')
  const answer = await fetch(url, { redirect: 'manual' })
  const back = URL.parse(answer.headers.get('location') ?? '')
  const code = back?.searchParams.get('code')
  assert.ok(back && code, `the consent page answered ${answer.status}: ${await answer.text()}`)
  assert.equal(`${back.origin}${back.pathname}`, redirectUrl)
  assert.equal(back.searchParams.get('state'), request.state)
  return code
}

function exchange(stand: Stand, { connector }: SignsIn, code: string): Promise<Granted<JsonObject>> {
  const { oauth } = connector.auth
  assert.ok(oauth)
  return oauth.exchange(stand.http(), { code, redirectUrl, verifier: oauth.pkce ? verifier : null })
}

/** Returns the account on the network. Among several pages, the chosen one. */
export async function whoIs(
  stand: Stand,
  { connector: { auth }, signsIn }: SignsIn,
  grant: JsonObject,
  person: string,
): ReturnType<typeof auth.whoami> {
  if (!auth.targets) return auth.whoami(stand.http(), grant)
  const pages = await auth.targets(stand.http(), grant)
  const wanted = 'page' in signsIn ? signsIn.page?.(person) : undefined
  const page =
    wanted === undefined ? pages[0] : pages.find(({ handle, displayName }) => [handle, displayName].includes(wanted))
  assert.ok(page, `no page ${wanted} among ${pages.map(({ handle }) => handle)}`)
  return auth.whoami(stand.http(), grant, page.remoteId)
}

/** Signs in. The grant is stored as JSON, so it is serialized and parsed here, too. */
export async function signIn(
  stand: Stand,
  network: SignsIn & Pick<NetworkUnderTest, 'as' | 'chooses'>,
  person: string,
): Promise<SignedIn> {
  const { grant, renewable = true } = await grantOf(stand, network, person)
  const { remoteId, handle, facts } = await whoIs(stand, network, grant, person)
  const kept: SignedIn = JSON.parse(JSON.stringify({ grant, renewable, account: { remoteId, handle, facts } }))
  const plain = { ...kept, connector: network.connector }
  const signedIn = network.as ? network.as(plain) : plain
  if (!network.chooses) return signedIn
  const requested = { grant: signedIn.grant, http: stand.http(), signal: new AbortController().signal }
  const options = async () => (await network.connector.options?.(requested)) ?? {}
  return { ...signedIn, settings: await network.chooses(options) }
}
