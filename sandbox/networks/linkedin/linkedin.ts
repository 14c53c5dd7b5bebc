import type { MakeNetwork, Route } from '../../core/network.ts'
import { pageFeed } from '../../core/pages/layouts/page-feed.ts'
import { createSettings } from '../../core/rules/settings.ts'
import { findCallerName } from './auth/callers.ts'
import { newGrant } from './auth/grants.ts'
import { consentRoutes, tokenRoutes } from './auth/login.ts'
import { createActs } from './control/acts.ts'
import { listFeed } from './control/feed.ts'
import { analyticsRoutes } from './figures/analytics.ts'
import { statisticsRoutes } from './figures/statistics.ts'
import { uploadRoutes } from './media/uploads.ts'
import { pageRoutes } from './people/pages.ts'
import { peopleRoutes } from './people/people.ts'
import { commentRoutes } from './posts/comments.ts'
import { postRoutes } from './posts/posts.ts'
import { dropFailed } from './posts/publish.ts'
import { choices, defaultRules } from './rules.ts'
import { createPlatform, firstAuthors, isAuthorName } from './state/platform.ts'
import { createFailures, limited } from './wire/failures.ts'
import { signed } from './wire/rest.ts'

/** LinkedIn as seen by an app: members, and the organizations that they run. */
export const linkedin: MakeNetwork = (world) => {
  const rules = { ...defaultRules }
  const platform = createPlatform(world, rules)
  const routes: readonly Route[] = [
    ...consentRoutes(platform),
    ...tokenRoutes(platform),
    ...peopleRoutes(platform),
    ...uploadRoutes(platform),
    ...postRoutes(platform),
    ...commentRoutes(platform),
    ...statisticsRoutes(platform),
    ...analyticsRoutes(platform),
    ...pageRoutes(platform),
  ]
  return {
    id: 'linkedin',
    title: 'LinkedIn',
    routes: routes.map(limited(platform)).map(signed(platform)),
    accounts: {
      first: firstAuthors,
      has: isAuthorName,
      hint: 'a member such as alice, or an organization such as alice-works',
    },
    accountOf: (incoming) => findCallerName(platform, incoming),
    failures: createFailures(rules),
    catchUp: () => dropFailed(platform),
    feed: (of) => listFeed(platform, of),
    layout: pageFeed,
    connect,
    settings: createSettings(rules, choices),
    acts: createActs(platform),
    state: () => ({
      members: platform.people.size,
      grants: platform.tokens.grants,
      posts: platform.posts.size / 2,
      comments: platform.comments.size,
      files: platform.assets.size,
      app: { ...platform.app },
    }),
  }

  /** Issues tokens as if the member had given consent. */
  function connect(name: string): Readonly<Record<string, string>> {
    const member = platform.person(name)
    if (member === null) return { account: name }
    const { tokens } = platform
    const grant = newGrant(tokens, member, usualScopes)
    const access = tokens.issue(grant, 'access', rules.accessTokenMs)
    const refresh = rules.partner ? tokens.issue(grant, 'refresh', rules.refreshTokenMs) : null
    const [works] = member.organizations
    return {
      account: name,
      id: member.id,
      urn: member.urn,
      organization: works?.urn ?? '',
      accessToken: access.text,
      refreshToken: refresh?.text ?? '',
    }
  }
}

const usualScopes = [
  'r_basicprofile',
  'w_member_social',
  'w_member_social_feed',
  'w_organization_social',
  'w_organization_social_feed',
  'r_organization_social',
  'rw_organization_admin',
  'r_member_postAnalytics',
]
