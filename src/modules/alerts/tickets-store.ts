import type { Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { TicketTable } from '#infra/db/tables.ts'
import { newId, type TicketId, type UserId } from '#kernel/ids.ts'

export type TicketState = 'open' | 'waiting' | 'closed'
type Ticket = Selectable<TicketTable>

/** A problem that a user reported to the operator. */
interface NewTicket {
  readonly at: Date
  readonly kind: string
  readonly subject: string
  readonly ownerUid: UserId
  readonly reporterUid: UserId
  readonly message: string
}

/** Opens a ticket. Returns null if the same subject already has an open ticket. */
export async function openTicket(tx: Tx, { at, ...values }: NewTicket): Promise<TicketId | null> {
  const made = await tx
    .insertInto('ticket')
    .values({ id: newId<'tkt'>(at), ...values, status: 'open', createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('ticket.id')
    .executeTakeFirst()
  return made?.id ?? null
}

/** Lists tickets, newest first. */
export const listTickets = (
  db: Db,
  {
    status,
    limit,
    before,
  }: { readonly status: TicketState | null; readonly limit: number; readonly before: TicketId | null },
): Promise<Ticket[]> =>
  db
    .selectFrom('ticket')
    .selectAll('ticket')
    .$if(status !== null, (q) => q.where('ticket.status', '=', status as TicketState))
    .$if(before !== null, (q) => q.where('ticket.id', '<', before as TicketId))
    .orderBy('ticket.id', 'desc')
    .limit(limit)
    .execute()

/** Returns a ticket, locked. */
export const findTicket = (tx: Tx, id: TicketId): Promise<Ticket | undefined> =>
  tx.selectFrom('ticket').selectAll('ticket').where('ticket.id', '=', id).forUpdate().executeTakeFirst()

export const updateTicket = (tx: Tx, id: TicketId, changes: Updateable<TicketTable>): Promise<Ticket> =>
  tx.updateTable('ticket').set(changes).where('ticket.id', '=', id).returningAll().executeTakeFirstOrThrow()
