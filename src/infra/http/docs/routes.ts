import { refusals } from '#kernel/errors.ts'
import type { Edge } from '../server.ts'
import { addErrorsPage } from './errors-page.ts'
import { addGuides } from './guide-routes.ts'
import { addHome, type HomeFacts } from './home.ts'
import { addReference } from './reference.ts'

/** Adds all documentation: the home page if there is one, the reference, the guides, and the error codes. */
export function addDocs(app: Edge, home: HomeFacts | null): void {
  if (home) addHome(app, home)
  addReference(app)
  addGuides(app)
  addErrorsPage(app, refusals)
  // Browsers request it with every page. It does not exist, which is not an error.
  app.get(
    '/favicon.ico',
    { config: { access: { credential: 'none' }, anyAccept: true }, schema: { hide: true } },
    async (_request, reply) => reply.code(204).header('cache-control', 'max-age=86400').send(),
  )
}
