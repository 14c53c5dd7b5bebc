import { z } from 'zod'
import { versioned } from '#infra/http/answer/conditional.ts'
import { deletionFields, exampleId, idOf, instant, nameText, pageFields, pageQuery, text } from '#infra/http/schemas.ts'
import { networks } from '#rules/network-names.ts'
import { findFilterFaults, viewPages } from './state.ts'

const page = z
  .enum(viewPages)
  .meta({ description: 'The page of the web app that the view opens.', examples: ['posts'] })
const name = nameText(80).meta({
  description:
    'The name. Case makes no difference: it is unique among the shared views of the profile, and among your own.',
  examples: ['Winter sale on Mastodon'],
})
const shared = z.boolean().meta({
  description: 'True if everyone in the profile sees the view, false if only the person who saved it does.',
})

const accountId = z
  .string()
  .regex(/^acc_[0-7][0-9a-hjkmnp-tv-z]{25}$/, 'must be an id that begins with acc_')
  .meta({ description: 'Only what concerns this account, by its ID.', examples: [exampleId('acc')] })
const userId = z
  .string()
  .regex(/^usr_[0-7][0-9a-hjkmnp-tv-z]{25}$/, 'must be an id that begins with usr_')
  .meta({ description: 'Only what this person created, by their ID.', examples: [exampleId('usr')] })
const day = z.iso.date('must be a date such as 2026-12-01').meta({ examples: ['2026-12-01'] })

const filterFields = {
  account: accountId,
  label: text(1, 100).meta({ description: 'Only what has this label, by its name.', examples: ['Winter sale'] }),
  author: userId,
  network: z.enum(networks).meta({ description: 'Only what concerns this network.', examples: ['mastodon'] }),
  state: z
    .enum(['draft', 'approval', 'scheduled', 'published', 'failed', 'trash'])
    .meta({ description: 'Only posts in this state.' }),
  kind: z.enum(['pictures', 'videos']).meta({ description: 'Only files of this type.' }),
  use: z.enum(['used', 'unused']).meta({ description: 'Only files that posts use, or that none uses.' }),
  q: text(1, 200).meta({ description: 'Text to find.', examples: ['opening hours'] }),
  range: z.enum(['7d', '28d', '90d', '12m']).meta({ description: 'A period up to today.' }),
  from: day.meta({ description: 'The first day.' }),
  to: day.meta({ description: 'The last day.' }),
  sort: z
    .string()
    .regex(/^-?\w{1,64}$/, 'must be the name of an order')
    .meta({ description: 'The order of the list.', examples: ['oldest'] }),
}

const filters = z
  .strictObject(filterFields)
  .partial()
  .meta({
    id: 'ViewFilters',
    description: 'The filters, by their names in the URL of the page. Each page has some of them.',
    examples: [{ label: 'Winter sale', network: 'mastodon' }],
  })

export const viewBody = z
  .strictObject({ profileId: idOf('prof'), page, name, filters, shared: shared.default(false) })
  .superRefine((body, context) => {
    for (const { path, message } of findFilterFaults(body.page, body.filters))
      context.addIssue({ code: 'custom', path: path.slice(1).split('/'), message })
  })
  .meta({
    id: 'NewView',
    examples: [
      {
        profileId: exampleId('prof'),
        page: 'posts',
        name: 'Winter sale',
        filters: { label: 'Winter sale' },
        shared: true,
      },
    ],
  })

export const viewChanges = z
  .strictObject({ name, filters, shared })
  .partial()
  .meta({
    id: 'ChangeView',
    description: 'Omitted fields are left unchanged. `filters` replaces all filters. The page stays the same.',
    examples: [{ name: 'Winter sale 2026' }],
  })

export const viewPath = z.strictObject({ id: idOf('view') })
export const viewsQuery = z.strictObject({
  profileId: idOf('prof'),
  page: page.optional().meta({ description: 'Only the views of this page. Defaults to all pages.' }),
  ...pageQuery({ max: 200, fallback: 100 }),
})

export const view = versioned(
  z
    .object({
      id: idOf('view'),
      profileId: idOf('prof'),
      page,
      name: z.string().meta({ examples: ['Winter sale on Mastodon'] }),
      filters: z
        .object(filterFields)
        .partial()
        .meta({
          description: 'The filters, by their names in the URL of the page. A label has its current name.',
          examples: [{ label: 'Winter sale' }],
        }),
      missing: z.array(z.enum(['account', 'label', 'author'])).meta({
        description:
          'The filters whose account is no longer connected, whose label is deleted, or whose author left the profile.',
        examples: [[]],
      }),
      shared,
      createdByUid: idOf('usr')
        .nullable()
        .meta({ description: 'The person who saved it. Null if their account is deleted.' }),
      version: z.int().meta({ description: 'Rises with each change. It is the ETag.', examples: [1] }),
      createdAt: instant,
      updatedAt: instant,
    })
    .meta({ id: 'View', description: 'The filters of a page, saved under a name.' }),
)

export const viewPageOfList = z
  .object({ views: view.array().meta({ description: 'The views that you see, newest first.' }), ...pageFields })
  .meta({ id: 'ViewPage' })
export const deletedView = z.object({ ...deletionFields, success: z.literal(true) }).meta({ id: 'DeletedView' })

export type Filters = z.output<typeof filters>
export type ViewBody = z.output<typeof viewBody>
export type ViewChanges = z.output<typeof viewChanges>
export type ViewsQuery = z.output<typeof viewsQuery>
