import { text as wholeText } from 'node:stream/consumers'
import type { FastifyRequest } from 'fastify'
import { choosePageLanguage } from '#infra/http/answer/page-language.ts'
import { openBody } from '#infra/http/request/arrival.ts'
import { routesWith } from '#infra/http/route.ts'
import { emptyAnswer } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import { refuse } from '#kernel/errors.ts'
import type { CallbackDeps } from '../deps.ts'
import { deletionPage } from './deletion-page.ts'
import { deauthorize, readDeletion, requestDeletion, statusPath } from './handle-meta-request.ts'
import { deletionAnswer, deletionQuery, deletionReceipt, deletionState, signedRequestBody } from './schema.ts'

const route = routesWith({ tag: 'Connections', access: 'anyone', anyAccept: true })
const maxBytes = 64 * 1024

/** Adds the routes that Meta calls when a person removes the app or requests deletion of their data. */
export function addMetaRoutes(app: Edge, deps: CallbackDeps): void {
  route(app, {
    post: '/v1/platforms/netgroup/deauthorize',
    repeats: 'safe',
    id: 'deauthorizeNetgroup',
    summary: 'Receive Meta’s deauthorization callback',
    description:
      'Meta calls this URL when a person removes the app. The person’s grants are deleted, and their accounts must ' +
      'be reconnected.',
    refuses: ['signed_request_invalid'],
    rateLimited: 'when refused',
    bodyAs: 'raw',
    body: signedRequestBody,
    answers: { 204: emptyAnswer },
    does: async (request, reply) => {
      await deauthorize(deps, await signedRequestOf(request))
      return reply.code(204).send()
    },
  })
  route(app, {
    post: '/v1/platforms/netgroup/data-deletion',
    repeats: 'safe',
    id: 'requestDataDeletion',
    summary: 'Receive a data deletion request from Meta',
    description:
      'Meta calls this URL when a person requests the deletion of their data. Deletes the network’s data about the ' +
      'person from the accounts of all users. A repeated request returns the same code while the deletion is in ' +
      'progress.',
    refuses: ['signed_request_invalid'],
    rateLimited: 'when refused',
    bodyAs: 'raw',
    body: signedRequestBody,
    answers: deletionReceipt,
    does: async (request) => requestDeletion(deps, await signedRequestOf(request)),
  })
  route(app, {
    get: statusPath,
    id: 'getDataDeletionStatus',
    summary: 'Get the state of a data deletion',
    description: 'For the person who requested it. Returns an HTML page to a browser and JSON to other clients.',
    refuses: ['deletion_not_found'],
    query: deletionQuery,
    answers: deletionAnswer,
    does: async (request, reply) => {
      const status = await readDeletion(deps, request.query.code)
      if (wantsPage(request))
        return reply
          .type('text/html; charset=utf-8')
          .serializer(String)
          .send(deletionPage(status, choosePageLanguage(request, reply)))
      return reply.type('application/json; charset=utf-8').serializer(asJson).send(status)
    },
  })
}

/** Returns the form's only field. An unreadable form has none. */
async function signedRequestOf(request: FastifyRequest): Promise<string> {
  const form = new URLSearchParams(await wholeText(openBody(request, { maxBytes, isShort: true })))
  return (
    form.get('signed_request') ??
    refuse('signed_request_invalid', { detail: 'Send a form with the `signed_request` field.' })
  )
}

const wantsPage = ({ headers }: FastifyRequest): boolean => /^text\/html\b/i.test(headers.accept ?? '')

const asJson = (status: unknown): string => JSON.stringify(deletionState.encode(status as never))
