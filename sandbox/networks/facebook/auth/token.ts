import { type Answer, type Incoming, ok } from '../../../core/http/request.ts'
import { noToken, route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { takeCode } from '../../../core/oauth/codes.ts'
import { type Params, readAllParams, secretIn } from '../../meta/params.ts'
import { checkProof } from '../../meta/proof.ts'
import { badParam } from '../../meta/refusals.ts'
import { deadToken, unknownToken } from '../../meta/tokens.ts'
import { app, type Graph } from '../state/platform.ts'
import type { Token } from '../state/records.ts'
import { refuse } from '../wire/refusals.ts'
import { appToken, findTokenError, issuedToken, issueToken } from './sealed.ts'

/**
 * Exchanges codes for short-lived tokens, and short-lived tokens for long-lived ones. No other token can be extended,
 * and tokens cannot be refreshed.
 */
export function loginRoutes(graph: Graph): readonly Route[] {
  const names = { names: ['exchangeCode', 'extendToken'], of: callOf } as const
  const handle = (incoming: Incoming): Answer => answerToken(graph, incoming)
  const accepts = ['form', 'json', 'multipart'] as const
  return [
    route('GET', '/oauth/access_token', 'exchangeCode', { calls: names }, handle),
    route('POST', '/oauth/access_token', 'exchangeCode', { calls: names, accepts }, handle),
    route('GET', '/debug_token', 'debugToken', noToken, (incoming) => ok({ data: shownDebug(graph, incoming) })),
  ]
}

const callOf = (incoming: Incoming): string =>
  readAllParams(incoming).grant_type === 'fb_exchange_token' ? 'extendToken' : 'exchangeCode'

function answerToken(graph: Graph, incoming: Incoming): Answer {
  const params = readAllParams(incoming)
  if (params.client_id === undefined) badParam('Missing client_id parameter.')
  if (params.client_id !== app.id)
    refuse({ message: 'Error validating application. Cannot get application info due to a system error.', code: 101 })
  if (params.client_secret !== app.secret) refuse({ message: 'Error validating client secret.', code: 1, status: 400 })
  if (params.grant_type === 'client_credentials') return ok({ access_token: appToken, token_type: 'bearer' })
  const made = params.grant_type === 'fb_exchange_token' ? extend(graph, params) : trade(graph, params)
  const { rules } = graph
  const livesMs = (made.expiresAtMs ?? 0) - made.issuedAtMs
  const expiry = rules.omit_expires_in ? {} : { expires_in: Math.floor(livesMs / 1_000) }
  return ok({ access_token: made.text, token_type: 'bearer', ...expiry })
}

function trade(graph: Graph, params: Params): Token {
  const { rules } = graph
  const bad = (message: string, subcode: number) => refuse({ message, code: 100, subcode })
  if (params.code === undefined) badParam('Missing code parameter.')
  const presented = { code: params.code ?? '', redirectUri: params.redirect_uri ?? null, isKept: true }
  const { person } = takeCode(graph, presented, {
    unknown: () => bad('Invalid verification code format or the authorization code has been used.', 36_009),
    expired: () => bad('This authorization code has expired.', 36_007),
    redirectUri: () =>
      bad(
        'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
        36_008,
      ),
  })
  const long = rules.codes_give_long
  return issueToken(graph, person, { long, livesMs: long ? rules.long_token_ms : rules.short_token_ms })
}

function extend(graph: Graph, params: Params): Token {
  const text = params.fb_exchange_token ?? badParam('fb_exchange_token parameter not specified')
  checkProof(params, text, { isDemanded: false })
  const token = issuedToken(graph, text) ?? refuse(unknownToken)
  const death = findTokenError(graph, token)
  if (death !== null) refuse(deadToken(death))
  if (token.kind === 'page') badParam('A user access token is required for the exchange.')
  return issueToken(graph, token.person, { long: true, livesMs: graph.rules.long_token_ms })
}

const seconds = (ms: number | null): number => (ms === null ? 0 : Math.floor(ms / 1_000))

/** Describes a token to the app itself, with the reason if it is dead. */
function shownDebug(graph: Graph, incoming: Incoming): object {
  const { input_token: input } = readAllParams(incoming)
  const bearer = secretIn(incoming) ?? ''
  const asking = issuedToken(graph, bearer)
  if (bearer !== appToken && (asking === null || findTokenError(graph, asking) !== null))
    refuse({
      message:
        '(#100) You must provide an app access token, or a user access token that is an owner or developer of the app',
      code: 100,
    })
  if (input === undefined) badParam('The parameter input_token is required')
  const token = issuedToken(graph, input ?? '')
  if (token === null)
    return {
      error: { code: 190, message: unknownToken.message },
      is_valid: false,
      scopes: [],
    }
  const death = findTokenError(graph, token)
  const { person, page } = token
  const granted = [...(person.consent?.granted ?? [])]
  const targets = [...(person.consent?.pages ?? [])].map(({ id }) => id)
  return {
    app_id: app.id,
    type: token.kind.toUpperCase(),
    application: app.name,
    data_access_expires_at: seconds(token.issuedAtMs + 90 * 86_400_000),
    ...(death === null ? {} : { error: { code: 190, message: deadToken(death).message, subcode: death } }),
    expires_at: seconds(token.expiresAtMs),
    is_valid: death === null,
    issued_at: seconds(token.issuedAtMs),
    ...(page === null ? {} : { profile_id: page.id }),
    scopes: granted,
    granular_scopes: granted
      .filter((scope) => scope.startsWith('pages_') || scope === 'read_insights')
      .map((scope) => ({ scope, target_ids: targets })),
    user_id: person.id,
  }
}
