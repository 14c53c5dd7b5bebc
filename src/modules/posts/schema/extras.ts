import { z } from 'zod'

/** The content in addition to text and files, as shown in previews and in a post's progress. */
export const extras = z
  .object({
    contentWarning: z.string().meta({ examples: ['Spoilers for the last chapter'] }),
    poll: z.object({
      question: z.string().nullable(),
      options: z.string().array(),
      minutes: z.number().meta({ description: 'The duration of the poll in minutes.', examples: [1440] }),
    }),
    quotes: z.string().meta({ description: 'The URL or ID of the quoted or reshared post.' }),
    cards: z.string().array().meta({ description: 'Links shown as cards side by side, in order.' }),
  })
  .partial()
  .meta({
    description: 'What readers see in addition to text and files, according to the network settings.',
    examples: [{}],
  })
