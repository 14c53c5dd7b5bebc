import { z } from 'zod'
import { actKinds } from '#connectors/contract/inbox-acts.ts'
import { idOf, instant } from '#infra/http/schemas.ts'

export const itemPath = z.strictObject({ id: idOf('itm') })

const act = z.enum(actKinds)

/** The field of an account about acts. */
export const accountActs = z
  .object({
    act: act.meta({ description: 'What can be done with comments on the network.' }),
    missingScopes: z
      .string()
      .array()
      .meta({ description: 'What the account has to grant first.', examples: [['write:favourites']] }),
  })
  .array()
  .meta({ description: 'What the network offers in addition to replies. Each item says what is possible with it.' })

/** The fields of an item about acts on it. */
export const actFields = {
  liked: z.boolean().meta({ description: 'True if the account likes it, as far as that was done here.' }),
  hidden: z.boolean().meta({ description: 'True if the account has hidden it, or the network holds it back.' }),
  removedAt: instant.nullable().meta({ description: 'When it was removed from the network. Null if it was not.' }),
  canAct: act.array().meta({
    description: 'What the network can do with it. A post, a part of a thread and a first comment are never removed.',
    examples: [['like', 'hide']],
  }),
  acts: z
    .object({
      act: act.meta({ description: 'What is done with it.' }),
      wanted: z.boolean().meta({ description: 'False to undo it.' }),
      state: z.enum(['waiting', 'failed']).meta({
        description: '`waiting`: the network has not confirmed it yet. `failed`: it is as it was before.',
      }),
      errorCode: z
        .string()
        .nullable()
        .meta({ description: 'The code of the last error.', examples: [null] }),
      error: z
        .string()
        .nullable()
        .meta({ description: 'Why it is not done yet, or failed.', examples: [null] }),
    })
    .array()
    .meta({ description: 'What was wanted and is not done. `liked` and `hidden` show what is waiting as done.' }),
}

export const itemChanges = z
  .strictObject({
    liked: z.boolean().meta({ description: 'True to like it as the account.' }),
    hidden: z.boolean().meta({
      description: 'True to hide it from others. On Facebook, its author and their friends still see it.',
    }),
  })
  .partial()
  .meta({ id: 'ChangeInboxItem', description: 'Omitted fields are left unchanged.', examples: [{ liked: true }] })

export type ItemChanges = z.output<typeof itemChanges>
