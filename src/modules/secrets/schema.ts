import { z } from 'zod'
import { idOf, instant, lineText, pageFields, text } from '#infra/http/schemas.ts'

const exampleName = 'X_CLIENT_SECRET'

export const secretPath = z.strictObject({ name: text(1, 100).meta({ examples: [exampleName] }) })

const value = text(1, 4_096).meta({ description: 'The value. Responses, logs and errors never contain it.' })

export const createSecretBody = z
  .strictObject({
    name: lineText(1, 100).meta({ description: 'The name of the setting.', examples: [exampleName] }),
    value,
  })
  .meta({ id: 'CreateSecret', examples: [{ name: exampleName, value: 'a-secret-of-your-app' }] })

export const setSecretBody = z
  .strictObject({ value })
  .meta({ id: 'SetSecret', examples: [{ value: 'a-secret-of-your-app' }] })

const version = z.int().min(1)

export const secret = z
  .strictObject({
    name: z.string().meta({ description: 'The name of the setting.', examples: [exampleName] }),
    about: z
      .string()
      .meta({ description: 'The meaning of the setting.', examples: ['OAuth 2 client secret of your X app.'] }),
    source: z
      .enum(['stored', 'environment'])
      .nullable()
      .meta({
        description:
          'Where the current value comes from. A stored value takes precedence over the environment. Null if there ' +
          'is none.',
      }),
    overridesEnvironment: z
      .boolean()
      .meta({ description: 'True if the environment also sets it and that value is ignored.' }),
    masked: z
      .string()
      .nullable()
      .meta({ description: 'The last characters of the newest stored value.', examples: ['••••k3x9'] }),
    version: version
      .nullable()
      .meta({ description: 'The newest stored version. Null if there is none or it was revoked.' }),
    versionInForce: version.nullable().meta({ description: 'The stored version that nodes are using.' }),
    needsRestart: z.boolean().meta({ description: 'True if the newest version is not in effect yet.' }),
    updatedAt: instant.nullable(),
    updatedBy: idOf('usr').nullable(),
    updatedByUid: idOf('usr')
      .nullable()
      .meta({ description: 'The same as `updatedBy`, with the suffix that IDs of users have everywhere.' }),
    versions: z
      .array(
        z.strictObject({
          version,
          createdAt: instant,
          createdBy: idOf('usr').nullable(),
          createdByUid: idOf('usr')
            .nullable()
            .meta({ description: 'The same as `createdBy`, with the suffix that IDs of users have everywhere.' }),
        }),
      )
      .meta({ description: 'The 20 newest versions, newest first.' }),
  })
  .meta({ id: 'Secret' })

export const secretList = z
  .strictObject({
    secrets: z.array(secret).meta({ description: 'Every secret that this installation can have.' }),
    generation: z.int().meta({ description: 'Grows with each restart.' }),
    ...pageFields,
  })
  .meta({ id: 'SecretList' })

export const secretTest = z
  .strictObject({
    name: z.string().meta({ examples: [exampleName] }),
    ok: z.boolean(),
    detail: z.string().meta({ description: 'What was tested, the result, and how to fix a failure.' }),
    source: z.enum(['stored', 'environment']).meta({ description: 'The value that was tested.' }),
    durationMs: z.int(),
  })
  .meta({ id: 'SecretTest' })

export const secretsRestart = z
  .strictObject({
    generation: z.int(),
    changed: z.array(z.string()).meta({ description: 'The secrets that changed.', examples: [[exampleName]] }),
  })
  .meta({ id: 'SecretsRestart' })

export const done = z.strictObject({ ok: z.literal(true) })
