import { z } from 'zod'
import type { Result } from '#sdk/index.ts'
import { formatTime } from '../format-time.ts'
import { idInput, postIdInput } from '../inputs/ids.ts'
import { filterProfile, profileFilter } from '../inputs/profile.ts'
import { defineTask, publishes, reads, removes, type View } from '../task.ts'

const ruleOutput = z.object({
  id: z.string(),
  name: z.string().nullable(),
  post: z.string().nullable().describe('The post that each run copies.'),
  status: z.string(),
  cron: z.string(),
  timezone: z.string(),
  schedule: z.string().describe('The schedule in words.'),
  nextRuns: z.array(z.string()),
})

type Rule = z.output<typeof ruleOutput>

const shorten = (rule: Result<'createRecurringRule'>): Rule => {
  const { id, name, postId: post, status, cron, timezone, description: schedule, nextRuns } = rule
  return { id, name, post, status, cron, timezone, schedule, nextRuns }
}

const describeRuns = (schedule: string, nextRuns: readonly string[], { timezone }: View): string =>
  [`${schedule}. Next:`, ...nextRuns.map((at) => `- ${formatTime(at, timezone)}`)].join('\n')

export const createRecurringRule = defineTask({
  name: 'create_recurring_rule',
  title: 'Repeat a post',
  about:
    'Repeats a post on a schedule: each run publishes a copy. ' +
    'Call it with dryRun first, show the times to the user, and continue only if the user agrees.',
  scopes: ['posts:read', 'posts:write', 'posts:publish'],
  effect: publishes,
  input: z.strictObject({
    post: postIdInput.describe('The ID of the post to repeat (post_…).'),
    cron: z.string().min(1).describe('Minute, hour, day of month, month, day of week: "0 9 * * MON".'),
    timezone: z.string().exactOptional().describe('The time zone of the schedule (default: yours).'),
    startAt: z.string().exactOptional().describe('The earliest time of a run, such as 2026-12-01T00:00:00Z.'),
    endAt: z.string().exactOptional().describe('The latest time of a run.'),
    maxRuns: z.int().min(1).exactOptional().describe('The rule ends after this many runs.'),
    name: z.string().exactOptional().describe('A name for the rule.'),
    dryRun: z.boolean().default(false).describe('If true, returns the next runs without creating the rule.'),
  }),
  output: z.object({
    dryRun: z.boolean(),
    rule: ruleOutput.nullable().describe('Null for a dry run.'),
    schedule: z.string(),
    timezone: z.string(),
    nextRuns: z.array(z.string()),
  }),
  async run(api, { post: postId, dryRun, maxRuns, name, ...times }) {
    if (dryRun) {
      const { description: schedule, timezone, nextRuns } = await api.previewRecurringRule(times)
      return { dryRun, rule: null, schedule, timezone, nextRuns }
    }
    const more = { ...(maxRuns === undefined ? {} : { maxRuns }), ...(name === undefined ? {} : { name }) }
    const rule = shorten(await api.createRecurringRule({ postId, ...times, ...more }))
    const { schedule, timezone, nextRuns } = rule
    return { dryRun, rule, schedule, timezone, nextRuns }
  },
  describe({ rule, schedule, nextRuns }, view) {
    const head = rule ? `${rule.id} repeats ${rule.post}.` : 'Dry run: nothing was created.'
    return `${head}\n${describeRuns(schedule, nextRuns, view)}`
  },
})

export const listRecurringRules = defineTask({
  name: 'list_recurring_rules',
  title: 'List recurring posts',
  about: 'Lists the rules that repeat posts, with their next runs.',
  scopes: ['posts:read', 'profiles:read'],
  effect: reads,
  input: z.strictObject({ profile: profileFilter }),
  output: z.object({ rules: z.array(ruleOutput) }),
  async run(api, { profile }) {
    const rules = await api.listRecurringRules(await filterProfile(api, profile))
    return { rules: rules.map(shorten) }
  },
  describe({ rules }) {
    if (rules.length === 0) return 'No recurring rules.'
    return rules.map(({ id, name, status, schedule }) => `${name ?? id} (${status}): ${schedule} ${id}`).join('\n')
  },
})

export const cancelRecurringRule = defineTask({
  name: 'cancel_recurring_rule',
  title: 'Stop repeating a post',
  about: 'Cancels a recurring rule permanently. Posts that it created are kept.',
  scopes: ['posts:write'],
  effect: removes,
  input: z.strictObject({ rule: idInput('rec').describe('The rule ID (rec_…).') }),
  output: z.object({ rule: z.string(), cancelled: z.boolean().describe('False if it was already cancelled.') }),
  async run(api, { rule: id }) {
    return { rule: id, cancelled: (await api.cancelRecurringRule({ id })).cancelled }
  },
  describe: ({ rule, cancelled }) => (cancelled ? `${rule} is cancelled.` : `${rule} was already cancelled.`),
})
