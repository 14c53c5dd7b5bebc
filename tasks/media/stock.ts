import { z } from 'zod'
import type { Input } from '#sdk/index.ts'
import { filterProfile } from '../inputs/profile.ts'
import { adds, defineTask, reads } from '../task.ts'

type Provider = Input<'searchStock'>['provider']

/** The first provider of each kind. The service refuses it if it isn’t set up. */
const usual: Readonly<Record<'photo' | 'gif', Provider>> = { photo: 'unsplash', gif: 'giphy' }

const provider = z.string().min(1).describe('The `provider` of a result, such as unsplash, pexels or giphy.')

export const findStockMedia = defineTask({
  name: 'find_stock_media',
  title: 'Find stock photos and GIFs',
  about:
    'Searches the provider of photos or GIFs that a server administrator has set up. The words are sent to it. ' +
    'Then add one with add_stock_media, and credit its author in the post.',
  scopes: ['media:write'],
  effect: reads,
  input: z.strictObject({
    q: z.string().min(1).describe('A few words, such as: white lighthouse.'),
    kind: z.enum(['photo', 'gif']).default('photo').describe('Photos, or GIFs that move.'),
    provider: provider.exactOptional(),
    page: z.int().min(1).max(50).exactOptional().describe('The page of 24 results, from 1.'),
  }),
  output: z.object({
    provider: z.string(),
    kind: z.string(),
    hasMore: z.boolean(),
    results: z.array(
      z.object({
        id: z.string(),
        author: z.string(),
        description: z.string().nullable(),
        url: z.string(),
        thumbnailUrl: z.string(),
      }),
    ),
  }),
  async run(api, { kind, provider, ...search }) {
    const { providers } = await api.listStockProviders({ kind })
    const asked = (provider ?? providers[0]?.id ?? usual[kind]) as Provider
    const found = await api.searchStock({ provider: asked, ...search })
    return {
      provider: found.provider,
      kind: found.kind,
      hasMore: found.hasMore,
      results: found.photos.map(({ id, author, altText: description, url, thumbnailUrl }) => {
        return { id, author, description, url, thumbnailUrl }
      }),
    }
  },
  describe: ({ provider, results }) =>
    results.length === 0
      ? `${provider} has nothing for these words.`
      : results
          .map(({ id, author, description }) => `- ${description ?? 'No description'}, by ${author} (${id})`)
          .join('\n'),
})

export const addStockMedia = defineTask({
  name: 'add_stock_media',
  title: 'Add a stock photo or GIF',
  about:
    'Adds a result of find_stock_media to the media library, with its author and license. ' +
    'Then use its `storagePath` in the `media` of a post.',
  scopes: ['media:write', 'profiles:read'],
  effect: adds,
  input: z.strictObject({
    provider,
    id: z.string().min(1).describe('The ID of the result.'),
    profile: z.string().min(1).exactOptional().describe('The profile whose members can use the file: ID or name.'),
    altText: z.string().exactOptional().describe('Alt text: describes the image for people who can’t see it.'),
  }),
  output: z.object({
    id: z.string(),
    storagePath: z.string(),
    fileName: z.string(),
    contentType: z.string(),
    author: z.string(),
    providerName: z.string(),
    license: z.string(),
  }),
  async run(api, { profile, provider, ...file }) {
    const of = await filterProfile(api, profile)
    const made = await api.takeStockPhoto({ provider: provider as Provider, ...file, ...of })
    const { id, storagePath, fileName, contentType, source } = made
    const { author = '', providerName = '', license = '' } = source ?? {}
    return { id, storagePath, fileName, contentType, author, providerName, license }
  },
  describe: ({ fileName, author, providerName, license, storagePath }) =>
    `${fileName} by ${author}, from ${providerName} (${license}), is in the library: ${storagePath}`,
})
