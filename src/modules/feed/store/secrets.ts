import { randomUUID } from 'node:crypto'
import type { Tx } from '#infra/db/client.ts'
import type { Seal } from '#infra/seal.ts'
import type { WebhookEndpointId } from '#kernel/ids.ts'
import { sealSecret } from '../sealed.ts'

export async function insertSecret(
  tx: Tx,
  seal: Pick<Seal, 'seal'>,
  { endpointId, secret, now }: { readonly endpointId: WebhookEndpointId; readonly secret: string; readonly now: Date },
): Promise<void> {
  const id = randomUUID()
  await tx
    .insertInto('webhookSecret')
    .values({ id, endpointId, sealedSecret: sealSecret(seal, id, secret), createdAt: now, expiresAt: null })
    .execute()
}

/**
 * Until `expiresAt` the secret that was in force signs besides the next one. Of those that are old only the newest so many
 * stay; with a grace of nothing none does, since then somebody wants an end to all that may be known elsewhere.
 */
export async function retireSecrets(
  tx: Tx,
  endpointId: WebhookEndpointId,
  { now, expiresAt, oldMost }: { readonly now: Date; readonly expiresAt: Date; readonly oldMost: number },
): Promise<void> {
  if (expiresAt <= now) {
    await tx.deleteFrom('webhookSecret').where('webhookSecret.endpointId', '=', endpointId).execute()
    return
  }
  await tx
    .updateTable('webhookSecret')
    .set({ expiresAt })
    .where('webhookSecret.endpointId', '=', endpointId)
    .where('webhookSecret.expiresAt', 'is', null)
    .execute()
  await tx
    .deleteFrom('webhookSecret')
    .where('webhookSecret.endpointId', '=', endpointId)
    .where(({ eb, or, not, selectFrom }) =>
      or([
        eb('webhookSecret.expiresAt', '<=', now),
        not(
          eb(
            'webhookSecret.id',
            'in',
            selectFrom('webhookSecret as kept')
              .select('kept.id')
              .where('kept.endpointId', '=', endpointId)
              .orderBy('kept.createdAt', 'desc')
              .limit(oldMost),
          ),
        ),
      ]),
    )
    .execute()
}

/** Whose it was; nothing when it is gone already. */
export async function deleteSecret(tx: Tx, id: string): Promise<WebhookEndpointId | undefined> {
  const deleted = await tx
    .deleteFrom('webhookSecret')
    .where('webhookSecret.id', '=', id)
    .returning('webhookSecret.endpointId')
    .executeTakeFirst()
  return deleted?.endpointId
}
