import { inTx } from '#infra/db/client.ts'
import { fromWire, newId, toWire } from '#kernel/ids.ts'
import type { IdentityDeps } from '../../deps.ts'
import { usualScopes } from '../app-scopes.ts'
import { type Client, ownClients } from './client.ts'
import { readMetadata } from './client-documents.ts'
import { deleteClientsBeyond, findRegisteredClient, insertClient } from './store.ts'

/** Finds a program by its `client_id`: a built-in one, a registered one, or one with a metadata document on the web. */
export async function findClient(
  deps: Pick<IdentityDeps, 'db' | 'clientDocuments'>,
  id: string,
): Promise<Client | null> {
  const own = ownClients.find((client) => client.id === id)
  if (own) return own
  if (id.startsWith('https://')) return deps.clientDocuments.read(id)
  const registered = fromWire('client', id)
  const row = registered ? await findRegisteredClient(deps.db, registered) : undefined
  if (!row) return null
  const { name, homeUrl, redirectUris } = row
  return { id: toWire('client', row.id), name, homeUrl, redirectUris, scopes: usualScopes, namedBy: 'itself' }
}

/** Limits what strangers can store. Beyond it, the oldest unauthorized programs are deleted. */
const mostUnused = 10_000

/** Registers a program (RFC 7591). Anyone can call this, because a registration alone grants nothing. */
export async function registerClient(deps: Pick<IdentityDeps, 'db' | 'clock'>, body: unknown) {
  const { name, homeUrl, redirectUris } = readMetadata(body)
  const now = deps.clock.now()
  const id = newId<'client'>(now)
  await inTx(deps.db, async (tx) => {
    await insertClient(tx, { id, name, homeUrl, redirectUris: [...redirectUris], createdAt: now })
    await deleteClientsBeyond(tx, mostUnused)
  })
  return {
    client_id: toWire('client', id),
    client_id_issued_at: Math.floor(now.getTime() / 1_000),
    client_name: name,
    ...(homeUrl ? { client_uri: homeUrl } : {}),
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}
