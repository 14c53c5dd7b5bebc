import { callerOf } from '#infra/http/access.ts'
import { sendFile } from '#infra/http/answer/send-file.ts'
import { clientGone } from '#infra/http/request/arrival.ts'
import { routesWith } from '#infra/http/route.ts'
import { fileAnswers } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import { pageOfWhole } from '#kernel/page.ts'
import { fileRefusals, mediaSchema, profileRefusals } from '#modules/media/index.ts'
import { listStockProviders, openThumbnail, searchStock, takePhoto } from './actions.ts'
import type { StockDeps } from './deps.ts'
import { createStockMemory } from './memory.ts'
import * as schema from './schema.ts'

const route = routesWith({ tag: 'Stock photos' })
const providerRefusals = ['stock_not_set_up', 'stock_limit', 'stock_unavailable'] as const

/** Adds the search for stock photos. Without a key of a provider, nothing is found and nothing is sent. */
export function stockRoutes(app: Edge, all: StockDeps): void {
  const deps = { ...all, memory: createStockMemory() }
  route(app, {
    get: '/v1/stock/providers',
    id: 'listStockProviders',
    summary: 'List the providers of stock photos and GIFs',
    description: 'Lists the providers that a server administrator has set up. The list is empty by default.',
    access: 'media:write',
    refuses: ['cursor_invalid'],
    query: schema.providersQuery,
    answers: schema.providerList,
    does: async (request) => {
      const { items, ...rest } = pageOfWhole(listStockProviders(deps, request.query), request.query, ({ id }) => id)
      return { providers: [...items], ...rest }
    },
  })
  route(app, {
    get: '/v1/stock',
    id: 'searchStock',
    summary: 'Search for stock photos or GIFs',
    description:
      'Sends the words to the provider, from this installation and with its key. A page has up to 24 photos ' +
      'or GIFs. The same search is answered from memory for an hour. Show the author and the provider with each one.',
    access: 'media:write',
    refuses: providerRefusals,
    query: schema.searchQuery,
    answers: schema.foundPhotos,
    does: (request) => searchStock(deps, callerOf(request), request.query),
  })
  route(app, {
    post: '/v1/stock/take',
    id: 'takeStockPhoto',
    right: 'write',
    summary: 'Add a stock photo or GIF to the library',
    description:
      'Imports the photo or GIF like a file from a URL, and stores its author and license as `source`. Notifies the ' +
      'provider of the use if it requires this. Repeating the call adds it again, and its bytes are stored once.',
    access: 'media:write',
    refuses: [...providerRefusals, 'stock_photo_not_found', 'media_unreachable', ...fileRefusals, ...profileRefusals],
    body: schema.takeBody,
    answers: mediaSchema,
    does: (request, reply) => takePhoto(deps, callerOf(request), request.body, clientGone(reply)),
  })
  route(app, {
    get: '/v1/stock/thumbnail',
    id: 'getStockThumbnail',
    summary: 'Download the thumbnail of a stock photo or GIF',
    description:
      'The `thumbnailUrl` or `previewUrl` of a photo or GIF. It needs no credential and expires within 24 hours. This installation loads it ' +
      'from the provider, so the provider does not see who looks at it.',
    access: 'anyone',
    refuses: ['media_link_invalid', 'stock_unavailable', 'media_busy', 'precondition_failed', 'range_not_satisfiable'],
    rateLimited: 'when refused',
    anyAccept: true,
    query: schema.thumbnailQuery,
    answers: fileAnswers,
    does: async (request, reply) => sendFile(request, reply, await openThumbnail(deps, request.query.token)),
  })
}
