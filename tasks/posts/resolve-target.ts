import { z } from 'zod'
import { idInput, postIdInput } from '../inputs/ids.ts'
import { defineTask, publishes } from '../task.ts'
import { describePost, postOutput, shortenPost } from './answers/post.ts'

export const resolveTarget = defineTask({
  name: 'resolve_target',
  title: 'Confirm an unconfirmed post',
  about:
    'Resolves a target with the status `unknown`, which means that the network’s response was lost. Ask a person to ' +
    'check the network first.',
  scopes: ['posts:write', 'posts:publish'],
  effect: publishes,
  input: z.strictObject({
    post: postIdInput,
    target: idInput('tgt').exactOptional().describe('The target ID (tgt_…). Not needed if only one target is unknown.'),
    found: z.boolean().describe('True if the post is on the network. False to send it again.'),
    url: z.string().exactOptional().describe('The URL where the post was found.'),
  }),
  output: postOutput,
  async run(api, { post: id, target, found, url }) {
    const resolution = {
      resolve: found ? ('published' as const) : ('retry' as const),
      ...(url === undefined ? {} : { platformUrl: url }),
    }
    return shortenPost(
      target === undefined
        ? await api.retryPost({ id, ...resolution })
        : await api.resolvePostTarget({ id, targetId: target, ...resolution }),
    )
  },
  describe: describePost,
})
