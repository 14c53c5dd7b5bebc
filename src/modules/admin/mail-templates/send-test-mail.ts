import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { findUser } from '#modules/identity/index.ts'
import { queueMail } from '#modules/mail/index.ts'
import type { MailTemplateDeps } from '../deps.ts'

/** Sends an email of this kind to the caller's own address, and to no one else. */
export function sendTestMail(
  deps: MailTemplateDeps,
  caller: Caller,
  template: 'welcome' | 'goodbye',
): Promise<{ readonly to: string }> {
  return inTx(deps.db, async (tx) => {
    const user = (await findUser(tx, caller.uid)) ?? refuse('unauthenticated')
    const to = user.email ?? refuse('email_missing')
    await queueMail(deps, tx, {
      to,
      locale: user.locale,
      template,
      values: { name: user.name, url: deps.config.publicUrl },
    })
    await writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid: user.id,
      action: 'mail_template.tested',
      subject: toWire('usr', user.id),
      changes: { template: { from: null, to: template } },
    })
    return { to }
  })
}
