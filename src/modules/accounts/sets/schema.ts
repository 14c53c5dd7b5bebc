import { z } from 'zod'
import { deletionFields, exampleId, idOf, instant, nameText } from '#infra/http/schemas.ts'

const accountsMax = 20

export const setsPath = z.strictObject({ id: idOf('prof') })
export const setPath = z.strictObject({ id: idOf('prof'), setId: idOf('set') })

const name = nameText(100).meta({ examples: ['Everyday'] })
const accountIds = z
  .array(idOf('acc'))
  .min(1)
  .max(accountsMax)
  .refine((ids) => new Set(ids).size === ids.length, 'must list each account once')
  .meta({ description: 'The accounts that a post is for, each once.', examples: [[exampleId('acc')]] })

export const setBody = z.strictObject({ name, accountIds }).meta({
  id: 'NewAccountSet',
  examples: [{ name: 'Everyday', accountIds: [exampleId('acc')] }],
})

export const setChanges = z
  .strictObject({ name: name.optional(), accountIds: accountIds.optional() })
  .meta({ id: 'ChangeAccountSet', examples: [{ name: 'Launches' }] })

export type SetBody = z.output<typeof setBody>
export type SetChanges = z.output<typeof setChanges>

export const accountSet = z
  .object({
    id: idOf('set'),
    name: z.string().meta({ examples: ['Everyday'] }),
    accountIds: idOf('acc')
      .array()
      .meta({ description: 'The connected accounts, in the order in which they were chosen.' }),
    disconnectedAccountIds: idOf('acc')
      .array()
      .meta({
        description:
          'The accounts that were disconnected since. They are left out until they are connected again, or until the ' +
          'set is changed.',
        examples: [[]],
      }),
    createdAt: instant,
  })
  .meta({
    id: 'AccountSet',
    description: 'A named choice of a profile’s accounts, for posts that go to the same ones.',
  })

export const deletedSet = z.object({ ...deletionFields, success: z.literal(true) }).meta({ id: 'DeletedAccountSet' })
