import type { Answer } from '../../../core/http/request.ts'
import { noToken, route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { drawAvatar } from '../../../core/pages/posts/draw-avatar.ts'
import { toFeed } from '../../../core/pages/posts/links.ts'
import { noObject } from '../../meta/refusals.ts'
import type { Graph } from '../state/platform.ts'
import type { Page } from '../state/records.ts'

/** Profile images, and the targets of links to pages and posts: the sandbox's page that shows the posts. */
export function placeRoutes(graph: Graph): readonly Route[] {
  const lead = (path: string, find: (params: Readonly<Record<string, string>>) => Place | undefined): Route =>
    route('GET', path, 'showPost', noToken, ({ params }) => leadTo(graph, find(params)))
  const ofPost = ({ id = '' }: Readonly<Record<string, string>>): Place | undefined =>
    graph.posts.get(id) ?? graph.videos.get(id)?.post ?? undefined
  return [
    route('GET', '/pictures/:file', 'getPicture', noToken, ({ params }) => drawAvatar(params.file ?? '')),
    lead('/pages/:id', ({ id = '' }) => {
      const page = graph.pageById(id)
      return page ? { page, id: '' } : undefined
    }),
    lead('/stories/:id', ofPost),
    lead('/reel/:id/', ofPost),
    lead('/:page/videos/:id', ofPost),
    lead('/:page/videos/:id/', ofPost),
    lead('/:page/posts/:id', ({ page, id }) => ofPost({ id: `${page}_${id}` })),
  ]
}

interface Place {
  readonly page: Page
  readonly id: string
}

export function leadTo(graph: Graph, place: Place | undefined): Answer {
  const { page, id } = place ?? noObject('that')
  return toFeed(graph, page.name, id)
}
