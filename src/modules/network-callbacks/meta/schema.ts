import { z } from 'zod'
import { bytes, instant, text } from '#infra/http/schemas.ts'

export const signedRequestBody = bytes(
  'A form (`application/x-www-form-urlencoded`) with the one field `signed_request`.',
)

export const deletionReceipt = z
  .object({
    url: z.string().meta({ description: 'Shows how far it is, without signing in.' }),
    confirmation_code: z.string().meta({ examples: ['7KQ2XW4M9TBVCR3HN8ZPLDFYGA'] }),
  })
  .meta({ id: 'DeletionReceipt', description: 'As the network wants to read it.' })

export const deletionQuery = z.strictObject({
  code: text(1, 100).meta({ description: 'The `confirmation_code`.' }),
})

export const deletionState = z
  .object({
    code: z.string(),
    state: z.enum(['received', 'done']),
    accounts: z.int().meta({ description: 'How many connected accounts have been erased.' }),
    requestedAt: instant,
    finishedAt: instant.nullable(),
  })
  .meta({ id: 'DeletionState', description: 'How far the deletion of somebody’s data is.' })

export const deletionAnswer = {
  description: 'How far it is; a page for whoever asks with a browser.',
  content: { 'application/json': { schema: deletionState }, 'text/html': { schema: z.string() } },
}
