import { route } from '../route.ts'
import type { Edge } from '../server.ts'
import { addGuides } from './guide-routes.ts'
import { addHome, type HomeFacts } from './home.ts'
import { guidePolicy, type Site } from './page.ts'
import { addReference } from './reference.ts'
import { type StoredPage, sendStored, storePage } from './stored-page.ts'

/** Adds all documentation: the home page if there is one, the reference, the guides, and the error codes. */
export function addDocs(app: Edge, home: HomeFacts | null): void {
  if (home) addHome(app, home)
  // The web app has the root URL instead of a home page.
  const site = { hasWeb: home === null }
  addReference(app, site)
  addGuides(app, site)
  addErrorsPage(app, site)
  // Browsers request it with every page. It does not exist, which is not an error.
  route(app, {
    get: '/favicon.ico',
    hidden: true,
    access: 'anyone',
    anyAccept: true,
    does: async (_request, reply) => reply.code(204).header('cache-control', 'max-age=86400').send(),
  })
}

/**
 * Adds the page that the `type` of each problem document points to: `/docs/errors#code`. It also has the codes of the
 * entries of `errors`.
 */
function addErrorsPage(app: Edge, site: Site): void {
  let page: Promise<StoredPage> | null = null
  const render = async () =>
    storePage('text/html; charset=utf-8', await (await import('./render-guide.ts')).renderErrors(site))
  route(app, {
    get: '/docs/errors',
    hidden: true,
    access: 'anyone',
    anyAccept: true,
    does: async (request, reply) => {
      page ??= render()
      return sendStored(request, reply, await page, { policy: guidePolicy })
    },
  })
}
