import { fromWire, toWire } from '#kernel/ids.ts'
import type { IdentityDeps } from '../../../deps.ts'
import { usualScopes } from '../../app-scopes.ts'
import { type Client, ownClients } from '../client.ts'
import { findRegisteredClient } from '../store.ts'

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
