import { z } from 'zod'
import { exampleId, idOf, instant } from '#infra/http/schemas.ts'
import { issueParams } from '../schema/answers.ts'
import { listQuery } from '../schema/requests.ts'
import { postStatuses } from '../state.ts'

export const importQuery = z.strictObject({
  profileId: idOf('prof').meta({ description: 'The profile that the posts are created in.' }),
  dryRun: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'If `true`, reports what would happen to each row without storing anything.' }),
})

const fault = z.object({
  column: z
    .string()
    .nullable()
    .meta({ description: 'Null if the error applies to the whole row.', examples: ['scheduledAt'] }),
  path: z.string().meta({ examples: ['/rows/2/scheduledAt'] }),
  code: z.string(),
  message: z.string().meta({ examples: ['can’t be in the past. Leave it empty to import as a draft'] }),
  fix: z.string().optional(),
  params: issueParams.optional(),
})
const row = z
  .int()
  .meta({ description: 'The row number as shown in a spreadsheet. The header is row 1.', examples: [2] })

export const importReport = z
  .object({
    ready: z.boolean().meta({ description: 'True if the file can be imported as is.' }),
    posts: z.int().meta({ description: 'Posts that would be created.' }),
    skipped: z.int().meta({ description: 'Rows whose posts already exist.' }),
    rows: z
      .object({
        row,
        outcome: z.enum(['draft', 'scheduled', 'exists', 'faulty']),
        scheduledAt: instant.nullable(),
        postId: idOf('post').nullable().meta({ description: 'The existing post.' }),
        errors: fault.array(),
        warnings: fault.array().meta({ description: 'Warnings that the row does not confirm.' }),
      })
      .array(),
  })
  .meta({ id: 'ImportReport' })

export const importedPosts = z
  .object({
    created: z.int(),
    skipped: z.int(),
    rows: z
      .object({
        row,
        outcome: z.enum(['created', 'exists']),
        postId: idOf('post')
          .nullable()
          .meta({ examples: [exampleId('post')] }),
        status: z.enum(postStatuses).nullable(),
        scheduledAt: instant.nullable(),
      })
      .array(),
  })
  .meta({ id: 'ImportedPosts' })

const { status, platform, from, to, tag } = listQuery.shape

export const exportQuery = z.strictObject({
  profileId: idOf('prof'),
  status,
  platform,
  from: from.meta({ description: 'Earliest `scheduledAt`, inclusive.' }),
  to: to.meta({ description: 'Latest `scheduledAt`, exclusive.' }),
  tag,
  separator: z
    .enum(['comma', 'semicolon'])
    .default('comma')
    .meta({ description: 'Spreadsheets in German and many other languages expect semicolons.' }),
  bom: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'If `true`, the file starts with a byte order mark, so that Excel reads it as UTF-8.' }),
})

export type ExportQuery = z.output<typeof exportQuery>
