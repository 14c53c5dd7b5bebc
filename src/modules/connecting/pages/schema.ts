import { z } from 'zod'
import { exampleId, filledText, idOf, instant } from '#infra/http/schemas.ts'

export const page = z
  .object({
    id: z.string().meta({ description: 'The network’s own.', examples: ['104857600000001'] }),
    name: z.string().meta({ examples: ['Harbour Bakery'] }),
    category: z.string().nullable(),
    picture: z.string().nullable(),
    connected: z.boolean().meta({ description: 'To this profile.' }),
    accountId: idOf('acc').nullable().meta({ description: 'As what it is connected.' }),
    lacks: z.string().nullable().meta({ description: 'Why it cannot be posted to as it is; null: it can.' }),
  })
  .meta({ id: 'ConnectablePage' })

export const pages = z.object({ pages: page.array() }).meta({ id: 'ConnectablePages' })
const board = z
  .object({
    id: z.string().meta({ description: 'As `boardId` of the settings takes it.', examples: ['700000000000000010'] }),
    name: z.string().meta({ examples: ['Recipes'] }),
    privacy: z
      .string()
      .nullable()
      .meta({ examples: ['public'] }),
    pins: z.int().nullable(),
  })
  .meta({ id: 'PinBoard' })

export const options = z
  .object({
    pages: page.array(),
    boards: board.array().optional().meta({ description: 'Where posts go onto boards.' }),
    creator: z.record(z.string(), z.unknown()).optional().meta({
      description: 'Where the network says for each creator what may be chosen: as it says it.',
    }),
    fetchedAt: instant,
  })
  .meta({ id: 'ConnectionOptions' })

export const pagesQuery = z.strictObject({ profileId: idOf('prof') })

export const choosePageBody = z
  .strictObject({
    profileId: idOf('prof'),
    pageId: filledText(200).meta({ examples: ['104857600000001'] }),
    accountId: idOf('acc').optional().meta({ description: 'The account in whose place the page comes.' }),
  })
  .meta({ id: 'ChoosePage', examples: [{ profileId: exampleId('prof'), pageId: '104857600000001' }] })
