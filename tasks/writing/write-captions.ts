import { z } from 'zod'
import { networkInput, requireNetwork } from '../inputs/network.ts'
import { defineTask, reads } from '../task.ts'

export const writeCaptions = defineTask({
  name: 'write_captions',
  title: 'Write captions',
  about:
    'Turns a text into one caption per network, within its limits and in its style. It doesn’t invent numbers, ' +
    'names or links. Each call counts toward the plan’s quota.',
  scopes: ['posts:write'],
  // A call counts toward the quota, and changes nothing else.
  effect: { ...reads, idempotent: false },
  input: z.strictObject({
    description: z.string().min(1).describe('What the captions should say.'),
    networks: z.array(networkInput).min(1).describe('The networks to write for.'),
    title: z.string().exactOptional().describe('A title to start with.'),
    tone: z
      .enum(['neutral', 'casual', 'professional', 'playful'])
      .exactOptional()
      .describe('The tone (default: neutral).'),
    language: z.string().exactOptional().describe('The language to write in, such as `de`. Requires an AI provider.'),
    link: z.string().exactOptional().describe('A URL to include in each caption.'),
  }),
  output: z.object({
    captions: z.array(
      z.object({
        network: z.string(),
        text: z.string(),
        characters: z.int(),
        maxCharacters: z.int(),
        hashtags: z.array(z.string()),
        warnings: z.array(z.string()),
      }),
    ),
    left: z.int().nullable().describe('Calls remaining this month. Null if unlimited.'),
  }),
  async run(api, { networks, ...fields }) {
    const platforms = networks.map((name, index) => requireNetwork(name, `/networks/${index}`))
    const { captions, quota } = await api.optimizeCaptions({ ...fields, platforms })
    return {
      captions: Object.values(captions).map(({ network, text, characters, maxCharacters, hashtags, warnings }) => ({
        network,
        text,
        characters,
        maxCharacters,
        hashtags,
        warnings: warnings.map(({ message }) => message),
      })),
      left: quota.limit === null ? null : Math.max(0, quota.limit - quota.used),
    }
  },
  describe: ({ captions }) =>
    captions
      .map(({ network, text, characters, maxCharacters }) => `${network} (${characters} of ${maxCharacters}):\n${text}`)
      .join('\n\n'),
})
