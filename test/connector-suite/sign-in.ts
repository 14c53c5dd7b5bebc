import type { NetworkUnderTest } from './network-under-test.ts'
import type { SignedIn, Stand } from './stand.ts'

/** What is kept of signing in is JSON, so it is handed on as it is after that. */
export async function signIn(
  stand: Stand,
  { connector, fields, as }: Pick<NetworkUnderTest, 'connector' | 'fields' | 'as'>,
  person: string,
): Promise<SignedIn> {
  const { connect, whoami } = connector.auth
  if (!connect) throw new Error(`${connector.network} is not connected directly`)
  const { grant } = await connect(stand.http(), fields(stand, person))
  const { remoteId, handle, facts } = await whoami(stand.http(), grant)
  const kept: SignedIn = JSON.parse(JSON.stringify({ grant, account: { remoteId, handle, facts } }))
  const signedIn = { ...kept, connector }
  return as ? as(signedIn) : signedIn
}
