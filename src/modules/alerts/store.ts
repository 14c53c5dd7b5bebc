import type { Tx } from '#infra/db/client.ts'
import { newId, type TicketId, type UserId } from '#kernel/ids.ts'

/** What people who run the installation should look at. It is written with its cause, like an event. */
export interface NewAlert {
  readonly at: Date
  /** What it is about, as a word: `post_stuck`. */
  readonly kind: string
  readonly severity: 'info' | 'warning' | 'critical'
  readonly message: string
  /** The wire id of the thing, where it is about one. */
  readonly subject: string | null
}

export async function raiseAlert(tx: Tx, { at, ...said }: NewAlert): Promise<void> {
  await tx
    .insertInto('alert')
    .values({ id: newId<'alert'>(at), ...said, createdAt: at, ackedAt: null, ackedBy: null })
    .execute()
}

/** What a user has told them of. */
export interface NewTicket {
  readonly at: Date
  readonly kind: string
  readonly subject: string
  readonly ownerUid: UserId
  readonly reporterUid: UserId
  readonly message: string
}

/** Null when the same thing has an open ticket already. */
export async function openTicket(tx: Tx, { at, ...said }: NewTicket): Promise<TicketId | null> {
  const made = await tx
    .insertInto('ticket')
    .values({ id: newId<'tkt'>(at), ...said, status: 'open', createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('ticket.id')
    .executeTakeFirst()
  return made?.id ?? null
}
