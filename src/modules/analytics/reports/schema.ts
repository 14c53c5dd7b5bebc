import { z } from 'zod'
import { idOf, instant, text } from '#infra/http/schemas.ts'

export const reportPath = z.strictObject({ profileId: idOf('prof') })
export const endPath = z.strictObject({ token: text(1, 300) })

export const reportBody = z
  .strictObject({ weekly: z.boolean() })
  .meta({ id: 'ChangeReport', examples: [{ weekly: true }] })

export const report = z
  .object({
    profileId: idOf('prof'),
    weekly: z.boolean(),
    nextAt: instant.nullable().meta({ description: 'The time of the next report. Null if none is planned.' }),
  })
  .meta({ id: 'Report', description: 'Your weekly report on a profile.' })
