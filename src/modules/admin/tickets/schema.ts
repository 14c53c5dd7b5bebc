import { z } from 'zod'
import { filledText, idOf, instant, pageFields, pageQuery, text } from '#infra/http/schemas.ts'

const status = z.enum(['open', 'waiting', 'closed'])

export const ticketPath = z.strictObject({ ticketId: idOf('tkt') })

export const ticket = z
  .strictObject({
    id: idOf('tkt'),
    kind: z.string().meta({ examples: ['post_stuck'] }),
    subject: z
      .string()
      .meta({ description: 'The ID of the object that it is about.', examples: ['post_01kajv4z00e008000000000001'] }),
    ownerUid: idOf('usr'),
    reporterUid: idOf('usr').nullable(),
    message: z.string(),
    status,
    note: z.string().nullable().meta({ description: 'For the people who handle tickets. The user does not see it.' }),
    assigneeUid: idOf('usr').nullable(),
    answer: z.string().nullable().meta({ description: 'The last reply that was emailed to the user.' }),
    answeredAt: instant.nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Ticket' })

export const ticketPage = z.strictObject({ tickets: z.array(ticket), ...pageFields }).meta({ id: 'TicketPage' })

export const ticketQuery = z.strictObject({ status: status.optional(), ...pageQuery({ max: 100, fallback: 50 }) })

export const triageBody = z
  .strictObject({
    status: status.optional(),
    note: text(1, 5_000).nullable().optional(),
    assigneeUid: idOf('usr').nullable().optional(),
    answer: filledText(5_000).optional().meta({ description: 'Emailed to the user who reported it.' }),
  })
  .meta({
    id: 'TriageTicketBody',
    description: 'Omitted fields are left unchanged.',
    examples: [{ status: 'closed', answer: 'X was down. Your post is published now.' }],
  })
