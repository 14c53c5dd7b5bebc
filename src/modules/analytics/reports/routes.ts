import { text as wholeText } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '#infra/http/access.ts'
import { choosePageLanguage } from '#infra/http/answer/page-language.ts'
import { openBody } from '#infra/http/request/arrival.ts'
import type { Edge } from '#infra/http/server.ts'
import type { AnalyticsDeps } from '../deps.ts'
import { chooseReport, endReport, readReport } from './choose-report.ts'
import { endPath, report, reportBody, reportPath } from './schema.ts'
import { type EndStep, endPage, readUnsubscribeToken } from './unsubscribe.ts'

const tags = ['Analytics']
const refusals = ['profile_forbidden', 'profile_not_found'] as const
const open = { access: { credential: 'none' }, anyAccept: true } as const

export function addReportRoutes(app: Edge, deps: AnalyticsDeps): void {
  app.get(
    '/v1/analytics/reports/:profileId',
    {
      config: { access: { credential: 'key-or-identity', scope: 'analytics:read' }, refusals },
      schema: {
        operationId: 'getReport',
        tags,
        summary: 'Get your weekly report setting',
        params: reportPath,
        response: { 200: report },
      },
    },
    (request) => readReport(deps, callerOf(request), request.params.profileId),
  )
  app.put(
    '/v1/analytics/reports/:profileId',
    {
      config: { access: { credential: 'identity' }, refusals },
      schema: {
        operationId: 'chooseReport',
        tags,
        summary: 'Turn the weekly report on or off',
        description:
          'This setting affects only you. The report is emailed on Mondays at 8:00 in the profile’s time ' +
          'zone, or else its owner’s. No report is sent for a week without activity.',
        params: reportPath,
        body: reportBody,
        response: { 200: report },
      },
    },
    (request) => chooseReport(deps, callerOf(request), request.params.profileId, request.body.weekly),
  )
  addEndRoutes(app, deps)
}

const endAddress = '/v1/analytics/reports/end/:token'
const maxFormBytes = 1_000

/**
 * Adds the unsubscribe link of the emails. A GET changes nothing, since email clients may follow links automatically.
 */
function addEndRoutes(app: Edge, deps: AnalyticsDeps): void {
  app.get(endAddress, { config: open, schema: { hide: true, params: endPath } }, async (request, reply) =>
    sendPage(request, reply, readUnsubscribeToken(deps, request.params.token) ? 'ask' : 'invalid'),
  )
  app.post(
    endAddress,
    { config: { ...open, body: 'raw' }, schema: { hide: true, params: endPath } },
    async (request, reply) => {
      await wholeText(openBody(request, { maxBytes: maxFormBytes, isShort: true }))
      return sendPage(request, reply, (await endReport(deps, request.params.token)) ? 'ended' : 'invalid')
    },
  )
}

const policy = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
const asIs = (value: unknown) => value as string

const sendPage = (request: FastifyRequest, reply: FastifyReply, step: EndStep): FastifyReply =>
  reply
    .code(step === 'invalid' ? 404 : 200)
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .serializer(asIs)
    .send(endPage(step, choosePageLanguage(request, reply)))
