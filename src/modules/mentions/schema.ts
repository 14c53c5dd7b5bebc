import { z } from 'zod'
import { versioned } from '#infra/http/answer/conditional.ts'
import { deletionFields, exampleId, idOf, instant, nameText, pageFields, pageQuery, text } from '#infra/http/schemas.ts'
import { mentionHandles as handles } from '#modules/posts/index.ts'
import { faultOfName, mentionNameMax } from '#rules/mentions.ts'
import { networks } from '#rules/network-names.ts'

const name = nameText(mentionNameMax)
  .superRefine((value, context) => {
    const message = faultOfName(value)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
  .meta({
    description:
      'The name, which posts have in their text after an @. It is unique in the book; case and repeated spaces make no ' +
      'difference. On LinkedIn it must be the exact name of the account.',
    examples: ['Harbour Museum'],
  })

export const entryBody = z.strictObject({ profileId: idOf('prof'), name, handles }).meta({
  id: 'NewMentionEntry',
  examples: [
    { profileId: exampleId('prof'), name: 'Harbour Museum', handles: { linkedin: 'urn:li:organization:2414183' } },
  ],
})

export const entryChanges = z
  .strictObject({ name, handles })
  .partial()
  .meta({
    id: 'ChangeMentionEntry',
    description: 'Omitted fields are left unchanged. `handles` replaces all handles.',
    examples: [{ name: 'Harbor Museum' }],
  })

export const entryPath = z.strictObject({ id: idOf('ment') })
export const entriesQuery = z.strictObject({
  profileId: idOf('prof'),
  q: text(1, 100).optional().meta({ description: 'Text to find in the name or a handle.' }),
  ...pageQuery({ max: 200, fallback: 100 }),
})

export const entry = versioned(
  z
    .object({
      id: idOf('ment'),
      profileId: idOf('prof'),
      name: z.string().meta({ examples: ['Harbour Museum'] }),
      handles: z.partialRecord(z.enum(networks), z.string()).meta({
        description: 'The handle on each network, without its @. On LinkedIn, a urn.',
        examples: [{ bluesky: 'harbour.bsky.social', linkedin: 'urn:li:organization:2414183' }],
      }),
      version: z.int().meta({ description: 'Rises with each change. It is the ETag.', examples: [1] }),
      createdAt: instant,
      updatedAt: instant,
    })
    .meta({ id: 'MentionEntry', description: 'A person or company that a profile mentions in posts.' }),
)

export const entryPage = z
  .object({ entries: entry.array().meta({ description: 'By name.' }), ...pageFields })
  .meta({ id: 'MentionEntryPage' })

export const deletedEntry = z
  .object({ ...deletionFields, success: z.literal(true) })
  .meta({ id: 'DeletedMentionEntry' })

export const lookUpQuery = z.strictObject({
  accountId: idOf('acc').meta({ description: 'The account that mentions. Its network is searched after the book.' }),
  q: text(1, 100).meta({ description: 'The beginning of a name or a handle.', examples: ['harb'] }),
})

export const foundMentions = z
  .object({
    items: z
      .object({
        source: z.enum(['book', 'network']).meta({ description: 'Where it was found.' }),
        entryId: idOf('ment').nullable().meta({ description: 'The entry of the book. Null for one of the network.' }),
        name: z.string().meta({ description: 'A name that a post can mention.', examples: ['Harbour Museum'] }),
        handles: z
          .partialRecord(z.enum(networks), z.string())
          .meta({ description: 'The known handles, without their @.', examples: [{ bluesky: 'harbour.bsky.social' }] }),
      })
      .array()
      .meta({ description: 'First those of the book, by name, then those of the network.' }),
    search: z.enum(['done', 'failed', 'limited', 'none']).meta({
      description:
        'The search of the network. `none`: it has no search that Posthorn uses, or the account isn’t active. `failed`: it ' +
        'isn’t responding or refused. `limited`: too many searches in this minute. The entries of the book are there in any case.',
    }),
  })
  .meta({ id: 'FoundMentions' })

export type LookUpQuery = z.output<typeof lookUpQuery>
export type EntryBody = z.output<typeof entryBody>
export type EntryChanges = z.output<typeof entryChanges>
export type EntriesQuery = z.output<typeof entriesQuery>
