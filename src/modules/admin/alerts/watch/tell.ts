import type { Tx } from '#infra/db/client.ts'
import { languageOf } from '#kernel/language.ts'
import { type Alert, isWanted, listAdministrators } from '#modules/alerts/index.ts'
import { queueMail } from '#modules/mail/index.ts'
import type { WatchDeps } from './deps.ts'
import { sayAlerts } from './mail-words.ts'

type TellDeps = Pick<WatchDeps, 'emit' | 'queue' | 'seal' | 'config'>

type News = 'alert.raised' | 'alert.closed'

/**
 * Notifies each administrator of alerts that were raised or closed: by one event per alert for webhooks, streams and
 * chats, and by one email for all raised alerts and one for all closed alerts.
 */
export async function tellAdministrators(deps: TellDeps, tx: Tx, alerts: readonly Alert[]): Promise<void> {
  if (alerts.length === 0) return
  for (const { uid, address, name, locale, ...prefs } of await listAdministrators(tx))
    for (const type of ['alert.raised', 'alert.closed'] as const) {
      const news = alerts.filter((alert) => newsOf(alert).includes(type))
      for (const { id: alertId, kind, severity, message, subject } of news)
        await deps.emit(tx, { type, ownerUid: uid, alertId, kind, severity, message, subject })
      const wanted = news.filter((alert) => prefs.email && isWanted(alert, prefs))
      if (address === null || wanted.length === 0) continue
      await queueMail(deps, tx, {
        to: address,
        locale,
        template: type === 'alert.raised' ? 'alert-raised' : 'alert-closed',
        values: { name, ...sayAlerts(wanted, languageOf(locale)), url: deps.config.publicUrl },
      })
    }
}

function newsOf({ raiseToldAt, closedAt }: Alert): readonly News[] {
  return [
    ...(raiseToldAt === null ? (['alert.raised'] as const) : []),
    ...(closedAt !== null ? (['alert.closed'] as const) : []),
  ]
}
