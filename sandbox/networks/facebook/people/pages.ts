import type { Answer } from '../../../core/http/request.ts'
import type { Route } from '../../../core/network.ts'
import { escaped } from '../../../core/pages/pages.ts'
import { noObject } from '../../meta/refusals.ts'
import type { Graph } from '../state/platform.ts'
import type { Page } from '../state/records.ts'

/** Pictures, and the targets of links to pages and posts: the sandbox's page that shows the posts. */
export function placeRoutes(graph: Graph): readonly Route[] {
  const lead = (path: string, find: (params: Readonly<Record<string, string>>) => Place | undefined): Route => ({
    method: 'GET',
    path,
    call: 'showPost',
    handle: ({ params }) => leadTo(graph, find(params)),
  })
  const ofPost = ({ id = '' }: Readonly<Record<string, string>>): Place | undefined =>
    graph.posts.get(id) ?? graph.videos.get(id)?.post ?? undefined
  return [
    {
      method: 'GET',
      path: '/pictures/:file',
      call: 'getPicture',
      handle: ({ params }) => pictureOf(params.file ?? ''),
    },
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
  return { status: 302, headers: { location: `${graph.world.url()}/feed/facebook/${page.name}${id && `#${id}`}` } }
}

const pictureOf = (file: string) => ({
  status: 200,
  headers: { 'content-type': 'image/svg+xml', 'x-content-type-options': 'nosniff' },
  body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="#1877f2"/><text x="50" y="68" font-family="sans-serif" font-size="56" text-anchor="middle" fill="#fff">${escaped(file.slice(0, 1).toUpperCase())}</text></svg>`,
})
