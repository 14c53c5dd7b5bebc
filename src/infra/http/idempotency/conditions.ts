import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inTx, runUnder } from '#infra/db/client.ts'
import { sendTag } from '../answer/conditional.ts'
import { requireMatch } from '../answer/guard.ts'
import { invalid } from '../request/validation.ts'
import { type Claim, claimKey, markEffect, releaseClaim, storeReply } from './claim.ts'
import { type KeyDeps, readKeyed } from './keyed-request.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The claim on the Idempotency-Key under which the request runs. */
    claim: Claim | null
  }
}

/**
 * Makes the headers `Idempotency-Key` and `If-Match` work for every route that can support them, whatever its handler
 * does, and refuses them elsewhere. The handler’s transactions run under both conditions.
 */
export function holdConditions(app: FastifyInstance, deps: KeyDeps, log: FastifyBaseLogger): void {
  app.decorateRequest('claim', null)
  app.addHook('preValidation', (request, _reply, done) => {
    refuseUnsupported(request)
    done()
  })
  app.addHook('preHandler', async (request, reply) => {
    const { repeats, ifMatch } = request.routeOptions.config
    if (repeats === 'replayed' || repeats === 'shown once') {
      const keyed = request.caller && readKeyed(request)
      const claim = keyed && (await claimKey(deps, keyed))
      if (claim && 'text' in claim) {
        sendTag(reply.header('idempotency-replayed', 'true'), claim.etag)
        return reply.code(claim.status).type('application/json; charset=utf-8').send(claim.text)
      }
      request.claim = claim
    }
    // A handler may change something before its first transaction, or have none.
    if (ifMatch && request.headers['if-match'] !== undefined)
      await inTx(deps.db, (tx) => requireMatch(tx, request, ifMatch))
    return undefined
  })
  app.addHook('preHandler', (request, _reply, done) => {
    const { claim } = request
    const ifMatch = request.headers['if-match'] === undefined ? undefined : request.routeOptions.config.ifMatch
    if (!claim && !ifMatch) return done()
    let isChecked = false
    return runUnder(
      {
        async begin(tx) {
          // The request’s own first change creates a new version.
          if (ifMatch && !isChecked) await requireMatch(tx, request, ifMatch)
          isChecked = true
        },
        async commit(tx) {
          if (claim) await markEffect(tx, claim)
        },
      },
      done,
    )
  })
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const { claim } = request
    if (!claim) return payload
    request.claim = null
    // The change has been made: without a stored response, a repeat is refused.
    await settleClaim(deps, claim, request, reply, payload).catch((err: unknown) =>
      log.error({ err, requestId: request.id }, 'Response could not be stored for its Idempotency-Key'),
    )
    return payload
  })
}

function settleClaim(deps: KeyDeps, claim: Claim, request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  if (reply.statusCode >= 400) return releaseClaim(deps, claim, reply.statusCode)
  if (payload !== undefined && payload !== null && typeof payload !== 'string')
    throw new Error(`${request.routeOptions.url} streams its response, which cannot be stored for repeats`)
  const etag = reply.getHeader('etag')
  const stored = { status: reply.statusCode, text: payload ?? '', etag: typeof etag === 'string' ? etag : null }
  const isSecret = request.routeOptions.config.repeats === 'shown once'
  return storeReply(deps, claim, stored, isSecret ? secretNote : undefined)
}

const secretNote = 'The request succeeded. Its response contained a secret that is shown only once.'

const unsupported = 'is not supported by this operation'

/** Refuses a header that the client relies on but that would have no effect. */
function refuseUnsupported(request: FastifyRequest): void {
  const { config, schema } = request.routeOptions
  if (schema?.hide || request.is404) return
  const { headers } = request
  const faults = []
  if (headers['idempotency-key'] !== undefined && config.repeats === 'refused')
    faults.push({ path: '/headers/idempotency-key', code: 'header_not_supported', message: unsupported })
  if (headers['if-match'] !== undefined && !config.ifMatch && !config.refusals?.includes('precondition_failed'))
    faults.push({ path: '/headers/if-match', code: 'header_not_supported', message: unsupported })
  if (faults.length > 0) throw invalid(faults)
}
