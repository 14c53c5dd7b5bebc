import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuseInput } from '#kernel/errors.ts'
import { changesBetween } from '#kernel/json.ts'
import type { TemplateDeps } from '../deps.ts'
import { findTemplateFaults } from '../resolve-template.ts'
import { upsertTemplate } from '../store.ts'
import type { TemplateParts } from '../template.ts'
import type { TemplateName } from '../templates.ts'
import { presentTemplate, readTemplate, type WholeTemplate } from './read-template.ts'

/**
 * Saves a template. Takes effect with the next email, including queued ones. A save that changes nothing writes no
 * audit entry.
 */
export async function saveTemplate(
  deps: TemplateDeps,
  caller: Caller,
  name: TemplateName,
  { subject, text, html }: TemplateParts,
): Promise<WholeTemplate> {
  const wanted = { subject, text, html }
  const faults = findTemplateFaults(name, wanted)
  if (faults.length > 0) refuseInput(...faults)
  return await inTx(deps.db, async (tx) => {
    const present = await readTemplate(tx, name)
    const { audit, isEmpty } = changesBetween(present, wanted)
    if (isEmpty) return present
    const row = { name, ...wanted, updatedAt: deps.clock.now(), updatedBy: caller.uid }
    await upsertTemplate(tx, row)
    await deps.writeAudit(tx, {
      at: row.updatedAt,
      caller,
      ownerUid: null,
      action: 'mail_template.changed',
      subject: name,
      changes: audit,
    })
    return presentTemplate(name, row)
  })
}
