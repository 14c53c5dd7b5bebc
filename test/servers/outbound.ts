import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { inspect } from 'node:util'
import { type FailureCode, OutboundFailure, type Sent } from '#infra/outbound/failure.ts'
import { createOutbound } from '#infra/outbound/outbound.ts'

/** Limits that suffice for any call on loopback. */
export const limits = { timeoutMs: 5_000, maxBytes: 100_000 }

/** Opens an outbound client for loopback, closed with the test. */
export function openOutbound(
  t: TestContext,
  options: { resolve?: (hostname: string) => Promise<readonly string[]> } = {},
) {
  const out = createOutbound({ operatorOrigins: [], allowPrivate: true, userAgent: 'Posthorn/test', ...options })
  t.after(() => out.close())
  return out
}

export async function failure(work: Promise<unknown>): Promise<OutboundFailure> {
  const error = await work.then(
    () => assert.fail('it should have failed'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof OutboundFailure, inspect(error))
  return error
}

export async function fails(work: Promise<unknown>, code: FailureCode, sent: Sent, status: number | null = null) {
  const error = await failure(work)
  assert.deepEqual([error.code, error.sent, error.status], [code, sent, status], error.message)
  return error
}
