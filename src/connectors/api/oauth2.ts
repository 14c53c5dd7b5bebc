import { z } from 'zod'
import type { Addresses, Answer, Auth, Granted, Http, OAuth } from '#connectors/connector.ts'
import { answerFailure, ownFailure, readAnswer, requireAddress } from './json-api.ts'

/** The authorization code grant of OAuth 2, with the differences between networks as data. */
interface CodeGrant<Grant extends TokenPair>
  extends TokenRules,
    Pick<OAuth<Grant>, 'pkce' | 'callback' | 'isUnknownApp'> {
  readonly scopes: readonly string[]
  readonly page: SignInPage
  /** The fields to add to the exchange of a code. */
  readonly exchange?: Fields
  /** The endpoint that revokes a grant by one of its tokens, if there is one. `isOpen`: it needs no app. */
  readonly revoke?: { readonly path: string; readonly by: 'refresh' | 'access'; readonly isOpen?: true }
  /** The code for a grant without a refresh token. Defaults to `invalid_grant`. */
  readonly noRefreshToken?: string
  /** True if a renewal that states no scopes keeps those of the grant. Otherwise it has the requested ones. */
  readonly keepsScopes?: true
  /** True if a token response reports an error, for a network whose errors may have status 200. */
  isError?(answer: Answer): boolean
  /** Returns the network's ID for the person: from the previous grant, so that a renewal is one call, or by a call. */
  principal(http: Http, made: Made, before: Grant | null): Promise<string> | string
  grant(principal: string, tokens: TokenPair, scopes: readonly string[]): Grant
  /** Returns whether the grant can be renewed again. */
  renewable?(made: Made): boolean
}

/** The rules of token requests and their responses. */
interface TokenRules {
  readonly network: string
  /** The token endpoint, and how the app identifies itself there. */
  readonly token: Endpoint & { readonly client: Client }
  /** The lifetime of an access token if the response does not state one. */
  readonly usualSeconds: number
  /** The maximum plausible lifetime in a response. Defaults to a year. */
  readonly longestSeconds?: number
  /** The maximum length of an accepted token. Defaults to 4,096 characters. */
  readonly longestToken?: number
  /** True if each token response has to name the person. */
  readonly namesPerson?: true
}

type Fields = Readonly<Record<string, string>>

interface TokenPair {
  readonly accessToken: string
  readonly refreshToken: string | null
}

interface Endpoint {
  readonly at: keyof Addresses
  readonly path: string
}

/** `basic`: a header. `encoded basic`: a header whose parts are percent-encoded. Otherwise the names of the fields. */
type Client = 'basic' | 'encoded basic' | readonly [id: string, secret: string]

/** The page where a person signs in. */
interface SignInPage {
  readonly path: string
  readonly separator: ' ' | ','
  /** The parameter that contains the app's ID. Defaults to `client_id`. */
  readonly client?: string
  readonly more?: Fields
  /** True if some of the network's pages do not interpret a plus as a space. */
  readonly plusIsNoSpace?: true
}

/** A token response. */
interface Made extends TokenPair {
  /** Null if the response does not state the scopes. */
  readonly scopes: readonly string[] | null
  readonly seconds: number
  readonly refreshSeconds: number | undefined
  /** The person's ID, if `namesPerson`. */
  readonly openId: string
}

type AuthorizeRequest = Parameters<OAuth<unknown>['authorizeUrl']>[2]

/** Returns the URL of a sign-in page. */
export function authorizeUrl(
  address: string,
  { path, separator, client = 'client_id', more = {}, plusIsNoSpace }: SignInPage,
  { clientId }: { readonly clientId: string },
  { redirectUrl, state, scopes, challenge }: AuthorizeRequest,
): string {
  const query = new URLSearchParams({
    [client]: clientId,
    redirect_uri: redirectUrl,
    response_type: 'code',
    scope: scopes.join(separator),
    state,
    ...more,
    ...(challenge === null ? {} : { code_challenge: challenge, code_challenge_method: 'S256' }),
  }).toString()
  return `${address}${path}?${plusIsNoSpace ? query.replaceAll('+', '%20') : query}`
}

/** Posts a form without a person's token. */
export const postForm = (
  http: Http,
  { name, url, headers = {} }: { readonly name: string; readonly url: string; readonly headers?: Fields },
  form: Fields,
): Promise<Answer> =>
  http.send({
    name,
    method: 'POST',
    url,
    headers: { accept: 'application/json', ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })

/** Returns the operator's app. Signing in is offered only if there is one. */
export function requireApp({ app }: Http, network: string): NonNullable<Http['app']> {
  if (app === null) throw new Error(`${network} has no app to sign in with`)
  return app
}

/** Builds the sign-in, renewal and revocation of grants from a network's rules. */
export function codeGrant<Grant extends TokenPair & { readonly scopes?: readonly string[] }>(
  rules: CodeGrant<Grant>,
): Pick<Auth<Grant>, 'scopes' | 'refresh' | 'revoke'> & { readonly kind: 'oauth'; readonly oauth: OAuth<Grant> } {
  const { token, revoke, page, pkce, callback, isUnknownApp, renewable } = rules
  const shape = shapeOf(rules)

  async function askToken(http: Http, form: Fields, before: Grant | null): Promise<Granted<Grant>> {
    const answer = await postSigned(http, rules, { name: 'token', path: token.path, form })
    if (rules.isError?.(answer)) throw answerFailure(answer, null)
    const made = madeOf(rules, readAnswer(answer, shape), before)
    const scopes = made.scopes ?? (rules.keepsScopes ? before?.scopes : undefined) ?? [...rules.scopes]
    const { accessToken, refreshToken } = made
    const principal = await rules.principal(http, made, before)
    return {
      grant: rules.grant(principal, { accessToken, refreshToken }, scopes),
      principal,
      scopes,
      expiresAt: new Date(http.now.getTime() + made.seconds * 1_000),
      ...(renewable && { renewable: renewable(made) }),
    }
  }

  return {
    kind: 'oauth',
    scopes: rules.scopes,
    oauth: {
      pkce,
      callback,
      ...(isUnknownApp && { isUnknownApp }),
      authorizeUrl: (addresses, app, request) => authorizeUrl(requireAddress(addresses, 'auth'), page, app, request),
      exchange(http, { code, redirectUrl, verifier }) {
        const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUrl, ...rules.exchange }
        return askToken(http, pkce ? { ...form, code_verifier: verifier ?? '' } : form, null)
      },
    },
    async refresh(http, before) {
      const { refreshToken } = before
      if (refreshToken === null) throw ownFailure(rules.noRefreshToken ?? 'invalid_grant')
      return askToken(http, { grant_type: 'refresh_token', refresh_token: refreshToken }, before)
    },
    ...(revoke && {
      async revoke(http: Http, { accessToken, refreshToken }: Grant) {
        const text = revoke.by === 'refresh' ? (refreshToken ?? accessToken) : accessToken
        await postSigned(http, rules, { name: 'revoke', ...revoke, form: { token: text } })
      },
    }),
  }
}

const yearSeconds = 31_536_000

function shapeOf({ longestToken = 4_096, longestSeconds = yearSeconds, namesPerson }: TokenRules) {
  const text = z.string().min(1).max(longestToken)
  // Only the tokens matter, so a malformed field next to them must not invalidate the response.
  const seconds = z.coerce.number().int().min(1).max(longestSeconds).optional().catch(undefined)
  return z
    .object({
      access_token: text,
      refresh_token: text.nullish(),
      expires_in: seconds,
      refresh_token_expires_in: seconds,
      scope: z.string().max(4_096).optional().catch(undefined),
      open_id: z.string().min(1).max(200).optional().catch(undefined),
    })
    .refine(({ open_id }) => !namesPerson || open_id !== undefined)
}

/** Reads a response. A renewal without a new refresh token keeps the old one, which may still work. */
function madeOf(
  { usualSeconds }: TokenRules,
  answer: z.output<ReturnType<typeof shapeOf>>,
  before: TokenPair | null,
): Made {
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? before?.refreshToken ?? null,
    // Some networks receive scopes with commas and return them with spaces.
    scopes: answer.scope?.split(/[\s,]+/).filter((one) => one !== '') ?? null,
    seconds: answer.expires_in ?? usualSeconds,
    refreshSeconds: answer.refresh_token_expires_in,
    openId: answer.open_id ?? '',
  }
}

interface SignedForm {
  readonly name: string
  readonly path: string
  readonly form: Fields
  readonly isOpen?: true
}

/** Posts a form as the operator's app. */
function postSigned(http: Http, { network, token }: TokenRules, { name, path, form, isOpen }: SignedForm) {
  const endpoint = { name, url: `${requireAddress(http.addresses, token.at)}${path}` }
  if (isOpen) return postForm(http, endpoint, form)
  const { clientId, clientSecret } = requireApp(http, network)
  const { client } = token
  if (typeof client === 'string') {
    const pair = [clientId, clientSecret].map(client === 'basic' ? String : encodeURIComponent).join(':')
    const headers = { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
    return postForm(http, { ...endpoint, headers }, form)
  }
  const [id, secret] = client
  return postForm(http, endpoint, { [id]: clientId, [secret]: clientSecret, ...form })
}
