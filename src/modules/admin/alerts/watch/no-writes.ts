import { hostname } from 'node:os'
import { takesNoWrites } from '#infra/db/faults.ts'
import { newId, type UserId } from '#kernel/ids.ts'
import { languageOf } from '#kernel/language.ts'
import { isWanted, listAdministrators, type NewAlert } from '#modules/alerts/index.ts'
import { sendMailNow } from '#modules/mail/index.ts'
import type { WatchDeps } from '../../deps.ts'
import { sayAlert } from './tell.ts'

interface NoWrites {
  /** Runs a round of checks, and notifies if the database rejects writes a second time in a row. */
  during(watch: () => Promise<void>): Promise<void>
}

/**
 * Notifies of a database that rejects writes, which cannot store alerts, events or jobs. The log and an email to each
 * administrator do not need them. Webhooks and chats do, so they report `database_unreachable` when the database
 * accepts writes again. A failover is shorter than the pause between two rounds.
 */
export function createNoWrites(deps: WatchDeps): NoWrites {
  const notified = new Set<UserId>()
  let rounds = 0

  async function notify(): Promise<void> {
    const alert = alertOf(deps.clock.now())
    deps.log.error({ event: 'alerts.database_takes_no_writes' }, alert.message)
    for (const { uid, address, name, locale, ...prefs } of await listAdministrators(deps.db)) {
      if (address === null || notified.has(uid) || !prefs.email || !isWanted(alert, prefs)) continue
      const values = { name, ...sayAlert(alert, languageOf(locale)), url: deps.config.publicUrl }
      const mail = { id: newId(alert.at), to: address, locale, template: 'alert-raised', values } as const
      try {
        await sendMailNow(deps, mail)
        notified.add(uid)
      } catch (error) {
        deps.log.warn({ event: 'alerts.mail_failed', err: error }, 'Email about the database could not be sent')
      }
    }
  }

  return {
    async during(watch) {
      try {
        await watch()
        rounds = 0
        notified.clear()
      } catch (error) {
        rounds = takesNoWrites(error) ? rounds + 1 : 0
        if (rounds >= 2) await notify()
        throw error
      }
    },
  }
}

const alertOf = (at: Date): NewAlert<'database_unreachable'> & { readonly raisedBy: null } => ({
  at,
  kind: 'database_unreachable',
  severity: 'critical',
  subject: hostname(),
  message:
    'The database accepts no writes, so no post is published and no change is saved. It is read-only, or its disk is ' +
    'full. Posthorn continues when it accepts writes again.',
  raisedBy: null,
})
