import type { FastifyContextConfig, RouteOptions } from 'fastify'
import { z } from 'zod'
import { responsesOf } from './answer/conditional.ts'
import { hasContents, idempotencyHeaders, ifMatchHeaders, preferHeaders } from './schemas.ts'

/**
 * Adds to a route what its config implies: HEAD alongside a GET that changes nothing, the headers that it reads, and
 * whether it supports `If-None-Match`. HEAD is a method of the same route, not a second route: that makes creating the
 * server a third faster. Node drops the body of its responses.
 */
export function completeRoute(route: RouteOptions): void {
  const repeats = repeatsOf(route)
  if (repeats) route.config = { ...route.config, repeats }
  const headers = headersOf(route)
  if (headers && route.schema) route.schema.headers = headers
  if (isReadRoute(route) && answersJson(route)) route.config = { ...route.config, conditional: true }
  if (route.method === 'GET' && !route.config?.changesState) route.method = ['GET', 'HEAD']
}

export const isReadRoute = ({ method }: RouteOptions): boolean => [method].flat().includes('GET')

function answersJson({ schema }: RouteOptions): boolean {
  if (schema?.hide) return false
  const answer = responsesOf(schema)[200]
  return hasContents(answer) ? 'application/json' in answer.content : answer instanceof z.ZodType
}

/** Returns the schema of the headers that a route reads, as its refusals imply them. */
function headersOf({ config, schema }: RouteOptions): unknown {
  if (schema?.hide) return undefined
  const isKeyed = supportsKeys(config?.repeats)
  const isGuarded = config?.ifMatch ?? config?.refusals?.includes('precondition_failed')
  if (!isKeyed && !isGuarded && !config?.waits) return undefined
  const declared = (schema?.headers ?? z.looseObject({})) as z.ZodObject
  return declared.extend({
    ...(isKeyed ? idempotencyHeaders.shape : {}),
    ...(isGuarded ? ifMatchHeaders.shape : {}),
    ...(config?.waits ? preferHeaders.shape : {}),
  })
}

export const supportsKeys = (repeats: FastifyContextConfig['repeats']): boolean =>
  repeats === 'replayed' || repeats === 'shown once' || repeats === 'handled'

/** Every POST of a user supports an Idempotency-Key, unless it states otherwise or has a body that is a stream. */
function repeatsOf({ method, config, schema }: RouteOptions): FastifyContextConfig['repeats'] {
  if (method !== 'POST' || schema?.hide || config?.repeats) return config?.repeats
  if (config?.refusals?.includes('idempotency_key_reused')) return 'handled'
  return config?.access?.credential === 'none' || config?.body ? 'refused' : 'replayed'
}
