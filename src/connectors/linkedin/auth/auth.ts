import { codeGrant } from '#connectors/api/oauth2.ts'
import type { Auth } from '#connectors/connector.ts'
import type { Grant } from './grant.ts'
import { askMember } from './member.ts'
import { targets, whoami } from './targets.ts'

const scopes = [
  'r_basicprofile',
  'w_member_social',
  'w_member_social_feed',
  'w_organization_social',
  'w_organization_social_feed',
  'r_organization_social',
  'rw_organization_admin',
  'r_member_postAnalytics',
]

/**
 * One grant covers the member and every organization that they may post for. A token lasts 60 days. LinkedIn renews it
 * only for apps approved for renewal; otherwise the member has to sign in again.
 */
const grants = codeGrant<Grant>({
  network: 'linkedin',
  scopes,
  pkce: false,
  callback: { https: true, localhost: true },
  page: { path: '/oauth/v2/authorization', separator: ' ', plusIsNoSpace: true },
  token: { at: 'auth', path: '/oauth/v2/accessToken', client: ['client_id', 'client_secret'] },
  revoke: { path: '/oauth/v2/revoke', by: 'access' },
  usualSeconds: 5_184_000,
  longestSeconds: 315_360_000,
  longestToken: 8_192,
  keepsScopes: true,
  principal: async (http, { accessToken, scopes: granted }, before) =>
    before?.member ?? (await askMember(http, { accessToken, scopes: granted ?? scopes })).urn,
  grant: (member, tokens, granted) => ({ member, ...tokens, scopes: granted }),
  // A refresh token works for a year in total, however often it is used. An access token that outlives it is the last
  // one.
  renewable: ({ refreshToken, refreshSeconds = Number.POSITIVE_INFINITY, seconds }) =>
    refreshToken !== null && refreshSeconds > seconds,
})

export const auth: Auth<Grant> = {
  ...grants,
  // No scope is required for all accounts: an account that lacks one says so in the list of choices.
  needs: [],
  whoami,
  targets,
}
