import { text as wholeText } from 'node:stream/consumers'
import type { FastifyReply } from 'fastify'
import { callerOf } from '#infra/http/access.ts'
import { openBody } from '#infra/http/request/arrival.ts'
import type { Edge } from '#infra/http/server.ts'
import type { AnalyticsDeps } from '../deps.ts'
import { chooseReport, endReport, readReport } from './choose-report.ts'
import { endPath, report, reportBody, reportPath } from './schema.ts'
import { readUnsubscribeToken } from './unsubscribe.ts'

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
        summary: 'Read your choice about the weekly report',
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
          'For you alone. The report comes by mail on Monday at 8:00 in the time zone of the profile, or else of its owner. ' +
          'A week in which nothing happened has none.',
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

/** Adds the link of the mails. A GET changes nothing, since mail programs follow links by themselves. */
function addEndRoutes(app: Edge, deps: AnalyticsDeps): void {
  app.get(endAddress, { config: open, schema: { hide: true, params: endPath } }, async (request, reply) => {
    if (!readUnsubscribeToken(deps, request.params.token)) return sendPage(reply, notOurs)
    return sendPage(reply, {
      status: 200,
      title: 'End the weekly report?',
      body: '<form method="post"><button>End it</button></form>',
    })
  })
  app.post(
    endAddress,
    { config: { ...open, body: 'raw' }, schema: { hide: true, params: endPath } },
    async (request, reply) => {
      await wholeText(openBody(request, { maxBytes: maxFormBytes, isShort: true }))
      if (!(await endReport(deps, request.params.token))) return sendPage(reply, notOurs)
      return sendPage(reply, {
        status: 200,
        title: 'The weekly report has ended',
        body: '<p>You get no more of them.</p>',
      })
    },
  )
}

interface Page {
  readonly status: 200 | 404
  readonly title: string
  readonly body: string
}

const notOurs: Page = {
  status: 404,
  title: 'This link is not valid',
  body: '<p>Copy the whole link from the mail.</p>',
}
const policy = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
const asIs = (value: unknown) => value as string

const sendPage = (reply: FastifyReply, { status, title, body }: Page): FastifyReply =>
  reply
    .code(status)
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .serializer(asIs)
    .send(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><h1>${title}</h1>${body}</html>
`)
