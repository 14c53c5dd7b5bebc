import { z } from 'zod'
import { platformInput } from '#infra/http/platforms.ts'
import { exampleId, filledText, idOf, instant } from '#infra/http/schemas.ts'

export const page = z
  .object({
    id: z.string().meta({ description: 'The network’s own ID.', examples: ['104857600000001'] }),
    name: z.string().meta({ examples: ['Harbour Bakery'] }),
    category: z.string().nullable(),
    picture: z.string().nullable(),
    connected: z.boolean().meta({ description: 'Whether the page is connected to this profile.' }),
    accountId: idOf('acc').nullable().meta({ description: 'The account that represents the page.' }),
    lacks: z.string().nullable().meta({ description: 'Why the page cannot be published to. Null if it can.' }),
  })
  .meta({ id: 'ConnectablePage' })

export const pages = z.object({ pages: page.array() }).meta({ id: 'ConnectablePages' })
const board = z
  .object({
    id: z.string().meta({ description: 'The value for `boardId` in the settings.', examples: ['700000000000000010'] }),
    name: z.string().meta({ examples: ['Recipes'] }),
    privacy: z
      .string()
      .nullable()
      .meta({ examples: ['public'] }),
    pins: z.int().nullable(),
  })
  .meta({ id: 'PinBoard' })

const playlist = z
  .object({
    id: z.string().meta({ description: 'The value for `playlistId` in the settings.', examples: ['PLq3Tn0c9Qe4Wm8'] }),
    title: z.string().meta({ examples: ['Places'] }),
    privacy: z
      .string()
      .nullable()
      .meta({ examples: ['public'] }),
  })
  .meta({ id: 'Playlist' })

const category = z
  .object({
    id: z.string().meta({ description: 'The value for `categoryId` in the settings.', examples: ['22'] }),
    title: z.string().meta({ description: 'The name in English.', examples: ['People & Blogs'] }),
  })
  .meta({ id: 'VideoCategory' })

export const options = z
  .object({
    pages: page.array(),
    boards: board.array().optional().meta({ description: 'The boards to choose from, on networks with boards.' }),
    playlists: playlist
      .array()
      .optional()
      .meta({ description: 'The playlists to choose from, on networks with playlists.' }),
    categories: category
      .array()
      .optional()
      .meta({ description: 'The categories to choose from, on networks with categories.' }),
    creator: z.record(z.string(), z.unknown()).optional().meta({
      description: 'The options for this creator as returned by the network, on networks with options per creator.',
    }),
    fetchedAt: instant,
  })
  .meta({ id: 'ConnectionOptions' })

export const pagesQuery = z.strictObject({ profileId: idOf('prof') })

export const connectablePagesQuery = z.strictObject({ profileId: idOf('prof'), platform: platformInput })

const pageId = filledText(200).meta({ examples: ['104857600000001'] })

export const connectPageBody = z
  .strictObject({
    profileId: idOf('prof'),
    platform: platformInput,
    pageId,
    accountId: idOf('acc').optional().meta({ description: 'The account that the page replaces.' }),
  })
  .meta({
    id: 'ConnectPage',
    examples: [{ profileId: exampleId('prof'), platform: 'facebook', pageId: '104857600000001' }],
  })

export const connectPageBesideBody = z
  .strictObject({
    pageId,
    replace: z.boolean().default(false).meta({ description: 'Whether the page replaces this account.' }),
  })
  .meta({ id: 'ConnectPageBeside', examples: [{ pageId: '104857600000001' }] })

export const choosePageBody = z
  .strictObject({
    profileId: idOf('prof'),
    pageId,
    accountId: idOf('acc').optional().meta({ description: 'The account that the page replaces.' }),
  })
  .meta({ id: 'ChoosePage', examples: [{ profileId: exampleId('prof'), pageId: '104857600000001' }] })
