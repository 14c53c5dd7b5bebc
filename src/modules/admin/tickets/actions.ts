import { inTx, type Tx } from '#infra/db/client.ts'
import { brokenUniqueRule } from '#infra/db/faults.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { type TicketId, toWire, type UserId } from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import { decodeCursor, pageOf, uuidKey } from '#kernel/page.ts'
import { findTicket, listTickets, type TicketState, updateTicket } from '#modules/alerts/index.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { queueMail } from '#modules/mail/index.ts'
import type { TicketDeps } from '../deps.ts'
import { findPerson, isStaff } from './store.ts'

interface Triage {
  readonly status?: TicketState | undefined
  readonly note?: string | null | undefined
  readonly assigneeUid?: UserId | null | undefined
  readonly answer?: string | undefined
}

interface Question {
  readonly status?: TicketState | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

export async function readTickets({ db }: TicketDeps, { status, limit, cursor }: Question) {
  const before = cursor === undefined ? null : (decodeCursor(cursor, uuidKey) as TicketId)
  const rows = await listTickets(db, { status: status ?? null, limit: limit + 1, before })
  const { items, ...rest } = pageOf(rows, limit, (last) => last.id)
  return { tickets: items.map(present), ...rest }
}

/** Updates a ticket: its state, a note, the assignee, and a reply that is emailed to the user. */
export async function triageTicket(deps: TicketDeps, caller: Caller, id: TicketId, params: Triage) {
  try {
    return await inTx(deps.db, (tx) => triage(deps, tx, caller, id, params))
  } catch (error) {
    if (brokenUniqueRule(error) !== 'ticket_open') throw error
    return refuseInput({
      path: '/status',
      code: 'other_ticket_open',
      message: 'must stay closed while another ticket about the same subject is open',
    })
  }
}

async function triage(deps: TicketDeps, tx: Tx, caller: Caller, id: TicketId, params: Triage) {
  const ticket = (await findTicket(tx, id)) ?? refuse('ticket_not_found')
  if (params.assigneeUid && !(await isStaff(tx, params.assigneeUid)))
    refuseInput({
      path: '/assigneeUid',
      code: 'not_staff',
      message: 'must be a user with the role support, admin or superadmin',
    })
  const at = deps.clock.now()
  const before = { status: ticket.status, note: ticket.note, assigneeUid: ticket.assigneeUid, answer: ticket.answer }
  const after = {
    status: params.status ?? ticket.status,
    note: params.note === undefined ? ticket.note : params.note,
    assigneeUid: params.assigneeUid === undefined ? ticket.assigneeUid : params.assigneeUid,
    answer: params.answer ?? ticket.answer,
  }
  const { audit, isEmpty } = changesBetween(before, after)
  if (isEmpty && params.answer === undefined) return present(ticket)
  if (params.answer !== undefined) await mailAnswer(deps, tx, ticket, params.answer)
  const answeredAt = params.answer === undefined ? ticket.answeredAt : at
  const changed = await updateTicket(tx, id, { ...after, answeredAt, updatedAt: at })
  await writeAudit(tx, {
    at,
    caller,
    ownerUid: ticket.ownerUid,
    action: 'ticket.triaged',
    subject: toWire('tkt', id),
    changes: audit,
  })
  return present(changed)
}

type Ticket = Awaited<ReturnType<typeof updateTicket>>

async function mailAnswer(deps: TicketDeps, tx: Tx, ticket: Ticket, answer: string): Promise<void> {
  const person = await findPerson(tx, ticket.reporterUid ?? ticket.ownerUid)
  if (!person?.email)
    return refuse('ticket_unanswerable', {
      detail: 'The user who reported this has no email address, so nothing was sent.',
    })
  await queueMail(deps, tx, {
    to: person.email,
    locale: person.locale,
    template: 'ticket-answered',
    values: { name: person.name, subject: ticket.subject, answer, url: deps.config.publicUrl },
  })
}

const present = (ticket: Ticket) => ({ ...ticket, status: ticket.status as TicketState })
