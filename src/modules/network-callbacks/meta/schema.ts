import { z } from 'zod'
import { bytes, instant, text } from '#infra/http/schemas.ts'

export const signedRequestBody = bytes('A form (`application/x-www-form-urlencoded`) with the field `signed_request`.')

export const deletionReceipt = z
  .object({
    url: z.string().meta({ description: 'A page that shows the status of the deletion and requires no sign-in.' }),
    confirmation_code: z.string().meta({ examples: ['7KQ2XW4M9TBVCR3HN8ZPLDFYGA'] }),
  })
  .meta({ id: 'DeletionReceipt', description: 'The receipt in the format that Meta requires.' })

export const deletionQuery = z.strictObject({
  code: text(1, 100).meta({ description: 'The `confirmation_code`.' }),
})

export const deletionState = z
  .object({
    code: z.string(),
    state: z.enum(['received', 'done']),
    accounts: z.int().meta({ description: 'Number of connected accounts that have been erased.' }),
    requestedAt: instant,
    finishedAt: instant.nullable(),
  })
  .meta({ id: 'DeletionState', description: 'The state of a data deletion.' })

export const deletionAnswer = {
  description: 'The state: an HTML page for a browser, JSON otherwise.',
  content: { 'application/json': { schema: deletionState }, 'text/html': { schema: z.string() } },
}
