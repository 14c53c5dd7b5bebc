import type { MakeNetwork, Route } from '../../core/network.ts'
import { paramsOf } from '../meta/params.ts'
import { noObject } from '../meta/refusals.ts'
import { actsOf } from './acts.ts'
import { commentRoutes } from './comments.ts'
import { dialogRoutes } from './dialog.ts'
import { css, feedOf } from './feed.ts'
import { catchUp, createGraph, firstPages, isPageName } from './graph.ts'
import { insightRoutes } from './insights.ts'
import { loginRoutes } from './login.ts'
import { peopleRoutes } from './people.ts'
import { photoRoutes } from './photos.ts'
import { placeRoutes } from './places.ts'
import { postRoutes } from './posts.ts'
import { readyMade } from './ready-made.ts'
import { reelRoutes } from './reels.ts'
import { saysOf } from './refusals.ts'
import { createResumable } from './resumable.ts'
import { settingsOf, usualRules } from './rules.ts'
import { nameBehind } from './sealed.ts'
import { storyRoutes } from './stories.ts'
import { subscriptionRoutes } from './subscriptions.ts'
import { createThrottle } from './throttle.ts'
import { createUploads } from './uploads.ts'
import { videoRoutes } from './videos.ts'
import { tokenOf, verbOf } from './who.ts'

/** Facebook's Graph API for pages: the people who run them, and an app that posts there on their behalf. */
export const facebook: MakeNetwork = (world) => {
  const rules = { ...usualRules }
  const graph = createGraph(world, rules)
  const throttle = createThrottle(graph)
  const uploads = createUploads(graph)
  const { handles, routes: resumable } = createResumable(graph)
  const told: readonly Route[] = [
    ...loginRoutes(graph),
    ...peopleRoutes(graph),
    ...postRoutes(graph),
    ...photoRoutes(graph),
    ...commentRoutes(graph),
    ...videoRoutes(graph, uploads, handles),
    ...reelRoutes(graph, uploads),
    ...storyRoutes(graph),
    ...insightRoutes(graph),
    ...resumable,
    ...subscriptionRoutes(graph),
    ...restOf(graph),
  ]
  return {
    id: 'facebook',
    title: 'Facebook Pages',
    routes: [...dialogRoutes(graph), ...placeRoutes(graph), ...told.map(throttle.around)],
    accountOf: (incoming) => nameBehind(graph, incoming),
    accounts: {
      first: firstPages,
      has: (name) => isPageName(name),
      hint: 'a person (alice, bob, carla, user-1 to user-20000) or one of their pages, such as alice-bakery',
    },
    says: saysOf(graph),
    catchUp: () => catchUp(graph),
    feed: (of) => feedOf(graph, of),
    look: { css },
    createAccounts: (count) => readyMade(graph, count),
    settings: settingsOf(rules),
    acts: actsOf(graph),
    state: () => ({
      people: graph.people.size,
      posts: graph.posts.size,
      photos: graph.photos.size,
      videos: graph.videos.size,
    }),
  }
}

/** Answers all remaining calls. The network says the same of an unknown object as of a hidden one. */
const restOf = (graph: Parameters<typeof tokenOf>[0]): readonly Route[] =>
  (['GET', 'POST', 'DELETE'] as const).map((method) => ({
    method,
    path: '/:object',
    call: `${method.toLowerCase()}Object`,
    accepts: ['form', 'json', 'multipart'],
    handle(incoming) {
      paramsOf(incoming)
      tokenOf(graph, incoming)
      return noObject(incoming.params.object ?? '', verbOf(incoming))
    },
  }))
