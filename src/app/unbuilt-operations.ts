import { routesOf } from '#infra/http/openapi/route-table.ts'
import type { Edge } from '#infra/http/server.ts'
import { refuse } from '#kernel/errors.ts'

/**
 * The operations of the interface that this version does not have. They answer 501 `operation_not_built`, so that a
 * client can tell them from a misspelt address. Delete the line of an operation when you build it: until then, the
 * start fails.
 */
export const unbuiltOperations: readonly string[] = []

/** Adds the refusal of each unbuilt operation. Call it after the modules have added their routes. */
export function addUnbuiltOperations(app: Edge): void {
  for (const operation of unbuiltOperations) addUnbuilt(app, operation)
}

/** Adds one refusal. Exported for its test. */
export function addUnbuilt(app: Edge, operation: string): void {
  const [method = '', path = ''] = operation.split(' ')
  const url = path.replaceAll(/\{(\w+)\}/g, ':$1')
  if (routesOf(app).some((route) => route.method === method && shapeOf(route.url) === shapeOf(url)))
    throw new Error(`${operation} is built now. Delete its line in src/app/unbuilt-operations.ts.`)
  app.route({
    method,
    url,
    config: { access: { credential: 'none' }, anyAccept: true },
    schema: { hide: true },
    // A refusal here comes before the body and the query are read.
    onRequest: () => refuse('operation_not_built'),
    handler: () => refuse('operation_not_built'),
  })
}

/** Parameters may have other names in the code than in the interface. */
const shapeOf = (url: string): string => url.replaceAll(/:\w+/g, ':')
