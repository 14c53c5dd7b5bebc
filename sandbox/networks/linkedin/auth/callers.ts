import { type Incoming, Refused } from '../../../core/http/request.ts'
import { treeOr } from '../../../core/kit/tree.ts'
import { findCallerName as nameInToken } from '../../../core/oauth/client.ts'
import { isAuthorName, type Platform } from '../state/platform.ts'
import { type Author, isOrganization, type Member, type Organization, type Role } from '../state/records.ts'
import { denied, no, notAllowed, unauthorized } from '../wire/refusals.ts'
import { type Urn, urnOf } from '../wire/restli.ts'
import { stateOf } from './login.ts'

export interface Caller {
  readonly member: Member
  readonly scopes: readonly string[]
}

export const communityScopes = ['w_organization_social', 'r_organization_social', 'rw_organization_admin'] as const

/** The roles that may post for an organization. */
const postingRoles: readonly Role[] = ['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR', 'DIRECT_SPONSORED_CONTENT_POSTER']

export function requireCaller(platform: Platform, { bearer }: Pick<Incoming, 'bearer'>): Caller {
  if (bearer === null) throw new Refused(unauthorized('empty'))
  const token = platform.tokens.find(bearer)
  if (token?.use !== 'access') throw new Refused(unauthorized('invalid'))
  const state = stateOf(platform, token)
  if (state !== 'active') throw new Refused(unauthorized(state))
  const { person: member, scopes } = token.grant
  return { member, scopes }
}

/** Requires one of these scopes. `what` is the name of the call in the rejection. */
export function needs({ scopes }: Caller, any: readonly string[], what: string): void {
  if (!any.some((scope) => scopes.includes(scope))) notAllowed(what)
}

/**
 * Returns the author on whose behalf the call writes: the calling member, or an organization that they may post for.
 */
export function authorFor(
  platform: Platform,
  caller: Caller,
  value: unknown,
  of: { field: string; what: string },
): Author {
  const urn = urnOf(value, of.field, ['person', 'organization'])
  if (urn.type === 'person') {
    if (urn.text !== caller.member.urn) return denied(`Field Value validation failed in REQUEST_BODY: ${of.field}`)
    needs(caller, ['w_member_social'], of.what)
    return caller.member
  }
  if (!caller.scopes.includes('w_organization_social'))
    return no(400, {
      code: 'INVALID_VALUE_FOR_FIELD',
      message: 'Organization Or Events permissions must be used when using organization as author',
    })
  const organization = platform.organizationById(urn.id)
  if (organization?.owner !== caller.member || !organization.role || !postingRoles.includes(organization.role))
    return notAllowed(of.what)
  return organization
}

/**
 * Returns an organization that the caller may read. Any role is enough, unless `roles` restricts it: metrics are only
 * for administrators.
 */
export function readable(
  platform: Platform,
  caller: Caller,
  urn: Urn,
  of: { readonly any: readonly string[]; readonly what: string; readonly roles?: readonly Role[] },
): Organization {
  needs(caller, of.any, of.what)
  const organization = platform.organizationById(urn.id)
  const { role } = organization ?? {}
  const isAllowed = organization?.owner === caller.member && role && (of.roles?.includes(role) ?? true)
  return organization && isAllowed ? organization : notAllowed(of.what)
}

/**
 * Checks that the caller may read an author's posts. Organizations' posts need a scope; members' posts are closed to
 * all apps.
 */
export function checkReads(platform: Platform, caller: Caller, author: Author, what: string): void {
  const urn = { text: author.urn, type: 'organization', id: author.id }
  if (isOrganization(author)) readable(platform, caller, urn, { any: ['r_organization_social'], what })
  else needs(caller, ['r_member_social'], what)
}

/** Returns only the calling account's name, for faults and the call log: the organization, if one is named. */
export function findCallerName(platform: Platform, incoming: Incoming): string | null {
  if (incoming.params.ticket !== undefined) return platform.tickets.get(incoming.params.ticket)?.owner.name ?? null
  const name = nameInToken(platform, incoming, isAuthorName)
  const organization = incoming.bearer === null || name === null ? null : platform.author(organizationIn(incoming))
  return organization?.name ?? name
}

/** Returns the organization that a call names, wherever it is in the call. */
function organizationIn({ body, query, params }: Incoming): string {
  const tree = treeOr(body.kind === 'json' && body.value)
  const upload = treeOr(tree.initializeUploadRequest)
  const places = [
    tree.author,
    tree.actor,
    upload.owner,
    ...['author', 'organizationalEntity', 'actor'].map((name) => query.get(name)),
    params.organization,
  ]
  return String(places.find((one) => typeof one === 'string' && one.startsWith('urn:li:organization:')) ?? '')
}
