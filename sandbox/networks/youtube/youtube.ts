import type { MakeNetwork, Route } from '../../core/network.ts'
import { connectPerson } from '../../core/oauth/connect.ts'
import { videoShelf } from '../../core/pages/layouts/video-shelf.ts'
import { createSettings } from '../../core/rules/settings.ts'
import { findCallerName } from './auth/callers.ts'
import { consentRoutes, tokenRoutes } from './auth/login.ts'
import { scopeTitles } from './auth/scopes.ts'
import { commentRoutes } from './comments/lists.ts'
import { createActs } from './control/acts.ts'
import { listFeed } from './control/feed.ts'
import { captionRoutes } from './media/captions.ts'
import { sessionRoutes } from './media/sessions.ts'
import { thumbnailRoutes } from './media/thumbnails.ts'
import { channelRoutes } from './people/channels.ts'
import { pageRoutes } from './people/pages.ts'
import { defaultRules } from './rules.ts'
import { createPlatform } from './state/platform.ts'
import { categoryRoutes } from './videos/categories.ts'
import { playlistRoutes } from './videos/playlists.ts'
import { videoRoutes } from './videos/videos.ts'
import { failures, metered } from './wire/failures.ts'

/** YouTube as seen by an app: Google's consent, and the Data API with its uploads. */
export const youtube: MakeNetwork = (world) => {
  const rules = { ...defaultRules }
  const platform = createPlatform(world, rules)
  const routes: readonly Route[] = [
    ...consentRoutes(platform),
    ...tokenRoutes(platform),
    ...channelRoutes(platform),
    ...sessionRoutes(platform),
    ...videoRoutes(platform),
    ...thumbnailRoutes(platform),
    ...captionRoutes(platform),
    ...playlistRoutes(platform),
    ...categoryRoutes(platform),
    ...commentRoutes(platform),
    ...pageRoutes(platform),
  ]
  return {
    id: 'youtube',
    title: 'YouTube',
    routes: routes.map(metered(platform)),
    accountOf: (incoming) => findCallerName(platform, incoming),
    failures,
    catchUp: () => platform.due.until(world.clock.ms()),
    upcoming: () => platform.due.list(),
    feed: (of) => listFeed(platform, of),
    layout: videoShelf,
    connect: (name) =>
      connectPerson(platform, name, { scopes: Object.keys(scopeTitles), ids: ({ channelId }) => ({ channelId }) }),
    settings: createSettings(rules),
    acts: createActs(platform),
    state: () => ({
      people: platform.people.size,
      grants: platform.tokens.grants,
      sessions: platform.sessions.size,
      bytesIn: [...platform.sessions.values()].reduce((sum, { into }) => sum + into.size, 0),
      videos: platform.videos.size,
      comments: platform.comments.size,
      app: { ...platform.app },
    }),
  }
}
