import { z } from 'zod'
import { idOf, instant, pageFields } from '#infra/http/schemas.ts'
import type { Json } from '#kernel/json.ts'

/**
 * Any JSON value. The schema has no further detail, because client generators fail on a schema that contains itself.
 */
const json = z.custom<Json>().meta({ description: 'Any JSON value.' })

export const auditEntry = z
  .strictObject({
    id: idOf('aud'),
    at: instant,
    actor: z.strictObject({
      kind: z.enum(['user', 'api-key', 'app', 'system', 'directory']),
      uid: idOf('usr').nullable(),
      keyId: idOf('key').nullable(),
      appId: idOf('app').nullable().meta({ description: 'The connected app, if one acted.' }),
    }),
    action: z.string().meta({ examples: ['profile.created'] }),
    subject: z.string().meta({ description: 'The ID of the object that the action changed.' }),
    changes: z
      .record(z.string(), json)
      .meta({ description: 'The changed fields, each as `{ from, to }`. Empty if the user’s data has been erased.' }),
    requestId: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' })

export const auditPage = z.strictObject({ entries: z.array(auditEntry), ...pageFields }).meta({ id: 'AuditPage' })
