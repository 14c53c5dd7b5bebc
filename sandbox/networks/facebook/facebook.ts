import { route } from '../../core/http/route.ts'
import type { MakeNetwork, Route } from '../../core/network.ts'
import { pageFeed } from '../../core/pages/layouts/page-feed.ts'
import { createSettings } from '../../core/rules/settings.ts'
import { readAllParams } from '../meta/params.ts'
import { noObject } from '../meta/refusals.ts'
import { dialogRoutes } from './auth/authorize.ts'
import { tokenOf, verbOf } from './auth/callers.ts'
import { knownScopes } from './auth/scopes.ts'
import { findCallerName, issueToken, pageTokenOf } from './auth/sealed.ts'
import { loginRoutes } from './auth/token.ts'
import { createActs } from './control/acts.ts'
import { listFeed } from './control/feed.ts'
import { subscriptionRoutes } from './control/subscriptions.ts'
import { insightRoutes } from './figures/insights.ts'
import { photoRoutes } from './media/photos.ts'
import { reelRoutes } from './media/reels.ts'
import { createResumable } from './media/resumable.ts'
import { storyRoutes } from './media/stories.ts'
import { createUploads } from './media/uploads.ts'
import { videoRoutes } from './media/videos.ts'
import { placeRoutes } from './people/pages.ts'
import { peopleRoutes } from './people/people.ts'
import { portfolioRoutes } from './people/portfolios.ts'
import { moderationRoutes } from './posts/comment-moderation.ts'
import { commentRoutes } from './posts/comments.ts'
import { postRoutes } from './posts/posts.ts'
import { choices, defaultRules } from './rules.ts'
import { createGraph, firstPages, type Graph, isPageName } from './state/platform.ts'
import { createFailures } from './wire/refusals.ts'
import { createThrottle } from './wire/throttle.ts'

/** Facebook's Graph API for pages: the people who run them, and an app that posts there on their behalf. */
export const facebook: MakeNetwork = (world) => {
  const rules = { ...defaultRules }
  const graph = createGraph(world, rules)
  const throttle = createThrottle(graph)
  const uploads = createUploads(graph)
  const { handles, routes: resumable } = createResumable(graph)
  const webhookRoutes: readonly Route[] = [
    ...loginRoutes(graph),
    ...portfolioRoutes(graph),
    ...peopleRoutes(graph),
    ...postRoutes(graph),
    ...photoRoutes(graph),
    ...commentRoutes(graph),
    ...moderationRoutes(graph),
    ...videoRoutes(graph, uploads, handles),
    ...reelRoutes(graph, uploads),
    ...storyRoutes(graph),
    ...insightRoutes(graph),
    ...resumable,
    ...subscriptionRoutes(graph),
    ...otherRoutes(graph),
  ]
  return {
    id: 'facebook',
    title: 'Facebook Pages',
    routes: [...dialogRoutes(graph), ...placeRoutes(graph), ...webhookRoutes.map(throttle.around)],
    accountOf: (incoming) => findCallerName(graph, incoming),
    accounts: {
      first: firstPages,
      has: (name) => isPageName(name),
      hint: 'a person (alice, bob, carla, user-1 to user-20000) or one of their pages, such as alice-bakery',
    },
    failures: createFailures(graph),
    catchUp: () => graph.due.until(world.clock.ms()),
    upcoming: () => graph.due.list(),
    feed: (of) => listFeed(graph, of),
    layout: pageFeed,
    connect: (name) => connect(graph, name),
    settings: createSettings(rules, choices),
    acts: createActs(graph),
    state: () => ({
      people: graph.people.size,
      posts: graph.posts.size,
      photos: graph.photos.size,
      videos: graph.videos.size,
    }),
  }
}

/** Responds to all remaining calls. The network does not distinguish unknown objects from hidden ones. */
const otherRoutes = (graph: Parameters<typeof tokenOf>[0]): readonly Route[] =>
  (['GET', 'POST', 'DELETE'] as const).map((method) =>
    route(
      method,
      '/:object',
      `${method.toLowerCase()}Object`,
      { accepts: ['form', 'json', 'multipart'] },
      (incoming) => {
        readAllParams(incoming)
        tokenOf(graph, incoming)
        return noObject(incoming.params.object ?? '', verbOf(incoming))
      },
    ),
  )

/** Connects a person as if they had authorized the app, with the page token of their bakery. */
function connect(graph: Graph, name: string): Readonly<Record<string, string>> {
  const person = graph.person(name)
  const [bakery] = person?.pages ?? []
  if (!person || !bakery) throw new Error(`Unknown person ${name}.`)
  person.consent ??= { granted: new Set(knownScopes), declined: new Set(), pages: new Set(person.pages) }
  const token = issueToken(graph, person, { long: true, livesMs: graph.rules.long_token_ms })
  return {
    account: bakery.name,
    person: person.name,
    personId: person.id,
    pageId: bakery.id,
    userToken: token.text,
    pageToken: pageTokenOf(graph, token, bakery).text,
  }
}
