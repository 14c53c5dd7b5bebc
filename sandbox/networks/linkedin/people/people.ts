import { type Incoming, ok } from '../../../core/http/request.ts'
import { noToken, route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { communityScopes, needs, readable, requireCaller } from '../auth/callers.ts'
import { followersOf } from '../figures/metrics.ts'
import { type Platform, titleOf } from '../state/platform.ts'
import { isOrganization, type Member, type Organization } from '../state/records.ts'
import { missing, notAllowed } from '../wire/refusals.ts'
import { type Call, rest } from '../wire/rest.ts'
import { integerIn, onlyParameters, textOf, urnOf } from '../wire/restli.ts'

/** The signed-in member, the organizations that they may act for, and the number of followers of each. */
export function peopleRoutes(platform: Platform): readonly Route[] {
  const versioned = rest(platform)
  const me = (member: Member) => ({
    id: member.id,
    localizedFirstName: titleOf(member).split(' ')[0],
    localizedLastName: titleOf(member).split(' ')[1] ?? 'Sandbox',
    vanityName: member.name,
    profilePicture: { displayImage: `urn:li:digitalmediaAsset:${member.id}` },
  })
  // Without OpenID, an app learns the member's identity from this call.
  const toAsk = ['r_basicprofile', ...communityScopes]
  return [
    route('GET', '/v2/userinfo', 'getUserInfo', withToken, (incoming) => ok(userInfo(platform, incoming))),
    route('GET', '/v2/me', 'getMe', withToken, (incoming) => {
      const caller = requireCaller(platform, incoming)
      needs(caller, toAsk, 'me.GET')
      return ok(me(caller.member))
    }),
    versioned('GET', '/rest/me', 'getMe', noToken, ({ caller }) => {
      needs(caller, toAsk, 'me.GET')
      return ok(me(caller.member))
    }),
    versioned('GET', '/rest/organizationAcls', 'getOrganizationAcls', noToken, (call) => ok(aclsOf(platform, call))),
    versioned('GET', '/rest/organizations/:id', 'getOrganization', noToken, ({ incoming, caller }) => {
      const id = incoming.params.id ?? ''
      const urn = { text: `urn:li:organization:${id}`, type: 'organization', id }
      const what = 'organizations.GET'
      return ok(shownOrganization(platform, readable(platform, caller, urn, { any: communityScopes, what })))
    }),
    versioned('GET', '/rest/networkSizes/:urn', 'getNetworkSizes', noToken, ({ incoming, caller, query }) => {
      onlyParameters(query, ['edgeType'])
      const urn = urnOf(incoming.params.urn, 'networkSizes', ['organization'])
      if (textOf(query, 'edgeType') !== 'COMPANY_FOLLOWED_BY_MEMBER') missing('edgeType')
      const any = ['rw_organization_admin', 'r_organization_followers', 'r_organization_social']
      const organization = readable(platform, caller, urn, { any, what: 'networkSizes.GET' })
      return ok({ firstDegreeSize: followersOf(platform, organization) })
    }),
    versioned('GET', '/rest/memberFollowersCount', 'getFollowersCount', noToken, ({ caller, query }) => {
      needs(caller, ['r_member_profileAnalytics'], 'memberFollowersCount.FINDER-me')
      if (textOf(query, 'q') !== 'me') missing('q')
      return ok({ elements: [{ memberFollowersCount: followersOf(platform, caller.member) }] })
    }),
  ]
}

function userInfo(platform: Platform, incoming: Incoming): object {
  const { member, scopes } = requireCaller(platform, incoming)
  if (!scopes.includes('openid')) return notAllowed('userinfo.GET')
  const name = titleOf(member)
  const profile = {
    name,
    given_name: name.split(' ')[0],
    family_name: name.split(' ')[1] ?? 'Sandbox',
    picture: imageUrl(platform, member),
    locale: { country: 'US', language: 'en' },
  }
  const email = { email: `${member.name}@people.example`, email_verified: true }
  return {
    sub: member.id,
    ...(scopes.includes('profile') ? profile : {}),
    ...(scopes.includes('email') ? email : {}),
  }
}

/** Returns the signed URL of an image, which expires after some weeks: a program that stores it must fetch it again. */
const imageUrl = (platform: Platform, of: Member | Organization): string => {
  const until = Math.floor(platform.world.clock.ms() / 86_400_000) * 86_400 + 60 * 86_400
  return `${platform.base()}/pictures/${isOrganization(of) ? 'logo' : 'photo'}/${of.name}?e=${until}&v=beta`
}

function aclsOf({ rules }: Platform, { caller, query }: Call): object {
  needs(caller, ['rw_organization_admin'], 'organizationAcls.FINDER-roleAssignee')
  onlyParameters(query, ['q', 'role', 'state', 'start', 'count', 'fields'])
  if (textOf(query, 'q') !== 'roleAssignee') missing('q')
  const start = integerIn(query, 'start', { max: 100_000, usual: 0 })
  const count = integerIn(query, 'count', { max: 100, usual: 10 })
  const state = textOf(query, 'state')
  const role = textOf(query, 'role')
  const rows = caller.member.organizations.flatMap((organization) => {
    if (organization.role === null || (state !== null && state !== 'APPROVED')) return []
    const written = organization.role === 'CONTENT_ADMINISTRATOR' ? rules.contentRole : organization.role
    if (role !== null && role !== written) return []
    const { urn } = organization
    return [{ [rules.targetField]: urn, role: written, roleAssignee: caller.member.urn, state: 'APPROVED' }]
  })
  return {
    elements: rows.slice(start, start + count),
    paging: { start, count, total: rows.length, links: [] },
  }
}

function shownOrganization(platform: Platform, organization: Organization): object {
  const { id, urn, displayName, name } = organization
  return {
    id: Number(id),
    $URN: urn,
    localizedName: displayName,
    name: { localized: { en_US: displayName }, preferredLocale: { country: 'US', language: 'en' } },
    vanityName: name,
    logoV2: {
      original: `urn:li:digitalmediaAsset:${id}`,
      'original~': { elements: [{ identifiers: [{ identifier: imageUrl(platform, organization) }] }] },
    },
    primaryOrganizationType: 'NONE',
    organizationType: 'PRIVATELY_HELD',
  }
}
