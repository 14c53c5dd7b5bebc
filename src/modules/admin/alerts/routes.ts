import { callerOf } from '#infra/http/access.ts'
import { guardContent } from '#infra/http/answer/guard.ts'
import type { Edge } from '#infra/http/server.ts'
import { access, route } from '../access.ts'
import type { AlertDeps } from '../deps.ts'
import { acknowledgeAlert, changePrefs, raise, readAlerts, readOwnPrefs } from './actions.ts'
import { ackBody, alert, alertPage, alertPath, alertQuery, prefs, prefsBody, raiseBody } from './schema.ts'

export function alertRoutes(app: Edge, deps: AlertDeps): void {
  const ifMatch = guardContent(prefs, (tx, caller) => readOwnPrefs({ ...deps, db: tx }, caller))
  route(app, {
    get: '/v1/admin/alerts',
    id: 'listAlerts',
    summary: 'List alerts',
    description:
      'Lists alerts, newest first. Posthorn raises one alert per cause automatically and closes it when the cause is ' +
      'gone.',
    access: access.supportReads,
    refuses: ['cursor_invalid'],
    query: alertQuery,
    answers: alertPage,
    does: (request) => readAlerts(deps, request.query),
  })
  route(app, {
    post: '/v1/admin/alerts',
    id: 'raiseAlert',
    summary: 'Raise an alert manually',
    description: 'Administrators are notified within seconds, as with any other alert.',
    access: access.adminActs,
    body: raiseBody,
    answers: alert,
    does: (request) => raise(deps, callerOf(request), request.body),
  })
  route(app, {
    post: '/v1/admin/alerts/:id/ack',
    id: 'acknowledgeAlert',
    summary: 'Acknowledge an alert',
    description: 'Marks the alert as being handled. Alerts raised by the service still close automatically.',
    access: access.supportActs,
    refuses: ['alert_not_found'],
    params: alertPath,
    body: ackBody,
    answers: alert,
    does: (request) => acknowledgeAlert(deps, callerOf(request), request.params.id, request.body.note),
  })
  route(app, {
    get: '/v1/admin/alert-prefs',
    id: 'getAlertPreferences',
    summary: 'Get your alert notification settings',
    description: 'Returns which alerts you are notified of.',
    access: access.supportReads,
    answers: prefs,
    does: (request) => readOwnPrefs(deps, callerOf(request)),
  })
  route(app, {
    post: '/v1/admin/alert-prefs',
    id: 'setAlertPreferences',
    summary: 'Update your alert notification settings',
    description:
      'Choose email or linked chats, a minimum severity, and which kinds of alerts. Only admins and superadmins are ' +
      'notified. Your webhook endpoints receive `alert.raised` and `alert.closed` regardless of these settings.',
    access: access.supportActs,
    body: prefsBody,
    ifMatch,
    answers: prefs,
    does: (request) => changePrefs(deps, callerOf(request), request.body),
  })
}
