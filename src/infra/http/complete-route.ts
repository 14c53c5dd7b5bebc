import type { RouteOptions } from 'fastify'
import { z } from 'zod'
import { hasContents, idempotencyHeaders, ifMatchHeaders } from './schemas.ts'

/**
 * Adds to a route what its config implies: HEAD alongside GET, the headers that it reads, and whether it supports
 * `If-None-Match`. HEAD is a method of the same route, not a second route: that makes creating the server a third
 * faster. Node drops the body of its responses.
 */
export function completeRoute(route: RouteOptions): void {
  const headers = headersOf(route)
  if (headers && route.schema) route.schema.headers ??= headers
  if (isReadRoute(route) && answersJson(route)) route.config = { ...route.config, conditional: true }
  if (route.method === 'GET') route.method = ['GET', 'HEAD']
}

export const isReadRoute = ({ method }: RouteOptions): boolean => [method].flat().includes('GET')

function answersJson({ schema }: RouteOptions): boolean {
  if (schema?.hide) return false
  const answer = (schema?.response as Record<string, unknown> | undefined)?.[200]
  return hasContents(answer) ? 'application/json' in answer.content : answer instanceof z.ZodType
}

/** Returns the schema of the headers that a route reads, as its refusals imply them. */
function headersOf({ config, schema }: RouteOptions): unknown {
  if (schema?.hide) return undefined
  if (config?.refusals?.includes('idempotency_key_reused')) return idempotencyHeaders
  return config?.refusals?.includes('precondition_failed') ? ifMatchHeaders : undefined
}
