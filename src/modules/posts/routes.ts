import type { Edge } from '#infra/http/server.ts'
import type { PostDeps } from './deps.ts'
import { addPostRoutes } from './routes/posts.ts'
import { addQueueRoutes } from './routes/queue.ts'

export function postRoutes(app: Edge, deps: PostDeps): void {
  addPostRoutes(app, deps)
  addQueueRoutes(app, deps)
}
