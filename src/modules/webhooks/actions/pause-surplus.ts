import type { Tx } from '#infra/db/client.ts'
import { toWire, type UserId } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { getLimit } from '#modules/plans/index.ts'
import type { WebhookDeps } from '../deps.ts'
import { pauseSurplus } from '../store/endpoints.ts'

/** Pauses the endpoints over the limit of a new plan, the newest first. */
export async function pauseBeyondPlan(
  deps: Pick<WebhookDeps, 'clock' | 'plans'>,
  tx: Tx,
  { ownerUid, plan }: { readonly ownerUid: UserId; readonly plan: string },
): Promise<void> {
  const most = getLimit(deps.plans, plan, 'webhookEndpoints')
  if (most === null) return
  const at = deps.clock.now()
  for (const id of await pauseSurplus(tx, ownerUid, most, at)) {
    await writeAudit(tx, {
      at,
      caller: null,
      ownerUid,
      action: 'webhook.switched_off',
      subject: toWire('wh', id),
      changes: { active: { from: true, to: false }, disabledReason: { from: null, to: 'plan' } },
    })
  }
}
