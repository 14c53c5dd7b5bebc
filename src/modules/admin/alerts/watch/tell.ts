import type { Tx } from '#infra/db/client.ts'
import { languageOf } from '#kernel/language.ts'
import { type Alert, isWanted, listAdministrators } from '#modules/alerts/index.ts'
import { queueMail } from '#modules/mail/index.ts'
import type { WatchDeps } from './deps.ts'
import { sayAlert } from './mail-words.ts'

type TellDeps = Pick<WatchDeps, 'emit' | 'queue' | 'seal' | 'config'>

/**
 * Tells each administrator of alerts that were raised or closed: by an event for webhooks, streams and chats, and by mail.
 */
export async function tellAdministrators(deps: TellDeps, tx: Tx, alerts: readonly Alert[]): Promise<void> {
  if (alerts.length === 0) return
  const administrators = await listAdministrators(tx)
  for (const alert of alerts) {
    for (const { uid, address, name, locale, ...prefs } of administrators) {
      for (const type of newsOf(alert)) {
        const { id: alertId, kind, severity, message, subject } = alert
        await deps.emit(tx, { type, ownerUid: uid, alertId, kind, severity, message, subject })
        if (address === null || !prefs.email || !isWanted(alert, prefs)) continue
        await queueMail(deps, tx, {
          to: address,
          locale,
          template: type === 'alert.raised' ? 'alert-raised' : 'alert-closed',
          values: { name, ...sayAlert(alert, languageOf(locale)), url: deps.config.publicUrl },
        })
      }
    }
  }
}

function newsOf({ raiseToldAt, closedAt }: Alert): readonly ('alert.raised' | 'alert.closed')[] {
  return [
    ...(raiseToldAt === null ? (['alert.raised'] as const) : []),
    ...(closedAt !== null ? (['alert.closed'] as const) : []),
  ]
}
