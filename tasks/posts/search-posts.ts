import { z } from 'zod'
import { filterProfile, profileFilter } from '../inputs/profile.ts'
import { defineTask, reads } from '../task.ts'
import { describePosts, pageFields, postListOutput, shortenPosts } from './answers/post-list.ts'

export const searchPosts = defineTask({
  name: 'search_posts',
  title: 'Search posts',
  about: 'Finds posts by words in their text or title, newest first.',
  scopes: ['posts:read', 'profiles:read'],
  effect: reads,
  input: z.strictObject({
    words: z.string().min(1).max(200).describe('The text to find.'),
    profile: profileFilter,
    ...pageFields,
  }),
  output: postListOutput,
  async run(api, { profile, words, ...query }) {
    return shortenPosts(await api.listPosts({ ...(await filterProfile(api, profile)), ...query, q: words }))
  },
  describe: describePosts,
})
