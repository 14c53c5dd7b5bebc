import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import { access } from '../access.ts'
import type { AlertDeps } from '../deps.ts'
import { acknowledgeAlert, changePrefs, raise, readAlerts, readOwnPrefs } from './actions.ts'
import { ackBody, alert, alertPage, alertPath, alertQuery, prefs, prefsBody, raiseBody } from './schema.ts'

const tags = ['Administration']

export function alertRoutes(app: Edge, deps: AlertDeps): void {
  app.get(
    '/v1/admin/alerts',
    {
      config: { access: access.supportReads, refusals: ['cursor_invalid'] },
      schema: {
        operationId: 'listAlerts',
        tags,
        summary: 'List alerts',
        description:
          'Lists alerts, newest first. Posthorn raises one alert per cause automatically and closes it when the cause is gone.',
        querystring: alertQuery,
        response: { 200: alertPage },
      },
    },
    (request) => readAlerts(deps, request.query),
  )
  app.post(
    '/v1/admin/alerts',
    {
      config: { access: access.adminActs },
      schema: {
        operationId: 'raiseAlert',
        tags,
        summary: 'Raise an alert manually',
        description: 'Administrators are notified within seconds, as with any other alert.',
        body: raiseBody,
        response: { 200: alert },
      },
    },
    (request) => raise(deps, callerOf(request), request.body),
  )
  app.post(
    '/v1/admin/alerts/:id/ack',
    {
      config: { access: access.supportActs, refusals: ['alert_not_found'] },
      schema: {
        operationId: 'acknowledgeAlert',
        tags,
        summary: 'Acknowledge an alert',
        description: 'Marks the alert as being handled. Alerts raised by the service still close automatically.',
        params: alertPath,
        body: ackBody,
        response: { 200: alert },
      },
    },
    (request) => acknowledgeAlert(deps, callerOf(request), request.params.id, request.body.note),
  )
  app.get(
    '/v1/admin/alert-prefs',
    {
      config: { access: access.supportReads },
      schema: {
        operationId: 'getAlertPreferences',
        tags,
        summary: 'Get your alert notification settings',
        response: { 200: prefs },
      },
    },
    (request) => readOwnPrefs(deps, callerOf(request)),
  )
  app.post(
    '/v1/admin/alert-prefs',
    {
      config: { access: access.supportActs },
      schema: {
        operationId: 'setAlertPreferences',
        tags,
        summary: 'Update your alert notification settings',
        description:
          'Choose email or linked chats, a minimum severity, and which kinds of alerts. Only admins and superadmins are notified. Your webhook endpoints receive `alert.raised` and `alert.closed` regardless of these settings.',
        body: prefsBody,
        response: { 200: prefs },
      },
    },
    (request) => changePrefs(deps, callerOf(request), request.body),
  )
}
