import { inTx } from '#infra/db/client.ts'
import type { Caller, Scope } from '#kernel/caller.ts'
import { after } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { fromWire } from '#kernel/ids.ts'
import type { IdentityDeps } from '../../deps.ts'
import { hashSecret } from '../../hash-secret.ts'
import { mayGrant } from '../app-scopes.ts'
import { codeMs, newSecret } from '../app-tokens.ts'
import { type Audience, resourceOf } from '../audiences.ts'
import type { Client } from '../clients/client.ts'
import { recordClientUse } from '../clients/store.ts'
import { describeRedirect } from '../redirect-uris.ts'
import { insertCode } from '../store.ts'
import { type AdmitDeps, type Answer, admitApp } from './admit-app.ts'
import { type AuthorizationRequest, buildReturn, type ConsentDeps, readRequest } from './read-request.ts'

/** Describes to a user which app requests access, to what, and which of it the user can grant. */
export async function checkRequest(deps: ConsentDeps, caller: Caller, request: string) {
  const { client, redirectUri, ...reach } = await requireSound(deps, request)
  return { ...describeAccess(deps.config, caller, client, reach), returnsTo: describeRedirect(redirectUri) }
}

/** Describes what a client requests. Scopes that the user cannot grant are omitted. */
export const describeAccess = (
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
async function requireSound(deps: ConsentDeps, request: string): Promise<AuthorizationRequest> {
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

/** Approves or denies an app's request, and returns the URL that takes the browser back to the app. */
export async function answerRequest(
  deps: ConsentDeps & AdmitDeps,
  caller: Caller,
  { request: text, ...answer }: Answer & { readonly request: string },
): Promise<{ readonly redirectTo: string }> {
  const request = await requireSound(deps, text)
  if (answer.decision === 'refuse') {
    const refusal = { error: 'access_denied', error_description: 'The user refused.' }
    return { redirectTo: buildReturn(deps.config, request, refusal) }
  }
  const code = newSecret()
  const now = deps.clock.now()
  const expiresAt = after(now, codeMs)
  await inTx(deps.db, async (tx) => {
    const appId = await admitApp(deps, tx, caller, request, answer, expiresAt)
    const { redirectUri, challenge, client } = request
    await insertCode(tx, { codeHash: hashSecret(code), appId, redirectUri, challenge, expiresAt })
    const registered = fromWire('client', client.id)
    if (registered) await recordClientUse(tx, registered, now)
  })
  return { redirectTo: buildReturn(deps.config, request, { code }) }
}
