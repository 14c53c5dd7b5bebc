import { z } from 'zod'
import { filterProfile, profileFilter } from '../inputs/profile.ts'
import { defineTask, reads } from '../task.ts'
import { describePosts, pageFields, postListOutput, shortenPosts } from './answers/post-list.ts'

export const listQueue = defineTask({
  name: 'list_queue',
  title: 'List the queue',
  about: 'Lists upcoming posts, soonest first.',
  scopes: ['posts:read', 'profiles:read'],
  effect: reads,
  input: z.strictObject({ profile: profileFilter, ...pageFields }),
  output: postListOutput,
  async run(api, { profile, ...query }) {
    return shortenPosts(await api.listPosts({ ...(await filterProfile(api, profile)), ...query, sort: 'scheduled' }))
  },
  describe: describePosts,
})
