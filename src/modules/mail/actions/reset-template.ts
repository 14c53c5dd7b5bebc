import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { changesBetween } from '#kernel/json.ts'
import type { TemplateDeps } from '../deps.ts'
import { deleteTemplate } from '../store.ts'
import type { TemplateName } from '../templates.ts'
import { presentTemplate, readTemplate, type WholeTemplate } from './read-template.ts'

/** Restores the built-in template. */
export function resetTemplate(deps: TemplateDeps, caller: Caller, name: TemplateName): Promise<WholeTemplate> {
  return inTx(deps.db, async (tx) => {
    const before = await readTemplate(tx, name)
    const builtIn = presentTemplate(name, undefined)
    if (!(await deleteTemplate(tx, name))) return builtIn
    const { subject, text, html } = builtIn
    await deps.writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid: null,
      action: 'mail_template.reset',
      subject: name,
      changes: changesBetween(before, { subject, text, html }).audit,
    })
    return builtIn
  })
}
