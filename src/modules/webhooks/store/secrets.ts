import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '#infra/db/client.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { WebhookEndpointId } from '#kernel/ids.ts'
import { sealSecret } from '../secrets/sealed.ts'

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
 * Retires the current secret: until `expiresAt` it signs alongside the next one. Keeps only the newest `oldMost`
 * secrets. A grace period of zero deletes all of them, since the owner then wants to revoke every secret that may have
 * leaked.
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

/** Finds the sealed current secret. There is none if the key that sealed it was lost. */
export const findCurrentSecret = (
  db: Db,
  endpointId: WebhookEndpointId,
): Promise<{ readonly id: string; readonly sealedSecret: Buffer } | undefined> =>
  db
    .selectFrom('webhookSecret')
    .select(['webhookSecret.id', 'webhookSecret.sealedSecret'])
    .where('webhookSecret.endpointId', '=', endpointId)
    .where('webhookSecret.expiresAt', 'is', null)
    .executeTakeFirst()

/** Deletes a secret. Returns its endpoint, or undefined if the secret is already deleted. */
export async function deleteSecret(tx: Tx, id: string): Promise<WebhookEndpointId | undefined> {
  const deleted = await tx
    .deleteFrom('webhookSecret')
    .where('webhookSecret.id', '=', id)
    .returning('webhookSecret.endpointId')
    .executeTakeFirst()
  return deleted?.endpointId
}
