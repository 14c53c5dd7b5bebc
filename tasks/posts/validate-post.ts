import { z } from 'zod'
import { confirmWarningsInput, newPostFields, writeBody } from '../inputs/content.ts'
import { timeFields } from '../inputs/time.ts'
import { defineTask, reads } from '../task.ts'
import { checkOutput, describeCheck, shortenCheck } from './check-output.ts'

export const validatePost = defineTask({
  name: 'validate_post',
  title: 'Check a post',
  about:
    'Checks a post against the rules of every network, and shows the text that each would receive. Nothing is stored. ' +
    'Use it before you schedule or publish.',
  scopes: ['posts:read', 'profiles:read', 'connections:read'],
  effect: reads,
  input: z.strictObject({ ...newPostFields, ...timeFields, confirmWarnings: confirmWarningsInput }),
  output: checkOutput,
  async run(api, { at, ...post }) {
    const body = await writeBody(api, post)
    return shortenCheck(await api.validatePost(at === undefined ? body : { ...body, scheduledAt: at }))
  },
  describe: describeCheck,
})
