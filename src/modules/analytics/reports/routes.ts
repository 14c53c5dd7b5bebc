import { text as wholeText } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { callerOf } from '#infra/http/access.ts'
import { guardContent } from '#infra/http/answer/guard.ts'
import { choosePageLanguage } from '#infra/http/answer/page-language.ts'
import { openBody } from '#infra/http/request/arrival.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import type { AnalyticsDeps } from '../deps.ts'
import { chooseReport, endReport, readReport } from './choose-report.ts'
import { endPath, report, reportBody, reportPath } from './schema.ts'
import { type EndStep, endPage, readUnsubscribeToken } from './unsubscribe.ts'

const route = routesWith({ tag: 'Analytics' })
const refusals = ['profile_forbidden', 'profile_not_found'] as const
const open = { access: 'anyone', anyAccept: true } as const

export function addReportRoutes(app: Edge, deps: AnalyticsDeps): void {
  const ifMatch = guardContent(report, (tx, caller, { profileId }: z.output<typeof reportPath>) =>
    readReport({ db: tx }, caller, profileId),
  )
  route(app, {
    get: '/v1/analytics/reports/:profileId',
    id: 'getReport',
    right: 'read',
    summary: 'Get your weekly report setting',
    description: 'Returns whether you get an email about this profile every week.',
    access: 'analytics:read',
    refuses: refusals,
    params: reportPath,
    answers: report,
    does: (request) => readReport(deps, callerOf(request), request.params.profileId),
  })
  route(app, {
    put: '/v1/analytics/reports/:profileId',
    id: 'chooseReport',
    right: 'read',
    summary: 'Turn the weekly report on or off',
    description:
      'This setting affects only you. The report is emailed on Mondays at 8:00 in the profile’s time zone, or else ' +
      'its owner’s. No report is sent for a week without activity.',
    access: 'identity',
    refuses: refusals,
    params: reportPath,
    body: reportBody,
    ifMatch,
    answers: report,
    does: (request) => chooseReport(deps, callerOf(request), request.params.profileId, request.body.weekly),
  })
  addEndRoutes(app, deps)
}

const endAddress = '/v1/analytics/reports/end/:token'
const maxFormBytes = 1_000

/**
 * Adds the unsubscribe link of the emails. A GET changes nothing, since email clients may follow links automatically.
 */
function addEndRoutes(app: Edge, deps: AnalyticsDeps): void {
  route(app, {
    get: endAddress,
    ...open,
    hidden: true,
    params: endPath,
    does: async (request, reply) =>
      sendPage(request, reply, readUnsubscribeToken(deps, request.params.token) ? 'ask' : 'invalid'),
  })
  route(app, {
    post: endAddress,
    ...open,
    hidden: true,
    bodyAs: 'raw',
    params: endPath,
    does: async (request, reply) => {
      await wholeText(openBody(request, { maxBytes: maxFormBytes, isShort: true }))
      return sendPage(request, reply, (await endReport(deps, request.params.token)) ? 'ended' : 'invalid')
    },
  })
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
