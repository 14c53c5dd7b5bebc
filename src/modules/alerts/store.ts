import type { Tx } from '#infra/db/client.ts'
import { newId, type TicketId, type UserId } from '#kernel/ids.ts'

/** An alert for the operator. It is written in the transaction of its cause, like an event. */
export interface NewAlert {
  readonly at: Date
  /** The kind of problem, such as `post_stuck`. */
  readonly kind: string
  readonly severity: 'info' | 'warning' | 'critical'
  readonly message: string
  /** The wire id of the affected object, if there is one. */
  readonly subject: string | null
}

export async function raiseAlert(tx: Tx, { at, ...said }: NewAlert): Promise<void> {
  await tx
    .insertInto('alert')
    .values({ id: newId<'alert'>(at), ...said, createdAt: at, ackedAt: null, ackedBy: null })
    .execute()
}

/** A problem that a user reported to the operator. */
export interface NewTicket {
  readonly at: Date
  readonly kind: string
  readonly subject: string
  readonly ownerUid: UserId
  readonly reporterUid: UserId
  readonly message: string
}

/** Opens a ticket. Null when the same subject already has an open ticket. */
export async function openTicket(tx: Tx, { at, ...said }: NewTicket): Promise<TicketId | null> {
  const made = await tx
    .insertInto('ticket')
    .values({ id: newId<'tkt'>(at), ...said, status: 'open', createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('ticket.id')
    .executeTakeFirst()
  return made?.id ?? null
}
