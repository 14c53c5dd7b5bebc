import { loadConfig } from '#app/config.ts'
import { createDeps } from '#app/deps.ts'
import { createServer } from '#app/server.ts'
import { webFolder } from '#app/web/build-web.ts'
import { type RouteFact, routesOf } from '#infra/http/openapi/route-table.ts'
import { createLog } from '#infra/log/log.ts'
import { newId, toWire } from '#kernel/ids.ts'
import { openingsFor } from '#test/edge/connections/streamed-bodies.ts'
import { connectAccounts } from '../../posts/people.ts'
import type { Publisher } from '../../posts/publisher.ts'
import type { Stage } from '../../posts/stage.ts'
import type { Aim } from './attacks.ts'

/** Reads the registered routes from a server like the attacked one, including pages. */
export async function readRoutes(stage: Stage): Promise<readonly RouteFact[]> {
  const { connection } = stage
  const config = loadConfig(stage.env)
  const deps = await createDeps({
    config,
    connection,
    directConnection: connection,
    log: createLog({ level: 'silent' }),
  })
  const web = { folder: webFolder, ready: Promise.resolve(), publicUrl: config.publicUrl, sandboxUrl: null }
  const app = await createServer(deps, web)
  const routes = [...routesOf(app)]
  await app.close()
  await deps.close()
  return routes
}

/** Creates a resource of each common kind, so that routes find what their URLs name. */
export async function makeAims(stage: Stage, publisher: Publisher, routes: readonly RouteFact[]): Promise<Aim[]> {
  const [account] = await connectAccounts(publisher, stage.sandbox, { profiles: 1, ofEach: 1 })
  if (!account) throw new Error('nothing was connected')
  const { profileId } = account.wire
  const draft = { profileId, content: 'Shown to a hostile client', platforms: ['bluesky'], saveAsDraft: true }
  const post = await publisher.call<{ id: string }>('POST', '/v1/posts', draft)
  const link = { comments: true }
  const share = await publisher.call<{ id: string; token: string }>('POST', `/v1/posts/${post.id}/share-link`, link)
  const body = { fileName: 'a.png', contentType: 'image/png', profileId }
  const { uploadUrl } = await publisher.call<{ uploadUrl: string }>('POST', '/v1/media/presign-upload', body)
  const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString()
  const client = { name: 'Greta', email: 'greta@example.org', postId: post.id, expiresAt: inAMonth, send: false }
  const guest = await publisher.call<{ url: string }>('POST', `/v1/profiles/${profileId}/guests`, client)
  const [uploadPath, portalPath] = [new URL(uploadUrl).pathname, new URL(guest.url).pathname]
  const openings = openingsFor({ profileId, uploadPath, shareToken: share.token, portalPath })
  const places: Readonly<Record<string, string>> = {
    '/v1/profiles/:id': profileId,
    '/v1/posts/:id': post.id,
    '/v1/share/p/:token': share.token,
    '/v1/accounts/:id': account.wire.id,
  }
  return routes.map((route) => {
    const opening = openings[`${route.method} ${route.url}`]
    return {
      name: `${route.method} ${route.url}`,
      method: route.method,
      path: opening?.path ?? pathOf(route.url, places),
      body:
        opening ??
        (/^(?:GET|HEAD|OPTIONS)$/.test(route.method) ? null : { type: 'application/json', begins: '{"a":"' }),
    }
  })
}

function pathOf(url: string, places: Readonly<Record<string, string>>): string {
  const known = Object.keys(places).find((place) => url === place || url.startsWith(`${place}/`))
  const begins = known ? known.replace(/:\w+$/, places[known] ?? '') : ''
  const rest = url.slice(known?.length ?? 0)
  return (
    begins +
    rest
      .replace(/:platform/g, 'net-a')
      .replace(/:\w+/g, toWire('post', newId(new Date())))
      .replace('*', 'none')
  )
}
