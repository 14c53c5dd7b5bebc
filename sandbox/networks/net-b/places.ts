import type { Route } from '../../core/network.ts'
import { escaped } from '../../core/pages.ts'
import type { Graph } from './graph.ts'
import type { Page } from './records.ts'
import { noObject } from './refusals.ts'

/** Pictures, and where the links of pages and posts lead: to the page that shows what was posted. */
export function placeRoutes(graph: Graph): readonly Route[] {
  const lead = (path: string, find: (id: string, params: Readonly<Record<string, string>>) => Place | null): Route => ({
    method: 'GET',
    path,
    call: 'showPost',
    handle({ params }) {
      const id = params.id ?? ''
      const { page, at } = find(id, params) ?? noObject(id)
      return { status: 302, headers: { location: `${graph.world.url()}/feed/net-b/${page.name}${at}` } }
    },
  })
  const ofPost = (id: string): Place | null => {
    const post = graph.posts.get(id) ?? graph.videos.get(id)?.post
    return post ? { page: post.page, at: `#${post.id}` } : null
  }
  const ofPage = (id: string): Place | null => {
    const page = graph.pageById(id)
    return page && { page, at: '' }
  }
  return [
    {
      method: 'GET',
      path: '/pictures/:file',
      call: 'getPicture',
      handle: ({ params }) => pictureOf(params.file ?? ''),
    },
    lead('/pages/:id', ofPage),
    lead('/stories/:id', ofPost),
    lead('/reel/:id/', ofPost),
    lead('/:page/videos/:id/', ofPost),
    lead('/:page/posts/:id', (id, { page }) => ofPost(`${page}_${id}`)),
  ]
}

interface Place {
  readonly page: Page
  readonly at: string
}

const pictureOf = (file: string) => ({
  status: 200,
  headers: { 'content-type': 'image/svg+xml', 'x-content-type-options': 'nosniff' },
  body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="#1877f2"/><text x="50" y="68" font-family="sans-serif" font-size="56" text-anchor="middle" fill="#fff">${escaped(file.slice(0, 1).toUpperCase())}</text></svg>`,
})
