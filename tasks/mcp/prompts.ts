import { completable, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { listProfiles } from '../profiles/list-profiles.ts'
import type { ToolDeps } from './tools.ts'
import { hasTools } from './toolsets.ts'

/** The tools that each prompt asks the agent to call. A prompt is offered only if they are selected. */
const needs = {
  write_post: ['list_accounts', 'schedule_post', 'publish_post'],
  plan_week: ['list_queue', 'find_best_times', 'search_posts', 'create_draft', 'auto_schedule_posts'],
  review_numbers: ['get_analytics', 'find_best_times'],
} as const

/** Adds prompts that people choose from a menu. */
export function addPrompts(server: McpServer, { openApi, selection }: ToolDeps): void {
  const isOffered = (prompt: keyof typeof needs) => hasTools(selection, needs[prompt])
  const profile = (about: string) =>
    completable(z.string().describe(about), async (typed) => {
      const { profiles } = await listProfiles.run(openApi(), {})
      return profiles.map(({ name }) => name).filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()))
    }).optional()
  if (isOffered('write_post'))
    server.registerPrompt(
      'write_post',
      {
        title: 'Write a post',
        description: 'Writes a post for your accounts, checks it, and schedules it when you agree.',
        argsSchema: z.object({
          about: z.string().describe('What the post is about.'),
          when: z.string().optional().describe('When to publish it, for example "tomorrow at nine".'),
        }),
      },
      ({ about, when }) =>
        ask(`Write a post about: ${about}
Find the accounts with list_accounts. Write one text, and use \`texts\` where a network needs a different one. Check it with publish_post and dryRun, and fix any problems. Show me the text for each network. When I agree, ${
          when ? `schedule it for: ${when}` : 'ask me when to publish it'
        }, with dryRun first.`),
    )
  if (isOffered('plan_week'))
    server.registerPrompt(
      'plan_week',
      {
        title: 'Schedule a week',
        description: 'Drafts posts for the coming week and schedules them in free slots when you agree.',
        argsSchema: z.object({
          topics: z.string().describe('What the posts should be about.'),
          profile: profile('The profile to plan for.'),
        }),
      },
      ({ topics, profile }) =>
        ask(`Plan posts for the coming week${profile ? ` for ${profile}` : ''} about: ${topics}
Check list_queue and find_best_times first, and don't repeat posts that search_posts finds. Show me your suggestions. Store
those that I like with create_draft, and schedule them with auto_schedule_posts: with dryRun first, then when I agree.`),
    )
  if (isOffered('review_numbers'))
    server.registerPrompt(
      'review_numbers',
      {
        title: 'Review performance',
        description: 'Reviews what performed well and suggests what to try next.',
        argsSchema: z.object({ profile: profile('The profile to review.') }),
      },
      ({ profile }) =>
        ask(`Review the last 30 days${profile ? ` of ${profile}` : ''} with get_analytics and find_best_times. Say in a few
sentences what performed well and on which network, what didn’t, and suggest three posts to try. Don’t make claims that the data doesn’t support.`),
    )
}

const ask = (text: string) => ({ messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] })
