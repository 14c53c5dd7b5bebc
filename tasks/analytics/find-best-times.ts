import { z } from 'zod'
import { countWords } from '#rules/count-words.ts'
import { networkInput, requireNetwork } from '../inputs/network.ts'
import { filterProfile, profileFilter } from '../inputs/profile.ts'
import { defineTask, reads } from '../task.ts'

const time = z.object({ label: z.string(), day: z.int().describe('0 is Sunday.'), hour: z.int(), score: z.number() })

export const findBestTimes = defineTask({
  name: 'find_best_times',
  title: 'Find the best times',
  about: 'Says at which hours of the week posts did best, by the posts of the last year.',
  scopes: ['analytics:read', 'profiles:read'],
  effect: reads,
  input: z.strictObject({
    profile: profileFilter,
    network: networkInput.exactOptional(),
    timezone: z.string().exactOptional().describe('The time zone of the hours. By default yours.'),
  }),
  output: z.object({
    enough: z.boolean().describe('False: there are too few posts to say anything.'),
    posts: z.int().describe('The number of posts behind it.'),
    timezone: z.string(),
    best: z.array(time),
  }),
  async run(api, { profile, network, ...query }) {
    const {
      enough,
      n: posts,
      timezone,
      bestTimes,
    } = await api.getBestTimes({
      ...(await filterProfile(api, profile)),
      ...(network === undefined ? {} : { platform: requireNetwork(network, '/network') }),
      ...query,
    })
    return {
      enough,
      posts,
      timezone,
      best: bestTimes.map(({ label, day, hour, score }) => ({ label, day, hour, score })),
    }
  },
  describe({ enough, posts, timezone, best }) {
    if (!enough) return `There are too few posts to say anything: ${posts}.`
    return [
      `Best hours, from ${countWords(posts, 'post')}, in ${timezone}:`,
      ...best.map(({ label }) => `- ${label}`),
    ].join('\n')
  },
})
