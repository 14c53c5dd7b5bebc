import { ok } from '../../../core/http/request.ts'
import { route, withToken, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { shown } from '../../meta/fields.ts'
import { paged } from '../../meta/paging.ts'
import { instantOf, readAllParams } from '../../meta/params.ts'
import { badParam, noObject } from '../../meta/refusals.ts'
import { checkStanding, pageOf, toPost, toRead } from '../auth/callers.ts'
import { permalinkOf } from '../posts/post-shape.ts'
import { makePost } from '../posts/publish.ts'
import { type Graph, pagingOf } from '../state/platform.ts'
import type { Post } from '../state/records.ts'
import { unfit } from '../wire/refusals.ts'
import { findPhoto } from './find-photo.ts'

const dayMs = 86_400_000

/** Stories of an existing photo, and the list of all stories. */
export function storyRoutes(graph: Graph): readonly Route[] {
  return [
    route(
      'POST',
      '/:page/photo_stories',
      'createPhotoStory',
      { ...writing, accepts: ['form', 'json', 'multipart'] },
      (incoming) => {
        const page = pageOf(graph, incoming, incoming.params.page ?? '', toPost)
        checkStanding(page)
        const { photo_id: id } = readAllParams(incoming)
        const photo =
          findPhoto(graph, page, id ?? badParam('Param photo_id is required.')) ?? noObject(id ?? '', 'post')
        if (photo.post !== null && !photo.post.deleted)
          unfit(1_366_051, 'Already Posted', 'These photos were already posted.')
        const post = makePost(graph, {
          page,
          kind: 'story',
          message: '',
          link: null,
          photos: [photo],
          video: null,
          scheduledMs: null,
          show: true,
        })
        return ok({ success: true, post_id: post.id })
      },
    ),
    route('GET', '/:page/stories', 'getStories', withToken, (incoming) => {
      const page = pageOf(graph, incoming, incoming.params.page ?? '', toRead)
      const params = readAllParams(incoming)
      const [since, until] = [instantOf(params.since ?? ''), instantOf(params.until ?? '')]
      const rows = page.posts
        .filter(({ kind, deleted, publishedAtMs }) => kind === 'story' && !deleted && publishedAtMs !== null)
        .filter(
          ({ publishedAtMs }) =>
            (publishedAtMs ?? 0) >= (since ?? 0) && (publishedAtMs ?? 0) <= (until ?? Number.POSITIVE_INFINITY),
        )
        .filter((post) => params.status === undefined || params.status.includes(statusOf(graph, post)))
        .filter(({ publishedAtMs }) => (publishedAtMs ?? 0) + graph.rules.listing_lag_ms <= graph.world.clock.ms())
        .reverse()
      const show = (post: Post) =>
        shown(
          shapeOf(graph, post),
          params.fields,
          ['post_id', 'status', 'creation_time', 'media_type', 'media_id', 'url'],
          'PageStory',
        )
      return ok(paged(pagingOf(graph), { rows, idOf: ({ id }) => id, show, params, path: `/${page.id}/stories` }))
    }),
  ]
}

const statusOf = (graph: Graph, { publishedAtMs }: Post): string =>
  graph.world.clock.ms() - (publishedAtMs ?? 0) < dayMs ? 'PUBLISHED' : 'ARCHIVED'

const shapeOf = (graph: Graph, post: Post) => ({
  post_id: () => post.id,
  status: () => statusOf(graph, post),
  creation_time: () => String(Math.floor((post.publishedAtMs ?? 0) / 1_000)),
  media_type: () => (post.video ? 'video' : 'photo'),
  media_id: () => post.video?.id ?? post.photos[0]?.id,
  url: () => permalinkOf(graph, post),
})
