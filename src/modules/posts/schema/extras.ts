import { z } from 'zod'

/** The content besides text and files, as previews and the way of a post show it. */
export const extras = z
  .object({
    contentWarning: z.string().meta({ examples: ['Spoilers for the last chapter'] }),
    poll: z.object({
      question: z.string().nullable(),
      options: z.string().array(),
      minutes: z.number().meta({ description: 'For how many minutes people may vote.', examples: [1440] }),
    }),
    quotes: z.string().meta({ description: 'Link or id of the post that this one quotes or reshares.' }),
    cards: z.string().array().meta({ description: 'Links that are cards side by side, in their order.' }),
  })
  .partial()
  .meta({ description: 'What readers see besides text and files, as the settings of the network say.', examples: [{}] })
