import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routesOf } from '#infra/http/openapi/route-table.ts'
import type { Edge } from '#infra/http/server.ts'
import type { OpenApiDocument } from '../contract.ts'

const documents = new Map<string, OpenApiDocument>()
const documentsByApp = new WeakMap<Edge, OpenApiDocument>()

/**
 * Returns the application's OpenAPI document. Building it costs several starts, so applications with the same routes and
 * connectors share one, in all processes of a run.
 */
export function documentOf(app: Edge, connectors: object | undefined): OpenApiDocument {
  const routes = routesOf(app).map(({ method, url }) => `${method} ${url}`)
  const key = [...routes, ...Object.keys(connectors ?? {}).sort()].join()
  const document = documents.get(key) ?? readOrBuild(app, key)
  documents.set(key, document)
  documentsByApp.set(app, document)
  return document
}

/** Returns the document of an application, from the cache if it is known. */
export const knownDocumentOf = (app: Edge): OpenApiDocument => documentsByApp.get(app) ?? build(app)

const build = (app: Edge): OpenApiDocument => app.swagger() as unknown as OpenApiDocument

/** Reads the document that another process of this run has built, or builds it for the others. */
function readOrBuild(app: Edge, key: string): OpenApiDocument {
  const place = join(tmpdir(), `openapi-${createHash('sha256').update(key).digest('hex')}.json`)
  const known = readIfThere(place)
  if (known !== null) return JSON.parse(known) as OpenApiDocument
  const document = build(app)
  // Written under another name first, so that no process reads half of it.
  const draft = `${place}.${process.pid}`
  writeFileSync(draft, JSON.stringify(document))
  renameSync(draft, place)
  return document
}

function readIfThere(place: string): string | null {
  try {
    return readFileSync(place, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
}
