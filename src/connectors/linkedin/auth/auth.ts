import { z } from 'zod'
import { readAnswer, requireAddress } from '#connectors/api/json-api.ts'
import { codeGrant } from '#connectors/api/oauth2.ts'
import type { Auth, Http, RemoteAccount, Target } from '#connectors/connector.ts'
import { ask, isStatus, word } from '../api.ts'
import { type Grant, isOrganization } from './grant.ts'

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

const ofOrganization = (
  http: Http,
  { scopes }: Grant,
  { urn, name, vanityName }: Organization,
  followers: number | null,
) => ({
  remoteId: urn,
  handle: vanityName ?? name ?? urn,
  displayName: name,
  // LinkedIn returns the ID of an image, not its URL.
  avatar: null,
  followers,
  facts: {
    kind: 'organization',
    mayComment: scopes.includes(commentScopes.organization),
    ...(vanityName === null ? {} : { profileUrl: `${requireAddress(http.addresses, 'auth')}/company/${vanityName}` }),
  },
})

const text = z.string().max(500).nullish().catch(null)

const organization = z.object({ localizedName: text, vanityName: text })

/** The scopes for comments, which differ from those for posts. An app that may only share has neither. */
const commentScopes = { member: 'w_member_social_feed', organization: 'w_organization_social_feed' } as const

/** Roles that may post. One has two names. */
const posting = ['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR', 'CONTENT_ADMIN', 'DIRECT_SPONSORED_CONTENT_POSTER']

const organizationUrn = z.string().regex(/^urn:li:organization:\d{1,20}$/)

const acls = z.object({
  elements: z.array(
    z.object({
      organization: organizationUrn.optional().catch(undefined),
      organizationTarget: organizationUrn.optional().catch(undefined),
      role: z.string(),
      state: z.string().optional(),
    }),
  ),
})

const pageSize = 100

/** The maximum number of pages to read. No one has roles in this many organizations; a longer list is endless. */
const pagesMax = 10

const memberId = z.string().regex(/^[\w-]{1,100}$/)

const basic = z.object({ id: memberId, localizedFirstName: text, localizedLastName: text, vanityName: text })

const urnOf = (id: string): string => `urn:li:person:${id}`

const openId = z.object({
  sub: memberId,
  name: text,
  picture: z
    .url({ protocol: /^https?$/ })
    .max(4_096)
    .nullish()
    .catch(null),
})

const counted = z.object({ elements: z.array(z.object({ memberFollowersCount: z.number().int().min(0) })).min(1) })

/** Returns the number of followers, which is only displayed: a failure does not fail the account. */
const followersOf = (http: Http, { accessToken: token }: Grant, urn: string): Promise<number | null> =>
  orNull(async () => {
    const path = `/rest/networkSizes/${word(urn)}?edgeType=COMPANY_FOLLOWED_BY_MEMBER`
    return readAnswer(await ask(http, { name: 'getNetworkSizes', method: 'GET', path, token }), size).firstDegreeSize
  })

const size = z.object({ firstDegreeSize: z.number().int().min(0) })

export const auth: Auth<Grant> = {
  ...grants,
  // No scope is required for all accounts: if an account lacks one, the list of choices says so.
  needs: [],
  whoami,
  targets,
}

/** Lists a grant's accounts: the member and the organizations in which they have a role. */
async function targets(http: Http, grant: Grant): Promise<readonly Target[]> {
  const member = ofMember(http, grant, await askMember(http, grant), null)
  const mayPost = grant.scopes.includes('w_member_social')
  const lacks = mayPost ? null : 'The app was not granted permission to post in your own name.'
  return [{ ...member, category: 'Member', lacks }, ...(await organizations(http, grant))]
}

/** Returns the account, or the member who signed in if no ID is given. */
async function whoami(http: Http, grant: Grant, remoteId?: string): Promise<RemoteAccount> {
  if (remoteId !== undefined && isOrganization(remoteId)) {
    const { urn, ...one } = await askOrganization(http, grant, remoteId)
    return ofOrganization(http, grant, { urn, ...one }, await followersOf(http, grant, urn))
  }
  return ofMember(http, grant, await askMember(http, grant), await memberFollowers(http, grant))
}

function ofMember(
  http: Http,
  { scopes }: Grant,
  { urn, name, vanityName, picture }: Member,
  followers: number | null,
): RemoteAccount {
  const profile =
    vanityName === null ? {} : { profileUrl: `${requireAddress(http.addresses, 'auth')}/in/${vanityName}` }
  return {
    remoteId: urn,
    handle: vanityName ?? name ?? urn,
    displayName: name,
    avatar: picture,
    followers,
    facts: { kind: 'member', mayComment: scopes.includes(commentScopes.member), ...profile },
  }
}

interface Organization {
  readonly urn: string
  readonly name: string | null
  readonly vanityName: string | null
}

async function organizations(http: Http, grant: Grant): Promise<readonly Target[]> {
  if (!['w_organization_social', 'rw_organization_admin'].every((scope) => grant.scopes.includes(scope))) return []
  const all: Target[] = []
  for (const [urn, roles] of await rolesOf(http, grant)) {
    const one = await askOrganization(http, grant, urn)
    const lacks = roles.some((role) => posting.includes(role))
      ? null
      : `You can’t post as “${one.name ?? urn}”. Ask a page admin to make you a content admin.`
    all.push({ ...ofOrganization(http, grant, one, null), category: 'Organization', lacks })
  }
  return all
}

/** Lists the member's roles by organization. A member may have several in one. */
async function rolesOf(http: Http, { accessToken: token }: Grant): Promise<ReadonlyMap<string, readonly string[]>> {
  const roles = new Map<string, readonly string[]>()
  for (let page = 0; page < pagesMax; page += 1) {
    const path = `/rest/organizationAcls?q=roleAssignee&state=APPROVED&count=${pageSize}&start=${page * pageSize}`
    const request = { name: 'getOrganizationAcls', method: 'GET', path, token, restli: 'FINDER' } as const
    const { elements } = readAnswer(await ask(http, request), acls)
    for (const { organization, organizationTarget, role, state = 'APPROVED' } of elements) {
      const urn = organization ?? organizationTarget
      if (urn !== undefined && state === 'APPROVED') roles.set(urn, [...(roles.get(urn) ?? []), role])
    }
    if (elements.length < pageSize) break
  }
  return roles
}

/** Reads an organization. One that is hidden from this role has only its id. */
async function askOrganization(http: Http, { accessToken: token }: Grant, urn: string): Promise<Organization> {
  const path = `/rest/organizations/${urn.slice(urn.lastIndexOf(':') + 1)}`
  try {
    const answer = await ask(http, { name: 'getOrganization', method: 'GET', path, token })
    const { localizedName, vanityName } = readAnswer(answer, organization)
    return { urn, name: localizedName?.trim() || null, vanityName: vanityName || null }
  } catch (error) {
    if (isStatus(error, 403)) return { urn, name: null, vanityName: null }
    throw error
  }
}

async function memberFollowers(http: Http, { accessToken: token, scopes }: Grant): Promise<number | null> {
  if (!scopes.includes('r_member_profileAnalytics')) return null
  return orNull(async () => {
    const path = '/rest/memberFollowersCount?q=me'
    const request = { name: 'getFollowersCount', method: 'GET', path, token, restli: 'FINDER' } as const
    return readAnswer(await ask(http, request), counted).elements[0]?.memberFollowersCount ?? null
  })
}

async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (isStatus(error, 200, 400, 403, 404)) return null
    throw error
  }
}

interface Member {
  readonly urn: string
  readonly name: string | null
  /** The name in the URL of the member's page; some apps do not receive it. */
  readonly vanityName: string | null
  readonly picture: string | null
}

/**
 * Reads the signed-in member. An app has either the sign-in product or the page management product, so there are two
 * ways to read it. Both return the same ID, which differs between apps.
 */
async function askMember(
  http: Http,
  { accessToken: token, scopes }: Pick<Grant, 'accessToken' | 'scopes'>,
): Promise<Member> {
  if (scopes.includes('openid')) {
    const request = { name: 'getUserInfo', method: 'GET', path: '/v2/userinfo', token } as const
    const { sub, name, picture } = readAnswer(await ask(http, request), openId)
    return { urn: urnOf(sub), name: name?.trim() || null, vanityName: null, picture: picture ?? null }
  }
  const me = readAnswer(await ask(http, { name: 'getMe', method: 'GET', path: '/rest/me', token }), basic)
  const name = [me.localizedFirstName, me.localizedLastName].filter(Boolean).join(' ').trim()
  return { urn: urnOf(me.id), name: name || null, vanityName: me.vanityName || null, picture: null }
}
