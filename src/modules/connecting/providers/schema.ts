import { z } from 'zod'
import { platformAnswer } from '#infra/http/platforms.ts'

const jsonSchema = z.record(z.string(), z.unknown()).meta({ description: 'A JSON Schema, for drawing a form.' })

export const providers = z
  .object({
    providers: z
      .object({
        ...platformAnswer,
        aliases: z
          .string()
          .array()
          .meta({ description: 'What is read in place of the id.', examples: [['bluesky']] }),
        name: z.string().meta({ examples: ['Bluesky'] }),
        defaultScopes: z.string().array(),
        capabilities: z
          .string()
          .array()
          .meta({ examples: [['text', 'images', 'video', 'threads']] }),
        mode: z.enum(['sandbox', 'live']),
        limits: z.record(z.string(), z.unknown()).meta({ description: 'What a post may be there.' }),
        settingsSchema: jsonSchema,
        connect: z.object({
          kind: z.enum(['direct', 'oauth']),
          path: z.string().nullable().meta({ description: 'Where a direct connect is asked for.' }),
          fields: jsonSchema.nullable(),
          needsApp: z.boolean().meta({ description: 'Whether the operator registers an app at the network first.' }),
          configured: z.boolean().meta({ description: 'Whether one can connect here as it is.' }),
        }),
      })
      .array(),
  })
  .meta({ id: 'Providers' })
