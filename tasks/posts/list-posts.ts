import { z } from 'zod'
import { filterProfile, profileFilter } from '../inputs/profile.ts'
import { defineTask, reads } from '../task.ts'
import { describePosts, pageFields, postListOutput, shortenPosts } from './answers/post-list.ts'

const statuses = ['draft', 'scheduled', 'queued', 'publishing', 'published', 'partial', 'failed', 'unknown'] as const

export const listPosts = defineTask({
  name: 'list_posts',
  title: 'List posts',
  about: 'Lists posts, newest or best first: drafts, failed posts, or all. Use list_queue for upcoming posts.',
  scopes: ['posts:read', 'profiles:read'],
  effect: reads,
  input: z.strictObject({
    profile: profileFilter,
    status: z.array(z.enum(statuses)).exactOptional().describe('Only posts with one of these statuses.'),
    tag: z.string().exactOptional().describe('Only posts with this tag.'),
    sort: z
      .enum(['createdAt', 'date', 'views', 'engagement', 'engagementRate'])
      .exactOptional()
      .describe('`date`: by time of publishing, latest first. Metrics: best first.'),
    label: z.string().exactOptional().describe('Only posts with this label, in any case.'),
    ...pageFields,
  }),
  output: postListOutput,
  async run(api, { profile, ...query }) {
    return shortenPosts(await api.listPosts({ ...(await filterProfile(api, profile)), ...query }))
  },
  describe: describePosts,
})
