import type { Incoming } from '../../../../core/http/request.ts'
import { minutes } from '../../../../core/kit/clock.ts'
import { formValue } from '../../../../core/oauth/client.ts'
import type { Client } from './clients.ts'
import { refuseOauth } from './refuse.ts'

/** An authorization request that a client has pushed before the person arrives. */
export interface PushedRequest {
  readonly clientId: string
  readonly app: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly state: string | null
  readonly challenge: string
  /** The thumbprint of the session's key, and the ID of the client's. */
  readonly key: string
  readonly kid: string
  readonly untilMs: number
}

export const requestMs = minutes(5)

export const scopeTitles: Readonly<Record<string, string>> = {
  atproto: 'Know who you are',
  'transition:generic': 'Post and act for you, as with an app password',
  'transition:email': 'See your e-mail address',
  'transition:chat.bsky': 'Read and send messages for you',
}

/** Checks a pushed request as far as possible without the person. */
export function readRequest(
  incoming: Incoming,
  client: Client,
): Pick<PushedRequest, 'redirectUri' | 'scopes' | 'state' | 'challenge'> {
  const no = (why: string, error = 'invalid_request'): never => refuseOauth(400, error, why)
  if (formValue(incoming, 'response_type') !== 'code') no('response_type must be "code"', 'unsupported_response_type')
  const redirectUri = formValue(incoming, 'redirect_uri') ?? no('redirect_uri required')
  if (!client.redirectUris.includes(redirectUri)) no('Invalid redirect_uri')
  const scopes = (formValue(incoming, 'scope') ?? '').split(' ').filter(Boolean)
  if (!scopes.includes('atproto')) no('The "atproto" scope is required', 'invalid_scope')
  const stray = scopes.find((scope) => !client.scopes.includes(scope) || !Object.hasOwn(scopeTitles, scope))
  if (stray !== undefined) no(`Scope "${stray}" is not declared in the client metadata`, 'invalid_scope')
  const challenge = formValue(incoming, 'code_challenge') ?? ''
  if (formValue(incoming, 'code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge))
    no('code_challenge of the method S256 required')
  return { redirectUri, scopes, challenge, state: formValue(incoming, 'state') }
}
