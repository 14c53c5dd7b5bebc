import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#kernel/errors.ts'
import type { RateLimiter } from './rate-limit.ts'
import { senderOf, toClientKey } from './request/sender.ts'

interface Limits {
  readonly limiter: RateLimiter
  /** Requests per minute for each user or address; 0 means no limit. */
  readonly ratePerMinute: number
}

/**
 * Counts a request. All of a user's keys, sessions and connected apps share one limit, because a user may have any
 * number of them. A request without valid credentials counts toward its address.
 */
export async function requireAllowance(
  { limiter, ratePerMinute }: Limits,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { attemptsPerMinute } = request.routeOptions.config
  const perMinute = attemptsPerMinute ?? ratePerMinute
  if (perMinute === 0) return
  const bucket = attemptsPerMinute
    ? `attempt:${request.routeOptions.url}:${toClientKey(request.ip)}`
    : `calls:${senderOf(request)}`
  const allowance = await limiter.take(bucket, perMinute)
  const resetSeconds = Math.ceil(allowance.resetAfterMs / 1_000)
  reply.header('ratelimit-policy', `"default";q=${allowance.limit};w=60`)
  reply.header('ratelimit', `"default";r=${allowance.remaining};t=${resetSeconds}`)
  if (!allowance.allowed) refuse('rate_limited', { retryAfterMs: allowance.retryAfterMs })
}

const refusalsOf = (request: FastifyRequest): string => `refused:${toClientKey(request.ip)}`

/** Refuses an address with too many refused requests, before its next body is read. */
export function requireFewRefusals({ limiter, ratePerMinute }: Limits, request: FastifyRequest): void {
  if (ratePerMinute === 0) return
  const { allowed, retryAfterMs } = limiter.peek(refusalsOf(request), ratePerMinute)
  if (!allowed) refuse('rate_limited', { retryAfterMs })
}

/** Counts a refused request, on a route where only refused requests count. */
export function countRefusal(
  { limiter, ratePerMinute }: Limits,
  request: FastifyRequest,
  { statusCode }: FastifyReply,
) {
  if (ratePerMinute === 0 || statusCode < 400 || statusCode === 429 || statusCode >= 500) return
  limiter.add(refusalsOf(request), ratePerMinute)
}
