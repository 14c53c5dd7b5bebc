import type { Incoming } from '../../../core/http/request.ts'
import { int64 } from '../../../core/kit/int64.ts'
import type { Route } from '../../../core/network.ts'
import { loginRoutes } from '../../meta/login.ts'
import { secretIn } from '../../meta/params.ts'
import { refuse } from '../../meta/refusals.ts'
import { unknownToken } from '../../meta/tokens.ts'
import type { Platform } from '../state/platform.ts'
import type { Person, Token } from '../state/records.ts'
import { liveToken, need } from './callers.ts'
import { issueToken } from './sealed.ts'

/** The exchange of a code of Instagram for a short-lived token, of that for a long-lived one, and its renewal. */
export const tokenRoutes = (platform: Platform): readonly Route[] =>
  loginRoutes<Person, Token>(platform, {
    prefix: 'ig',
    calls: { trade: 'exchangeCode', lengthen: 'extendToken', renew: 'refreshToken' },
    unknownCode: 'Invalid authorization code',
    // A code of Facebook is another product's.
    isForeign: (code) => platform.chosen.has(code),
    refreshAfterMs: () => platform.rules.refreshAfterMs,
    live: (incoming) => loginToken(platform, incoming),
    issue: (person, { long, scopes }) => issueToken(platform, person, { kind: 'account', long, scopes }),
    shown({ text, person, scopes }) {
      const body = { access_token: text, user_id: int64(person.appId) }
      if (platform.rules.tokensInData) return { data: [{ ...body, permissions: scopes.join(',') }] }
      return { ...body, permissions: scopes }
    },
    checkRenewal: (token) => need(token, 'basic'),
  })

/** Returns a token of Instagram. One of Facebook cannot be parsed here. */
function loginToken(platform: Platform, incoming: Incoming): Token {
  const token = liveToken(platform, secretIn(incoming))
  return token.way === 'login' ? token : refuse(unknownToken)
}
