import { routesOf } from '#infra/http/openapi/route-table.ts'
import type { Edge } from '#infra/http/server.ts'
import type { OpenApiDocument } from '../contract.ts'

const documents = new Map<string, OpenApiDocument>()
const documentsByApp = new WeakMap<Edge, OpenApiDocument>()

/**
 * Returns the application's OpenAPI document. Building it costs half of a start, so applications with the same routes
 * and connectors share one.
 */
export function documentOf(app: Edge, connectors: object | undefined): OpenApiDocument {
  const routes = routesOf(app).map(({ method, url }) => `${method} ${url}`)
  const key = [...routes, ...Object.keys(connectors ?? {}).sort()].join()
  const document = documents.get(key) ?? (app.swagger() as unknown as OpenApiDocument)
  documents.set(key, document)
  documentsByApp.set(app, document)
  return document
}

/** Returns the document of an application, from the cache where it is known. */
export const knownDocumentOf = (app: Edge): OpenApiDocument =>
  documentsByApp.get(app) ?? (app.swagger() as unknown as OpenApiDocument)
