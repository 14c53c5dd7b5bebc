import { z } from 'zod'
import type { View } from '../../task.ts'
import { checkOutput, describeCheck } from './check.ts'
import { describePost, postOutput } from './post.ts'

/** The result of a task that publishes: the check after a dry run, otherwise the post. */
export const dryRunOutput = z.object({
  dryRun: z.boolean(),
  check: checkOutput.nullable().describe('The result of the check. Null unless this was a dry run.'),
  post: postOutput.nullable().describe('The post as it is now. Null for a dry run.'),
})

export function describeDryRun({ check, post }: z.output<typeof dryRunOutput>, view: View): string {
  if (post) return describePost(post, view)
  if (!check) return 'Nothing was done.'
  const texts = check.previews.map(({ network, text }) => `${network}:\n${text}`)
  return [describeCheck(check), ...texts, 'Dry run: nothing was changed.'].join('\n\n')
}
