import type { Caller, Scope } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { IdentityDeps } from '../../../deps.ts'
import { mayGrant } from '../../app-scopes.ts'
import { type Audience, resourceOf } from '../../audiences.ts'
import type { Client } from '../../clients/client.ts'
import { describeRedirect } from '../../redirect-uris.ts'
import { type AuthorizationRequest, type ConsentDeps, readRequest } from '../read-request.ts'

/** Describes to a user which app requests access, to what, and which of it the user can grant. */
export async function checkRequest(deps: ConsentDeps, caller: Caller, request: string) {
  const { client, redirectUri, ...reach } = await requireSound(deps, request)
  return { ...describeWish(deps.config, caller, client, reach), returnsTo: describeRedirect(redirectUri) }
}

/** Describes what a client requests. Scopes that the user cannot grant are omitted. */
export const describeWish = (
  config: IdentityDeps['config'],
  caller: Caller,
  { name, homeUrl, namedBy, id }: Pick<Client, 'name' | 'homeUrl' | 'namedBy' | 'id'>,
  { scopes, audience }: { readonly scopes: readonly Scope[]; readonly audience: Audience },
) => ({
  app: { name, homeUrl, namedBy, documentUrl: namedBy === 'document' ? id : null },
  scopes: scopes.filter((scope) => mayGrant(caller.role, scope)),
  resource: resourceOf(config, audience),
})

/** Returns the request encoded in the text that `/oauth/authorize` passed to the page. */
export async function requireSound(deps: ConsentDeps, request: string): Promise<AuthorizationRequest> {
  const read = await readRequest(deps, Buffer.from(request, 'base64url').toString('utf8'))
  switch (read.kind) {
    case 'sound':
      return read.request
    case 'strange':
      return refuse('authorization_request_invalid', { detail: read.detail })
    case 'refused':
      return refuse('authorization_request_invalid', { detail: read.fault.message })
    default:
      return read satisfies never
  }
}
