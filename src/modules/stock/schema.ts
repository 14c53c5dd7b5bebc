import { z } from 'zod'
import { idOf, pageFields, shortListQuery, text, wholeNumber } from '#infra/http/schemas.ts'
import { altText } from '#modules/media/index.ts'
import { stockKinds } from './providers/contract.ts'
import { stockProviderIds, stockProviders } from './providers/index.ts'

const queryLengthMax = 100
const pageMax = 50

const kind = z.enum(stockKinds).meta({ description: 'What the provider has: `photo` or `gif`.', examples: ['photo'] })

export const providersQuery = shortListQuery.extend({
  kind: kind.optional().meta({ description: 'Returns only the providers of photos, or only those of GIFs.' }),
})

const providerShape = z
  .object({
    id: z.string().meta({ description: 'Send it as `provider`.', examples: ['unsplash'] }),
    name: z.string().meta({ description: 'The name to show.', examples: ['Unsplash'] }),
    kind,
    url: z.string().meta({ description: 'The provider’s home page. Pages that show its results link to it.' }),
    license: z.string().meta({ description: 'The name of its license or terms.', examples: ['Unsplash License'] }),
    licenseUrl: z
      .string()
      .meta({ description: 'The text of the license or terms.', examples: ['https://unsplash.com/license'] }),
  })
  .meta({
    id: 'StockProvider',
    description: 'A provider of stock photos or GIFs that this installation has a key for.',
  })

export const providerList = z
  .object({
    providers: z.array(providerShape).meta({ description: 'Empty if none is set up.' }),
    ...pageFields,
  })
  .meta({ id: 'StockProviderList' })

const provider = z.enum(stockProviderIds).meta({ description: 'The ID of a provider.', examples: ['unsplash'] })

export const searchQuery = z
  .strictObject({
    provider,
    q: text(1, queryLengthMax)
      .refine((value) => value.trim() !== '', 'must contain something to search for')
      .meta({ description: 'The words to search for. They are sent to the provider.', examples: ['lighthouse'] }),
    page: wholeNumber(1, pageMax)
      .default(1)
      .meta({ description: `The number of the page, from 1 to ${pageMax}.` }),
  })
  .superRefine(({ provider: id, q }, context) => {
    const { name, wordsMost = queryLengthMax } = stockProviders.find((one) => one.id === id) ?? {}
    if (q.trim().length > wordsMost)
      context.addIssue({
        code: 'custom',
        path: ['q'],
        message: `must have at most ${wordsMost} characters for ${name}`,
      })
  })

export const foundPhotos = z
  .object({
    provider: z.string().meta({ description: 'The ID of the provider.', examples: ['unsplash'] }),
    kind,
    page: z.int().meta({ description: 'The number of this page.' }),
    hasMore: z.boolean().meta({ description: 'True if there is a next page.' }),
    total: z.int().meta({ description: 'The number of photos or GIFs found, as the provider reports it.' }),
    photos: z.array(
      z
        .object({
          id: z.string().meta({ description: 'Send it to add the photo.', examples: ['LBI7cgq3pbM'] }),
          width: z.int().meta({ description: 'The width of the original in pixels.' }),
          height: z.int().meta({ description: 'The height of the original in pixels.' }),
          altText: z.string().nullable().meta({ description: 'The provider’s description or title.' }),
          author: z.string().meta({
            description: 'The name of the photographer or creator. If it is unknown, the provider’s name for a GIF.',
            examples: ['Annie Spratt'],
          }),
          authorUrl: z.string().nullable().meta({ description: 'The author’s page at the provider.' }),
          url: z.string().meta({ description: 'The page of the photo or GIF at the provider.' }),
          thumbnailUrl: z.string().meta({
            description:
              'A small image, served by this installation. It needs no credential and expires within 24 hours.',
            examples: ['https://posthorn.example.com/v1/stock/thumbnail?token=AQABmqWyfABwAIAAAAAAAAEBmqWyfADM'],
          }),
          previewUrl: z.string().nullable().meta({
            description:
              'A small moving image of a GIF, served in the same way. `thumbnailUrl` stands still. Null for a photo.',
          }),
        })
        .meta({ id: 'StockPhoto' }),
    ),
  })
  .meta({ id: 'StockPhotos' })

export const thumbnailQuery = z.strictObject({
  token: z
    .string()
    .regex(/^[\w-]{1,3000}$/)
    .meta({ description: 'The token in a `thumbnailUrl`.' }),
})

export const takeBody = z
  .strictObject({
    provider,
    id: z
      .string()
      .regex(/^[\w-]{1,100}$/, 'must be the `id` of a photo or GIF that was found')
      .meta({ description: 'The `id` of a photo or GIF that was found.', examples: ['LBI7cgq3pbM'] }),
    profileId: idOf('prof').optional().meta({ description: 'The profile that the file is for.' }),
    altText: altText.optional().meta({ description: 'Defaults to the provider’s description.' }),
  })
  .meta({ id: 'TakeStockPhoto', examples: [{ provider: 'unsplash', id: 'LBI7cgq3pbM' }] })

export type SearchQuery = z.output<typeof searchQuery>
export type TakeInput = z.output<typeof takeBody>
