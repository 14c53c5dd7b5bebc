import { type Incoming, Refused } from '../../core/request.ts'
import { isAuthorName, type Platform } from './platform.ts'
import { type Author, isOrganization, type Member, type Organization, type Role } from './records.ts'
import { denied, no, notAllowed, unauthorized } from './refusals.ts'
import { type Urn, urnOf } from './restli.ts'
import { issuedToken, nameIn } from './sealed.ts'
import { formValue, stateOf } from './token.ts'

export interface Caller {
  readonly member: Member
  readonly scopes: readonly string[]
}

export const communityScopes = ['w_organization_social', 'r_organization_social', 'rw_organization_admin'] as const

/** Roles with which somebody may post for an organization. */
const postingRoles: readonly Role[] = ['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR', 'DIRECT_SPONSORED_CONTENT_POSTER']

export function callerOf(platform: Platform, { bearer }: Pick<Incoming, 'bearer'>): Caller {
  if (bearer === null) throw new Refused(unauthorized('empty'))
  const token = issuedToken(platform, bearer)
  if (token?.use !== 'access') throw new Refused(unauthorized('invalid'))
  const state = stateOf(platform, token)
  if (state !== 'active') throw new Refused(unauthorized(state))
  return token.grant
}

/** One of these scopes is enough; `what` is the call as the refusal names it. */
export function needs({ scopes }: Caller, any: readonly string[], what: string): void {
  if (!any.some((scope) => scopes.includes(scope))) notAllowed(what)
}

/** In whose name something is written: the member themselves, or an organization for which they may. */
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
      message: 'Organization permissions must be used when using organization as author',
    })
  const organization = platform.organizationById(urn.id)
  if (organization?.owner !== caller.member || !organization.role || !postingRoles.includes(organization.role))
    return notAllowed(of.what)
  return organization
}

/** To read what an organization has: any role there will do, but for its figures only that of an administrator. */
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

/** What somebody has posted may be read for an organization; of members it is closed to all apps. */
export function checkReads(platform: Platform, caller: Caller, author: Author, what: string): void {
  const urn = { text: author.urn, type: 'organization', id: author.id }
  if (isOrganization(author)) readable(platform, caller, urn, { any: ['r_organization_social'], what })
  else needs(caller, ['r_member_social'], what)
}

/** The name alone, for faults and the log: nothing is made for it. */
export function nameBehind(platform: Platform, incoming: Incoming): string | null {
  if (incoming.params.ticket !== undefined) return platform.tickets.get(incoming.params.ticket)?.owner.name ?? null
  if (incoming.bearer !== null) {
    const name = nameIn(platform, incoming.bearer)
    const organization = name === null ? null : platform.author(organizationIn(incoming))
    return organization?.name ?? name
  }
  const login = formValue(incoming, 'login') ?? incoming.query.get('login')
  if (login !== null) return isAuthorName(login) ? login : null
  const code = platform.codes.get(formValue(incoming, 'code') ?? '')
  if (code) return code.member.name
  const token = formValue(incoming, 'refresh_token') ?? formValue(incoming, 'token')
  return token === null ? null : nameIn(platform, token)
}

/** The organization that a call names, wherever it does. */
function organizationIn({ body, query, params }: Incoming): string {
  const given: unknown = body.kind === 'json' ? body.value : null
  const tree = typeof given === 'object' && given !== null ? (given as Readonly<Record<string, unknown>>) : {}
  const upload = (tree.initializeUploadRequest ?? {}) as Readonly<Record<string, unknown>>
  const places = [
    tree.author,
    tree.actor,
    upload.owner,
    ...['author', 'organizationalEntity', 'actor'].map((name) => query.get(name)),
    params.organization,
  ]
  return String(places.find((one) => typeof one === 'string' && one.startsWith('urn:li:organization:')) ?? '')
}
