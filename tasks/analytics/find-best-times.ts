import { z } from 'zod'
import { countWords } from '#rules/count-words.ts'
import { networkInput, requireNetwork } from '../inputs/network.ts'
import { filterProfile, profileFilter } from '../inputs/profile.ts'
import { defineTask, reads } from '../task.ts'

const time = z.object({ label: z.string(), day: z.int().describe('0 is Sunday.'), hour: z.int(), score: z.number() })

export const findBestTimes = defineTask({
  name: 'find_best_times',
  title: 'Find best times',
  about: 'Returns the hours of the week when posts performed best, based on the last year’s posts.',
  scopes: ['analytics:read', 'profiles:read'],
  effect: reads,
  input: z.strictObject({
    profile: profileFilter,
    network: networkInput.exactOptional(),
    timezone: z.string().exactOptional().describe('The time zone of the hours (default: yours).'),
  }),
  output: z.object({
    enough: z.boolean().describe('False if there are too few posts for a result.'),
    publications: z
      .int()
      .describe('How many published posts were analyzed. A post on three accounts counts three times.'),
    timezone: z.string(),
    best: z.array(time),
  }),
  async run(api, { profile, network, ...query }) {
    const {
      enough,
      n: publications,
      timezone,
      bestTimes,
    } = await api.getBestTimes({
      ...(await filterProfile(api, profile)),
      ...(network === undefined ? {} : { platform: requireNetwork(network, '/network') }),
      ...query,
    })
    return {
      enough,
      publications,
      timezone,
      best: bestTimes.map(({ label, day, hour, score }) => ({ label, day, hour, score })),
    }
  },
  describe({ enough, publications, timezone, best }) {
    if (!enough) return `Not enough published posts for a result: ${publications}.`
    return [
      `Best hours, from ${countWords(publications, 'published post')}, in ${timezone}:`,
      ...best.map(({ label }) => `- ${label}`),
    ].join('\n')
  },
})
