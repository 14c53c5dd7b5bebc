import { z } from 'zod'
import { platformAnswer } from '#infra/http/platforms.ts'
import { modes } from '#rules/modes.ts'

const jsonSchema = z.record(z.string(), z.unknown()).meta({ description: 'A JSON Schema for building a form.' })

export const providers = z
  .object({
    providers: z
      .object({
        ...platformAnswer,
        aliases: z
          .string()
          .array()
          .meta({
            description: 'Other names that requests may use instead of the platform ID.',
            examples: [['bluesky']],
          }),
        name: z.string().meta({ examples: ['Bluesky'] }),
        defaultScopes: z.string().array(),
        capabilities: z
          .string()
          .array()
          .meta({ examples: [['text', 'images', 'video', 'threads']] }),
        mode: z.enum(modes),
        limits: z.record(z.string(), z.unknown()).meta({ description: 'The limits for a post on this network.' }),
        settingsSchema: jsonSchema,
        connect: z.object({
          kind: z.enum(['direct', 'oauth']),
          path: z
            .string()
            .nullable()
            .meta({ description: 'The endpoint for connecting with credentials. Null for other kinds.' }),
          fields: jsonSchema.nullable(),
          needsApp: z
            .boolean()
            .meta({ description: 'Whether the operator must register an app with the network first.' }),
          configured: z.boolean().meta({ description: 'Whether accounts can be connected on this installation now.' }),
        }),
      })
      .array(),
  })
  .meta({ id: 'Providers' })
