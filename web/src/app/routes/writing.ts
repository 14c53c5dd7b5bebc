import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { providersQuery, queryClient } from '#web/app/queries.ts'
import { readLibrarySearch } from '#web/pages/media/library-search.ts'
import { readPostsSearch } from '#web/pages/posts/posts-search.ts'
import { profile } from './profile.ts'
import { readFirst, readFirstOnce } from './read-ahead.ts'

const isTime = (text: string): boolean => text.endsWith('Z') && Date.parse(text) > 0

const compose = createRoute({
  getParentRoute: () => profile,
  path: 'compose',
  validateSearch: (search): { post?: string; day?: string; at?: string; example?: true } => ({
    ...(typeof search.post === 'string' ? { post: search.post } : {}),
    ...(typeof search.day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(search.day) ? { day: search.day } : {}),
    ...(typeof search.at === 'string' && isTime(search.at) ? { at: search.at } : {}),
    ...(search.example === true ? { example: true } : {}),
  }),
  // Each network has its own fields, and the next free time is one more choice of time.
  loader: ({ params: { profileId } }) =>
    readFirst(
      queryClient.ensureQueryData(providersQuery),
      import('#web/pages/compose/compose-page.tsx').then((page) => page.readAhead(profileId)),
    ),
  component: lazyRouteComponent(() => import('#web/pages/compose/compose-page.tsx'), 'ComposePage'),
})

const posts = createRoute({
  getParentRoute: () => profile,
  path: 'posts',
  validateSearch: readPostsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ params: { profileId }, deps }) =>
    readFirstOnce(import('#web/pages/posts/posts-page.tsx').then((page) => page.readAhead(profileId, deps))),
  component: lazyRouteComponent(() => import('#web/pages/posts/posts-page.tsx'), 'PostsPage'),
})

const post = createRoute({
  getParentRoute: () => profile,
  path: 'posts/$postId',
  component: lazyRouteComponent(() => import('#web/pages/post/post-page.tsx'), 'PostPage'),
})

const media = createRoute({
  getParentRoute: () => profile,
  path: 'media',
  validateSearch: readLibrarySearch,
  component: lazyRouteComponent(() => import('#web/pages/media/media-page.tsx'), 'MediaPage'),
})

const connections = createRoute({
  getParentRoute: () => profile,
  path: 'connections',
  loader: () => readFirst(queryClient.ensureQueryData(providersQuery)),
  component: lazyRouteComponent(() => import('#web/pages/connections/connections-page.tsx'), 'ConnectionsPage'),
})

/** The pages for posts, files and accounts. */
export const writingRoutes = [compose, posts, post, media, connections] as const
