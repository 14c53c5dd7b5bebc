import { z } from 'zod'
import { confirmWarningsInput, newPostFields, writeBody } from '../inputs/content.ts'
import { confirming } from '../inputs/post-or-new.ts'
import { timeFields } from '../inputs/time.ts'
import { defineTask, reads } from '../task.ts'
import { checkOutput, describeCheck, shortenCheck } from './answers/check.ts'

export const validatePost = defineTask({
  name: 'validate_post',
  title: 'Check a post',
  about:
    'Checks a post against each network’s rules and shows the text that each would receive. Nothing is stored. ' +
    'Use it before you schedule or publish.',
  scopes: ['posts:read', 'profiles:read', 'connections:read'],
  effect: reads,
  input: z.strictObject({
    ...newPostFields,
    at: timeFields.at.exactOptional(),
    timezone: timeFields.timezone,
    confirmWarnings: confirmWarningsInput,
  }),
  output: checkOutput,
  async run(api, { at, timezone, confirmWarnings, ...post }) {
    const more = { ...(at === undefined ? {} : { scheduledAt: at }), ...(timezone === undefined ? {} : { timezone }) }
    const body = await writeBody(api, post)
    return shortenCheck(await api.validatePost({ ...body, ...more, ...confirming(confirmWarnings) }))
  },
  describe: describeCheck,
})
